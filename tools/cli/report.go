package cli

import (
	"cmp"
	"fmt"
	"io"

	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/puzzle"
	"github.com/foregone-db/foregone/query/report"
)

func runReport(c *Call) error {
	if !c.IsSet("o") && !c.json {
		return Usagef("say where to write: -o FILE, or --json for the figures alone")
	}
	databases, err := c.openAll(c.StringSlice("db"), query.Options{})
	if err != nil {
		return err
	}
	games, err := studyAll(c, databases)
	if err != nil {
		return err
	}
	if c.IsSet("o") {
		output, err := c.write(func(w io.Writer) error { return report.WriteHTML(w, games) }, databases...)
		if err != nil {
			return err
		}
		c.Message("report written to %s", output)
	}
	if c.json {
		for _, f := range games {
			if err := c.PrintJSON(f); err != nil {
				return err
			}
		}
	}
	return nil
}

// studyAll computes the figures of the databases, one after the other.
func studyAll(c *Call, databases []*query.DB) (games []*report.Figures, err error) {
	bar := c.Progress()
	for _, db := range databases {
		f, err := report.Study(c.Context, db, report.Options{
			Games: c.Int("games"), Strength: c.Int("strength"), Depth: cmp.Or(c.Int("depth"), -1), Seed: c.Int64("seed"),
			Progress: func(step string, done, total uint64) { bar.Update(step, "", done, total, 0) },
		})
		if err != nil {
			return nil, err
		}
		games = append(games, f)
	}
	return games, nil
}

func runPuzzles(c *Call, db *query.DB) error {
	found, err := findPuzzles(c, db)
	if err != nil {
		return err
	}
	if len(found.Puzzles) == 0 {
		c.Message("there is no such puzzle")
	}
	if c.IsSet("o") {
		sheet := puzzle.Sheet{Title: db.FullName() + " puzzles", Game: db.Game(), Puzzles: found.Puzzles}
		name, err := c.write(sheet.WriteHTML, db)
		if err == nil {
			c.Message("%s written to %s", Plural(uint64(len(found.Puzzles)), "puzzle", "puzzles"), name)
		}
		return err
	}
	for i := range found.Puzzles {
		if err := showPuzzle(c, db, i+1, &found.Puzzles[i]); err != nil {
			return err
		}
	}
	return nil
}

// findPuzzles finds puzzles, and reports progress and result.
func findPuzzles(c *Call, db *query.DB) (*puzzle.Found, error) {
	bar := c.Progress()
	found, err := puzzle.Find(c.Context, db, puzzle.Options{
		N: c.Int("n"), By: puzzle.Order(c.String("by")), Turns: c.Int("turns"), Throughout: c.Bool("throughout"),
		Most: c.Uint64("most"), Seed: c.Int64("seed"),
		Progress: bar.Step("looking for puzzles"),
	})
	if err != nil {
		return nil, err
	}
	bar.Close()
	looked := Number(found.Looked)
	if found.Looked < found.Stored {
		looked += " of " + Number(found.Stored)
	}
	if db.Game().Kind().Single() {
		c.Message("looked at %s positions", looked)
		return found, nil
	}
	c.Message("looked at %s positions of the length: %s %s", looked, Number(found.Puzzling),
		map[bool]string{false: "have one winning move", true: "have one winning move at every turn"}[c.Bool("throughout")])
	return found, nil
}

func showPuzzle(c *Call, db *query.DB, n int, p *puzzle.Puzzle) error {
	if c.json {
		return c.PrintJSON(p)
	}
	fmt.Fprintf(c.stdout, "%d. %s\n", n, p.Task(db.Game()))
	if err := c.PrintAnswer(p.Answer); err != nil {
		return err
	}
	_, err := fmt.Fprintf(c.stdout, "\n%s\nsolution  %s\nhardness  %.2f: %s\n\n", db.Game().Board(p.Position), p.Solution(db.Game()), p.Hardness, p.Remark())
	return err
}
