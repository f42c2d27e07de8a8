package cli

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

// movesCommand is the command moves.
type movesCommand struct{ *Console }

func (cmd movesCommand) command() *cli.Command {
	return &cli.Command{
		Name:      "moves",
		Usage:     "show every move with its result, best first",
		ArgsUsage: "[POSITION]",
		Description: `Prints a position (the start of the game where none is given), its value, and a line for each distinct result of a turn, best
first: a shortest turn that leads there, what it is worth to the player who makes it,
the number of plies until the game ends, and the position after it. --detail adds
what the opponent can answer with, from his side, as VALUE*RESULTS.

  ` + cmd.name + ` moves XO..X....
  ` + cmd.name + ` moves '#17' --detail --json`,
		Flags: []cli.Flag{
			DatabaseFlag(),
			&cli.BoolFlag{Name: "detail", Usage: "count the replies to each move by value"},
			JSONFlag("a JSON object"),
		},
		Action: cmd.Action(0, 1, cmd.run),
	}
}

// databaseWith opens the database and reads the position that a command is about, the
// start of the game where there is no argument. The caller closes the database.
func databaseWith(console *Console, c *cli.Context) (*query.DB, engine.Position, error) {
	db, err := console.Database(c)
	if err != nil {
		return nil, nil, err
	}
	if c.NArg() == 0 {
		if start, ok := db.Game().Start(); ok {
			return db, start, nil
		}
		db.Close()
		return nil, nil, Usagef("%s has no single start: want \"%s %s POSITION\"", db.Game().Spec().Name(), console.name, c.Command.Name)
	}
	position, err := db.Parse(c.Args().First())
	if err != nil {
		db.Close()
		return nil, nil, err
	}
	return db, position, nil
}

func (cmd movesCommand) run(c *cli.Context) error {
	db, position, err := databaseWith(cmd.Console, c)
	if err != nil {
		return err
	}
	defer db.Close()
	m, err := db.Moves(c.Context, position, c.Bool("detail"))
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return cmd.PrintJSON(m)
	}
	if err := cmd.PrintAnswer(m.Answer); err != nil {
		return err
	}
	fmt.Fprintf(cmd.stdout, "\n%s\n", db.Game().Board(position))
	if len(m.Moves) == 0 {
		fmt.Fprintln(cmd.stdout, "no move")
		return nil
	}
	list := columns{right: []bool{false, false, true}}
	list.paint = func(row, column int, text string) string {
		if row > 0 && column == 1 {
			return cmd.paintValue(m.Moves[row-1].Verdict, text)
		}
		return text
	}
	head := []string{"move", "value", "plies", "position"}
	if c.Bool("detail") {
		head = append(head, "replies")
	}
	list.add(head...)
	for _, move := range m.Moves {
		row := []string{strings.Join(append([]string{move.Turn}, move.Also...), " = "), move.Verdict.String(), "-", move.Text}
		if plies, ok := move.Verdict.Plies(); ok {
			row[2] = strconv.Itoa(plies)
		}
		if move.Ended {
			row[3] = "the game is over"
		}
		if c.Bool("detail") && !move.Ended {
			row = append(row, repliesText(move.Replies))
		}
		list.add(row...)
	}
	list.write(cmd.stdout)
	return nil
}

func repliesText(replies []query.Reply) string {
	if len(replies) == 0 {
		return "none"
	}
	var parts []string
	for _, r := range replies {
		parts = append(parts, fmt.Sprintf("%v*%d", r.Verdict, r.Results))
	}
	return strings.Join(parts, ",")
}
