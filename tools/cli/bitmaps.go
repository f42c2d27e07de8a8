package cli

import (
	"fmt"
	"io"
	"strings"

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
	if c.json {
		return c.PrintJSON(struct {
			Event     string   `json:"event"`
			Positions uint64   `json:"positions"`
			Solvable  uint64   `json:"solvable"`
			Moves     int      `json:"moves"` // of the hardest positions
			Counts    []uint64 `json:"counts"`
		}{"done", g.Size(), solvable, len(counts) - 1, counts})
	}
	facts := columns{}
	facts.add("positions", Number(g.Size()))
	facts.add("solvable", Number(solvable)+"  "+share(solvable, g.Size()))
	facts.add("hardest", fmt.Sprintf("%s, %s", Plural(uint64(len(counts)-1), "move", "moves"), Plural(counts[len(counts)-1], "position", "positions")))
	facts.add("bitmaps", o.Dir)
	facts.write(c.stdout)
	return nil
}

// writeBitmaps prints the plan of solving a game in bitmaps, if it has spreads.
func writeBitmaps(w io.Writer, g engine.Game, memory uint64, workers int) {
	p, ok := breadth.PlanFor(g, memory, workers)
	if !ok {
		return
	}
	room := "and the budget of " + size(memory) + " is too small"
	if p.Workers > 0 {
		room = fmt.Sprintf("so that %s fit into %s", Plural(uint64(p.Workers), "worker", "workers"), size(memory))
	}
	fmt.Fprintf(w, "\nIn bitmaps (--strategy %s):\n", byBitmaps)
	list := columns{}
	list.add("  result", size(p.Result)+", one bit a position: the distance modulo 4, of which the parity is known")
	list.add("  disk", "at most "+size(p.Disk)+" while solving")
	list.add("  memory", strings.Join([]string{size(p.Memory) + " a worker", room}, ", "))
	list.write(w)
}
