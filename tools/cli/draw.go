package cli

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/query/picture"
	"github.com/foregone-db/foregone/solver"
)

// frameTime is the time that an animation shows each position.
const frameTime = 1200 * time.Millisecond

func runDraw(c *Call) error {
	g, args, err := drawnGame(c)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		return Usagef("no position to draw: want \"%s draw GAME POSITION\"", c.name)
	}
	position, err := engine.ParsePosition(g, args[0])
	if err != nil {
		return err
	}
	passed := 0 // turns that left the next one to the other player
	frames := []*picture.Picture{picture.Board(g, position, picture.BoardOptions{})}
	for i, turn := range args[1:] {
		r, err := g.Play(position, turn)
		if engine.IsInput(err) {
			return engine.InputErrorf("move %d: %v", i+1, err)
		} else if err != nil {
			return err
		}
		o := picture.BoardOptions{Caption: fmt.Sprintf("%d. %s", i+1, picture.Turn(g, position, turn, passed)), Before: position}
		if o.Kept = engine.Keeps(g, position, turn); !o.Kept {
			passed++
		}
		o.Ply = passed
		frames = append(frames, picture.Board(g, r.To, o))
		position = r.To
	}
	return durable.WriteFile(c.String("o"), true, func(w io.Writer) error {
		if ending(c.String("o"), []string{".gif"}) != "" {
			return picture.WriteGIF(w, frames, frameTime)
		}
		return writePicture(w, frames[len(frames)-1], c.String("o"))
	})
}

// drawnGame returns the game to draw, of the database or of the first argument, and the remaining
// arguments. Without a database it discovers positions only if one is given by its index.
func drawnGame(c *Call) (engine.Game, []string, error) {
	args := c.Args().Slice()
	if !c.IsSet("db") && c.registry.Known(args[0]) {
		if len(args) > 1 && len(args[1]) > 1 && args[1][0] == '#' && strings.Trim(args[1][1:], "0123456789") == "" {
			g, err := c.Counted(c.Context, args[0], 0, solver.DefaultMemory())
			return g, args[1:], err
		}
		g, err := c.Played(args[0])
		return g, args[1:], err
	}
	db, err := c.Database()
	if err != nil {
		return nil, nil, err
	}
	return db.Game(), args, nil
}

// writePicture writes a picture as SVG if the name ends in .svg, and as PNG otherwise.
func writePicture(w io.Writer, pic *picture.Picture, name string) error {
	if ending(name, []string{".svg"}) != "" {
		return pic.WriteSVG(w)
	}
	return pic.WritePNG(w)
}
