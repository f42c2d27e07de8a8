package cli

import (
	"strings"

	"github.com/foregone-db/foregone/engine"
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
