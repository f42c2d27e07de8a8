package cli

import (
	"fmt"

	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/puzzle"
)

func runPuzzles(c *Call, db *query.DB) error {
	found, err := findPuzzles(c, db)
	if err != nil {
		return err
	}
	if len(found.Puzzles) == 0 {
		c.Message("there is no such puzzle")
	}
	if c.IsSet("o") {
		return writeSheet(c, db, found)
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

func writeSheet(c *Call, db *query.DB, found *puzzle.Found) error {
	sheet := puzzle.Sheet{Title: db.FullName() + " puzzles", Game: db.Game(), Puzzles: found.Puzzles}
	name, err := c.write(sheet.WriteHTML, db)
	if err == nil {
		c.Message("%s written to %s", Plural(uint64(len(found.Puzzles)), "puzzle", "puzzles"), name)
	}
	return err
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
