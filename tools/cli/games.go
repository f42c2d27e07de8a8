package cli

import (
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/solver"
)

// listedMost is the greatest number of positions that the list counts for a game.
const listedMost = 1 << 20

type paramJSON struct {
	Name    string `json:"name"`
	Type    string `json:"type"`
	Default string `json:"default"`
	Min     *int   `json:"min,omitempty"`
	Max     *int   `json:"max,omitempty"`
	Help    string `json:"help"`
}

var paramTypes = [...]string{engine.IntParam: "int", engine.BoolParam: "bool", engine.FileParam: "file", engine.WordParam: "word"}

func paramsJSON(params []engine.Param) []paramJSON {
	list := []paramJSON{}
	for _, q := range params {
		j := paramJSON{Name: q.Name, Type: paramTypes[q.Type], Default: q.Default, Help: q.Help}
		if q.Type == engine.IntParam {
			j.Min, j.Max = &q.Min, &q.Max
		}
		list = append(list, j)
	}
	return list
}

type gameJSON struct {
	Name      string       `json:"name"`
	Summary   string       `json:"summary"`
	Positions *uint64      `json:"positions"`
	Level     engine.Level `json:"level"`
	Kind      string       `json:"kind"`
	Params    []paramJSON  `json:"params"`
}

func runGames(c *Call) error {
	var list []gameJSON
	for _, d := range c.registry.Definitions() {
		// A game that needs a file has no default variant.
		var positions *uint64
		if d.Positions > 0 {
			positions = &d.Positions
		} else if g, err := c.Counted(c.Context, d.Name, listedMost, solver.DefaultMemory()); err == nil {
			positions = new(g.Size())
		} else if c.Context.Err() != nil {
			return err
		}
		list = append(list, gameJSON{d.Name, d.Summary, positions, d.Level, d.Kind.String(), paramsJSON(d.Params)})
	}
	if err := showList(c.Console, "games", list); err != nil {
		return err
	}
	if files := c.registry.Files(); files != nil {
		c.Message("files are games, too: %s", strings.Join(files, ", "))
	}
	return nil
}

// gameNames returns the names of the games.
func gameNames(registry *games.Registry) []string {
	var names []string
	for _, d := range registry.Definitions() {
		names = append(names, d.Name)
	}
	return names
}
