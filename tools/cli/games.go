package cli

import (
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver"
)

// gamesCommand is the command games.
type gamesCommand struct{ *Console }

func (cmd gamesCommand) command() *cli.Command {
	return &cli.Command{
		Name:  "games",
		Usage: "list the games",
		Description: `Prints a line for each game: its name, the number of positions that its default
variant stores, the level of the game (rules only, ranked or full: how much it
brings along to be solved fast), the kind of its values (byte, wide or score), its
parameters with their defaults, and what it is about.`,
		Flags:  []cli.Flag{JSONFlag("a JSON object per game")},
		Action: cmd.Action(0, 0, cmd.run),
	}
}

// listedMost is how many positions of a game are counted for the list.
const listedMost = 1 << 20

type paramJSON struct {
	Name    string `json:"name"`
	Type    string `json:"type"`
	Default string `json:"default"`
	Min     *int   `json:"min,omitempty"`
	Max     *int   `json:"max,omitempty"`
	Help    string `json:"help"`
}

func paramsJSON(params []engine.Param) []paramJSON {
	list := []paramJSON{}
	for _, q := range params {
		j := paramJSON{Name: q.Name, Default: q.Default, Help: q.Help}
		switch q.Type {
		case engine.IntParam:
			j.Type, j.Min, j.Max = "int", &q.Min, &q.Max
		case engine.BoolParam:
			j.Type = "bool"
		case engine.FileParam:
			j.Type = "file"
		case engine.WordParam:
			j.Type = "word"
		}
		list = append(list, j)
	}
	return list
}

func (cmd gamesCommand) run(c *cli.Context) error {
	list := columns{right: []bool{false, true}}
	for _, d := range cmd.registry.Definitions() {
		// A game that needs a file has no default variant.
		var positions *uint64
		if d.Positions > 0 {
			positions = &d.Positions
		} else if g, err := cmd.Counted(c.Context, d.Name, listedMost, solver.DefaultMemory()); err == nil {
			size := g.Size()
			positions = &size
		} else if c.Context.Err() != nil {
			return err
		}
		if c.Bool("json") {
			err := cmd.PrintJSON(struct {
				Name      string       `json:"name"`
				Summary   string       `json:"summary"`
				Positions *uint64      `json:"positions"`
				Level     engine.Level `json:"level"`
				Kind      string       `json:"kind"`
				Params    []paramJSON  `json:"params"`
			}{d.Name, d.Summary, positions, d.Level, d.Kind.String(), paramsJSON(d.Params)})
			if err != nil {
				return err
			}
			continue
		}
		sizeText := "- positions"
		if positions != nil {
			sizeText = Plural(*positions, "position", "positions")
		}
		list.add(d.Name, sizeText, string(d.Level), d.Kind.String(), paramsText(d.Params), d.Summary)
	}
	list.write(cmd.stdout)
	if files := cmd.registry.Files(); files != nil {
		cmd.Message("files are games, too: %s", strings.Join(files, ", "))
	}
	return nil
}

// paramsText writes parameters as they are typed, with their defaults.
func paramsText(params []engine.Param) string {
	var parts []string
	for _, q := range params {
		value := q.Default
		if value == "" {
			value = "FILE"
		}
		parts = append(parts, q.Name+"="+value)
	}
	if parts == nil {
		return "no parameters"
	}
	return strings.Join(parts, ",")
}
