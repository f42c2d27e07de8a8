package cli

import (
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/foregone-db/foregone/engine"
)

// indexCommand is the command index.
type indexCommand struct{ *Console }

func (cmd indexCommand) command() *cli.Command {
	return &cli.Command{
		Name:      "index",
		Usage:     "show all indices of a position",
		ArgsUsage: "[GAME] POSITION",
		Description: `Prints the canonical notation of a position, its index in the table, and the
numbers that the game itself gives it. A position that is valid but not stored has
no index. No database is needed, but of a game that brings only its rules all positions
are found first where none is given with --db.

  ` + cmd.name + ` index tictactoe XO..X....
  ` + cmd.name + ` index pushfight -- -8401495373`,
		Flags:  []cli.Flag{DatabaseFlag(), memoryFlag(), JSONFlag("a JSON object")},
		Action: cmd.Action(1, 2, cmd.run),
	}
}

func (cmd indexCommand) run(c *cli.Context) error {
	g, args, done, err := cmd.countedOrOpened(c, 1)
	if err != nil {
		return err
	}
	defer done()
	position, err := engine.ParsePosition(g, args[0])
	if err != nil {
		return err
	}
	return showIndices(cmd.Console, c.Bool("json"), g, position)
}

// showIndices prints a position with its indices.
func showIndices(c *Console, asJSON bool, g engine.Game, position engine.Position) error {
	i, stored := g.Index(position)
	own := [][2]string{}
	if indices := g.Parts().Indices; indices != nil {
		own = append(own, indices(position)...)
	}
	if asJSON {
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

// positionCommand is the command position.
type positionCommand struct{ *Console }

func (cmd positionCommand) command() *cli.Command {
	return &cli.Command{
		Name:      "position",
		Usage:     "show the position of an index",
		ArgsUsage: "[GAME] INDEX",
		Description: `Prints the canonical notation of a position and draws it. INDEX is #N or N, the
index in the table. In a game that has numbers of its own a number without # is one of
these: "` + cmd.name + ` index" shows them.

  ` + cmd.name + ` position tictactoe 17
  ` + cmd.name + ` position pushfight '#8401495373'
  ` + cmd.name + ` position pushfight -- -8401495373`,
		Flags:  []cli.Flag{DatabaseFlag(), memoryFlag(), JSONFlag("a JSON object, as of the command index")},
		Action: cmd.Action(1, 2, cmd.run),
	}
}

func (cmd positionCommand) run(c *cli.Context) error {
	g, args, done, err := cmd.countedOrOpened(c, 1)
	if err != nil {
		return err
	}
	defer done()
	text := args[0]
	if digits := strings.TrimLeft(text, "#+-"); digits == "" || strings.Trim(digits, "0123456789") != "" {
		return engine.InputErrorf("%q is no index: want a number, or # and a number", text)
	}
	if own := g.Parts().Indices != nil; !own && !strings.HasPrefix(text, "#") {
		text = "#" + text
	}
	position, err := engine.ParsePosition(g, text)
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return showIndices(cmd.Console, c.Bool("json"), g, position)
	}
	cmd.stdout.WriteString(g.Text(position) + "\n\n" + g.Board(position))
	return nil
}
