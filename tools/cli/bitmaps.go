package cli

import (
	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver"
	"github.com/foregone-db/foregone/solver/breadth"
)

// byBitmaps is the strategy that solves a game of one player in bitmaps on disk.
const byBitmaps = "bitmaps"

// solveBitmaps solves a game in bitmaps. The folder holds these in place of a table.
func solveBitmaps(c *Call, spec engine.Spec, o solver.Options) error {
	for _, flag := range []string{"max-phase", "chunk", "keep", "cluster"} {
		if c.IsSet(flag) {
			return Usagef("--%s has no effect with --strategy %s", flag, byBitmaps)
		}
	}
	o.Strategy = solver.Auto
	g, err := solver.Open(c.Context, c.registry, spec, o)
	if err != nil {
		return err
	}
	counts, err := breadth.Solve(c.Context, g, breadth.Options{
		Dir: o.Dir, Memory: o.Memory, Workers: o.Workers,
		Progress: func(distance int, positions uint64) {
			if c.json {
				c.PrintJSON(solver.Event{Kind: solver.EventPhase, Phase: distance, New: positions})
				c.stdout.Flush()
			} else {
				c.Message("%d moves: %s", distance, Plural(positions, "position", "positions"))
			}
		},
	})
	if interrupted(c.Context, err) {
		c.Message("stopped; the same command resumes: %s", c.Typed())
		return statusError(exitInterrupted)
	} else if err != nil {
		return err
	}
	solvable := uint64(0)
	for _, n := range counts {
		solvable += n
	}
	return c.show("bitmaps", struct {
		Event     string   `json:"event"`
		Positions uint64   `json:"positions"`
		Solvable  uint64   `json:"solvable"`
		Moves     int      `json:"moves"` // of the hardest positions
		Counts    []uint64 `json:"counts"`
		Dir       string   `json:"-"`
		Hardest   uint64   `json:"-"`
	}{"done", g.Size(), solvable, len(counts) - 1, counts, o.Dir, counts[len(counts)-1]})
}
