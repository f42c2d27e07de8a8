package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query/count"
)

func runIndex(c *Call) error {
	g, text, err := c.countedOrOpened()
	if err != nil {
		return err
	}
	position, err := engine.ParsePosition(g, text)
	if err != nil {
		return err
	}
	return showIndices(c, g, position)
}

// showIndices prints a position with its indices.
func showIndices(c *Call, g engine.Game, position engine.Position) error {
	i, stored := g.Index(position)
	own := [][2]string{}
	if indices := g.Parts().Indices; indices != nil {
		own = append(own, indices(position)...)
	}
	result := struct {
		Game     string            `json:"game"`
		Position string            `json:"position"`
		Index    *uint64           `json:"index"`
		Indices  map[string]string `json:"indices"`
		Own      [][2]string       `json:"-"`
	}{Game: g.Spec().String(), Position: g.Text(position), Indices: map[string]string{}, Own: own}
	if stored {
		result.Index = &i
	}
	for _, pair := range own {
		result.Indices[pair[0]] = pair[1]
	}
	return c.show("index", result)
}

func runPosition(c *Call) error {
	g, text, err := c.countedOrOpened()
	if err != nil {
		return err
	}
	if digits := strings.TrimLeft(text, "#+-"); digits == "" || strings.Trim(digits, "0123456789") != "" {
		return engine.InputErrorf("%q is not an index: want a number, or # and a number", text)
	}
	if own := g.Parts().Indices != nil; !own && !strings.HasPrefix(text, "#") {
		text = "#" + text
	}
	position, err := engine.ParsePosition(g, text)
	if err != nil {
		return err
	}
	if c.json {
		return showIndices(c, g, position)
	}
	c.stdout.WriteString(g.Text(position) + "\n\n" + g.Board(position))
	return nil
}

func runPerft(c *Call) error {
	g, err := c.Played(c.Arg(0))
	if err != nil {
		return err
	}
	expected, err := readCounts(c.String("expect"))
	if err != nil {
		return err
	}
	depth, err := strconv.Atoi(c.Arg(1))
	if err != nil || depth < 1 {
		return Usagef("%q is not a depth: want a number of plies, at least 1", c.Arg(1))
	}
	from, ok := g.Start()
	if c.NArg() == 3 {
		if from, err = engine.ParsePosition(g, c.Arg(2)); err != nil {
			return err
		}
	} else if !ok {
		return Usagef("%s has no single start: want \"%s perft GAME DEPTH POSITION\"", g.Spec().Name(), c.name)
	}
	const widths = "%4v %20v %14v %14v"
	if !c.json {
		c.Message(widths, "ply", "turns", "positions", "finished")
	}
	tell := c.occasionally()
	limits := count.Limits{Positions: c.memory() / perftBytes, Progress: func(ply int, done, total, found uint64) {
		tell("ply %d: %s of %s positions played on, %s found", ply, Number(done), Number(total), Number(found))
	}}
	for ply, err := range count.Perft(c.Context, g, from, depth, limits) {
		if err != nil {
			return err
		}
		if c.json {
			err = c.PrintJSON(ply)
		} else {
			_, err = fmt.Fprintf(c.stdout, widths+"\n", ply.Ply, ply.Turns, ply.Positions, ply.Finished)
		}
		if err = errors.Join(err, c.stdout.Flush()); err != nil { // the next ply may take long
			return err
		}
		if ply.Ply <= len(expected) && ply.Turns != expected[ply.Ply-1] {
			return fmt.Errorf("ply %d: %s turn sequences, expected %s", ply.Ply, Number(ply.Turns), Number(expected[ply.Ply-1]))
		}
	}
	return nil
}

// perftBytes is an upper bound on the memory of a position while perft counts the next ply,
// including garbage not yet collected.
const perftBytes = 400

// readCounts reads the counts of --expect, one for each ply, beginning with the first.
func readCounts(text string) (counts []uint64, err error) {
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		n, err := strconv.ParseUint(part, 10, 64)
		if err != nil {
			return nil, Usagef("--expect: %q is not a count: want whole numbers separated by commas, one for each ply", part)
		}
		counts = append(counts, n)
	}
	return counts, nil
}
