package cli

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

func runMoves(c *Call, db *query.DB, position engine.Position) error {
	list := func() (query.Moves, error) { return db.Moves(c.Context, position, c.Bool("detail")) }
	if c.Bool("tricky") {
		list = func() (query.Moves, error) { return db.Tricky(c.Context, position, c.Bool("detail")) }
	}
	m, err := list()
	if err != nil {
		return err
	}
	if c.json {
		return c.PrintJSON(m)
	}
	if err := c.PrintAnswer(m.Answer); err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "\n%s\n", db.Game().Board(position))
	if len(m.Moves) == 0 {
		fmt.Fprintln(c.stdout, "no move")
		return nil
	}
	if m.Rolls != nil {
		showRolls(c, m)
		return nil
	}
	showMoves(c, m, db.Game().Kind().Single())
	if m.Trickiest != "" && m.Verdict.Result() == engine.Loss {
		fmt.Fprintf(c.stdout, "\nlongest defence    %s\ntrickiest defence  %s\n", m.Moves[0].Turn, m.Trickiest)
	}
	return nil
}

// showMoves prints the list of moves. single: the game has one player.
func showMoves(c *Call, m query.Moves, single bool) {
	list := columns{right: []bool{false, false, true}}
	list.paint = func(row, column int, text string) string {
		if row > 0 && column == 1 {
			return c.paintValue(m.Moves[row-1].Verdict, text)
		}
		return text
	}
	head := []string{"move", "value", map[bool]string{false: "plies", true: "moves"}[single], "position"}
	if c.Bool("detail") {
		head = append(head, "replies")
	}
	if c.Bool("tricky") {
		head = append(head, "replies", "keep", "lose", "depth", "goes wrong")
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
		if t := move.Trick; t != nil && !move.Ended {
			row = append(row, Number(t.Replies), Number(t.Keep), Number(t.Lose), strconv.Itoa(t.Depth), fmt.Sprintf("%.0f%%", 100*t.Chance))
		}
		list.add(row...)
	}
	list.write(c.stdout)
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

// showRolls prints the moves that each roll allows.
func showRolls(c *Call, m query.Moves) {
	list := columns{right: []bool{false, true, false, true, true}}
	list.add("roll", "chance", "move", "value", "cost", "position")
	for _, roll := range m.Rolls {
		name, chance := roll.Name, fmt.Sprintf("%.2f%%", 100*roll.Probability)
		for _, move := range roll.Moves {
			row := []string{name, chance, move.Turn, move.Verdict.String(), "", move.Text}
			switch {
			case move.Cost == 0:
			case move.Verdict.Outcome() == engine.Likely:
				row[4] = fmt.Sprintf("%.2f%%", 100*move.Cost)
			default:
				row[4] = fmt.Sprintf("%.4f", move.Cost)
			}
			switch {
			case move.Ended:
				row[5] = "the game is over"
			case move.Keeps:
				row[5] += ", moves again"
			}
			list.add(row...)
			name, chance = "", ""
		}
	}
	list.write(c.stdout)
}
