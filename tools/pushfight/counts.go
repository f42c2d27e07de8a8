package pushfight

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"github.com/foregone-db/foregone/engine"
	rules "github.com/foregone-db/foregone/engine/pushfight"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/solver"
	"github.com/foregone-db/foregone/tools/cli"
)

// count is how many positions have a value.
type count struct {
	Value     int    `json:"value"` // the byte of the published files
	Text      string `json:"text"`
	Merged    uint64 `json:"merged"`    // permutation indices
	Minimized uint64 `json:"minimized"` // indices of the table
}

// counts prints how many positions have each value, as the published table has it.
func (p *parts) counts(c *urfave.Context) error {
	if err := p.alone(c); err != nil {
		return err
	}
	memory, err := p.console.Size("--memory", c.String("memory"))
	if err != nil {
		return err
	}
	db, err := cli.DatabaseOnFile(p.console, c)
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
	bar := p.console.Progress()
	defer bar.Close()
	census, err := solver.CountConfigurations(c.Context, v, solver.CensusOptions{
		Dir: filepath.Dir(db.Path()), Memory: memory, Workers: c.Int("workers"),
		Progress: func(step string, done, total uint64) { bar.Update(step, "", done, total, 0) },
	})
	bar.Close()
	switch {
	case errors.Is(err, context.Canceled):
		p.console.Message("stopped; the same command goes on from its last round: %s", p.console.Typed())
		return cli.ErrInterrupted
	case err != nil:
		return err
	}
	return p.printCounts(c, countsByValue(v, census, stored))
}

// countsByValue returns the counts of the values that occur, those of draws first.
func countsByValue(v *rules.Variant, census solver.Census, stored query.Stats) []count {
	all := census.Drawn
	for _, n := range census.Decided {
		all += n
	}
	twins := v.Permutations() / all // a slab stands for its twin, too, where the board is symmetric
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
func (p *parts) printCounts(c *urfave.Context, list []count) error {
	if c.Bool("json") {
		return p.console.PrintJSON(list)
	}
	out := p.console.Out()
	fmt.Fprintln(out, "value\tmerged\tminimized")
	for _, n := range list {
		fmt.Fprintf(out, "%d\t%d\t%d\n", n.Value, n.Merged, n.Minimized)
	}
	return nil
}
