package cli

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/query/picture"
	"github.com/foregone-db/foregone/solver"
)

// frameTime is how long each position of an animation is shown.
const frameTime = 1200 * time.Millisecond

// drawCommand is the command draw.
type drawCommand struct{ *Console }

func (cmd drawCommand) command() *cli.Command {
	return &cli.Command{
		Name:      "draw",
		Usage:     "draw a position, or a game as an animation",
		ArgsUsage: "[GAME] POSITION [MOVE…]",
		Description: `Draws the position after the moves, as SVG or PNG, or all positions up to there as an
animated GIF; what the last move changed is marked. The game is that of the database,
or GAME, for which none is needed. Pieces keep their colours and squares through all
moves. An existing FILE is replaced.

  ` + cmd.name + ` draw tictactoe XO..X.... -o board.svg
  ` + cmd.name + ` draw --db foregone-data/tictactoe-height-3-line-3-width-3 '#53' c1 a1 -o game.gif
  ` + cmd.name + ` draw pushfight .OX.....oxX.....Oox...OY.. -o board.png`,
		Flags: []cli.Flag{
			DatabaseFlag(),
			&cli.StringFlag{Name: "o", Aliases: []string{"output"}, Usage: "write to `FILE`, which ends in .svg, .png or .gif"},
		},
		Action: cmd.Action(1, -1, cmd.run),
	}
}

func (cmd drawCommand) run(c *cli.Context) error {
	kind, err := pictureKind("-o", c.String("o"), ".svg", ".png", ".gif")
	if err != nil {
		return err
	}
	g, args, done, err := cmd.drawnGame(c)
	if err != nil {
		return err
	}
	defer done()
	if len(args) == 0 {
		return Usagef("no position to draw: want \"%s draw GAME POSITION\"", cmd.name)
	}
	position, err := engine.ParsePosition(g, args[0])
	if err != nil {
		return err
	}
	frames := []*picture.Picture{picture.Board(g, position, picture.BoardOptions{})}
	for i, turn := range args[1:] {
		r, err := g.Play(position, turn)
		if engine.IsInput(err) {
			return engine.InputErrorf("move %d: %v", i+1, err)
		} else if err != nil {
			return err
		}
		frames = append(frames, picture.Board(g, r.To, picture.BoardOptions{
			Caption: fmt.Sprintf("%d. %s", i+1, turn), Ply: i + 1, Before: position,
		}))
		position = r.To
	}
	return durable.WriteFile(c.String("o"), true, func(w io.Writer) error {
		if kind == ".gif" {
			return picture.WriteGIF(w, sameSize(frames), frameTime)
		}
		return writePicture(w, frames[len(frames)-1], kind)
	})
}

// drawnGame returns the game to draw, of the database or of the first argument, and the
// arguments that are left. done gives the database back.
func (cmd drawCommand) drawnGame(c *cli.Context) (g engine.Game, args []string, done func(), err error) {
	args = c.Args().Slice()
	if !c.IsSet("db") {
		if cmd.registry.Known(args[0]) {
			g, err := cmd.drawable(c, args)
			return g, args[1:], func() {}, err
		}
	}
	db, err := cmd.Database(c)
	if err != nil {
		return nil, nil, nil, err
	}
	return db.Game(), args, func() { db.Close() }, nil
}

// drawable makes the game that is drawn without a database. Positions are found only where
// one is given by its index.
func (cmd drawCommand) drawable(c *cli.Context, args []string) (engine.Game, error) {
	if len(args) > 1 && len(args[1]) > 1 && args[1][0] == '#' && strings.Trim(args[1][1:], "0123456789") == "" {
		return cmd.Counted(c.Context, args[0], 0, solver.DefaultMemory())
	}
	return cmd.Played(args[0])
}

// sameSize gives all pictures the size of the largest.
func sameSize(frames []*picture.Picture) []*picture.Picture {
	width, height := 0.0, 0.0
	for _, f := range frames {
		width, height = max(width, f.Width), max(height, f.Height)
	}
	for _, f := range frames {
		f.Width, f.Height = width, height
	}
	return frames
}

// pictureKind returns the ending of a picture's file name, which must be one of those
// given.
func pictureKind(flag, name string, kinds ...string) (string, error) {
	if name == "" {
		return "", Usagef("say where to write: %s FILE", flag)
	}
	for _, kind := range kinds {
		if strings.EqualFold(filepath.Ext(name), kind) {
			return kind, nil
		}
	}
	last := len(kinds) - 1
	return "", Usagef("%s %s: want a name that ends in %s or %s", flag, quote(name), strings.Join(kinds[:last], ", "), kinds[last])
}

// writePicture writes a picture as SVG or PNG.
func writePicture(w io.Writer, pic *picture.Picture, kind string) error {
	if kind == ".svg" {
		return pic.WriteSVG(w)
	}
	return pic.WritePNG(w)
}
