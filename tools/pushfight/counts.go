package pushfight

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/foregone-db/foregone/engine"
	rules "github.com/foregone-db/foregone/engine/pushfight"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/solver"
	"github.com/foregone-db/foregone/tools/cli"
)

// count has the numbers of positions with a value.
type count struct {
	Value     int    `json:"value"` // the byte of the published files
	Text      string `json:"text"`
	Merged    uint64 `json:"merged"`    // permutation indices
	Minimized uint64 `json:"minimized"` // indices of the table
}

// counts prints the numbers of positions by value, in the form of the published table.
func counts(c *cli.Call) error {
	db, err := c.DatabaseOnFile()
	if err != nil {
		return err
	}
	defer db.Close()
	v, ok := db.Game().(*rules.Variant)
	if !ok {
		return engine.InputErrorf("%s is not of the Push Fight family", db.Game().Spec())
	}
	stored, err := db.Stats()
	if err != nil {
		return err
	}
	bar := c.Progress()
	defer bar.Close()
	census, err := solver.CountConfigurations(c.Context, v, solver.CensusOptions{
		Dir: filepath.Dir(db.Path()), Memory: c.Size("memory"), Workers: c.Int("workers"),
		Progress: func(step string, done, total uint64) { bar.Update(step, "", done, total, 0) },
	})
	bar.Close()
	switch {
	case errors.Is(err, context.Canceled):
		c.Message("stopped; the same command goes on from its last round: %s", c.Typed())
		return cli.ErrInterrupted
	case err != nil:
		return err
	}
	return printCounts(c, countsByValue(v, census, stored))
}

// countsByValue returns the counts of the values that occur, draws first.
func countsByValue(v *rules.Variant, census solver.Census, stored query.Stats) []count {
	all := census.Drawn
	for _, n := range census.Decided {
		all += n
	}
	twins := v.Permutations() / all // 2 if the board is symmetric: a slab also stands for its twin
	list := make([]count, 1+len(census.Decided))
	list[0].Merged = twins * census.Drawn
	for remoteness, n := range census.Decided {
		list[1+remoteness].Merged = twins * n
	}
	for value := range list {
		list[value].Value, list[value].Text = value, verdict(engine.Value(value)).String()
	}
	for _, n := range stored.Counts {
		list[n.Verdict.Value].Minimized = n.Positions
	}
	return slices.DeleteFunc(list, func(n count) bool { return n.Merged == 0 })
}

// printCounts prints counts in the form of the published table.
func printCounts(c *cli.Call, list []count) error {
	if c.Bool("json") {
		return c.PrintJSON(list)
	}
	out := c.Out()
	fmt.Fprintln(out, "value\tmerged\tminimized")
	for _, n := range list {
		fmt.Fprintf(out, "%d\t%d\t%d\n", n.Value, n.Merged, n.Minimized)
	}
	return nil
}
