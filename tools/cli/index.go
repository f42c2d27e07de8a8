package cli

import (
	"strconv"
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
	if c.json {
		indices := map[string]string{}
		for _, pair := range own {
			indices[pair[0]] = pair[1]
		}
		var index *uint64
		if stored {
			index = &i
		}
		return c.PrintJSON(struct {
			Game     string            `json:"game"`
			Position string            `json:"position"`
			Index    *uint64           `json:"index"`
			Indices  map[string]string `json:"indices"`
		}{g.Spec().String(), g.Text(position), index, indices})
	}
	list := columns{}
	list.add("position", g.Text(position))
	if stored {
		list.add("index", "#"+strconv.FormatUint(i, 10))
	} else {
		list.add("index", "none, the position is not stored")
	}
	for _, pair := range own {
		list.add(pair[0], pair[1])
	}
	list.write(c.stdout)
	return nil
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
