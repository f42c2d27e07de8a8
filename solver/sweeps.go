package solver

import (
	"context"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/sweeps"
)

// sweepPlan is what a solve by sweeps is expected to need, and what solves it.
type sweepPlan struct {
	sweeps.Estimate
	chosen bool
	solver *sweeps.Solver // from the first slice on
}

// suitsSweeps reports whether a game can be solved by sweeps, and the options mean that it
// may be.
func suitsSweeps(g engine.Game, o Options) bool {
	return g.Parts().Sweeps != nil && o.Party == nil && !o.Shareable && o.MaxPhase <= 0 && (o.Strategy == Auto || o.Strategy == "")
}

// sweepMemory returns the part of the memory that solving by sweeps has. The rest is for the
// process, and for what the collector has not found yet.
func (o Options) sweepMemory() uint64 { return o.Memory - min(128<<20+o.Memory/8, o.Memory) }

// wholeSweepMemory returns the memory of which solving by sweeps has a part.
func wholeSweepMemory(part uint64) uint64 { return (part + 128<<20) / 7 * 8 }

func sweepEstimate(g engine.Game, o Options) (e sweeps.Estimate) {
	e = sweeps.EstimateFor(g.Parts().Sweeps(), g.Slices(), uint64(g.Kind().Width()), o.Workers)
	e.Least += crew.Resident(g)
	return e
}

// chooseSweeps takes sweeps where the game has them and there is memory.
func (r *run) chooseSweeps() bool {
	o := r.options
	if !suitsSweeps(r.game, o) || o.working > 0 || o.arrange != nil {
		return false
	}
	e := sweepEstimate(r.game, o)
	if e.Least > o.sweepMemory() {
		return false
	}
	r.sweeps = sweepPlan{Estimate: e, chosen: true}
	return true
}

// takesSweeps reports whether a slice is solved by sweeps, or was by an earlier run, and says
// where its values are then. What an earlier run solved by phases stays as it is, and what
// leads there takes phases, too.
func (r *run) takesSweeps(number int) (bool, error) {
	if r.game.Parts().Sweeps == nil || r.plan.Slices[number].Layer {
		return false, nil
	}
	var swept ledger.LayerNote
	var last any
	done, err := r.ledger.Note(ledger.LayerName(number), &swept)
	if err != nil {
		return false, err
	}
	solved, err := r.ledger.Note(ledger.SolvedName(number), &last)
	if err != nil {
		return false, err
	}
	bySweeps := done || r.sweeps.chosen && !solved
	for _, to := range r.plan.Slices[number].Exits {
		bySweeps = bySweeps && (done || r.values.InFile(to))
	}
	if bySweeps {
		r.values.Filed[number] = true
	}
	return bySweeps, nil
}

// solveBySweeps solves a slice.
func (r *run) solveBySweeps(ctx context.Context, number int, rest []int) error {
	if r.sweeps.solver == nil {
		r.sweeps.solver = sweeps.New(sweeps.Config{
			Game: r.game.Parts().Sweeps(), Slices: r.plan.Slices, Crew: r.crew, Layers: r.values.Layers,
			Ledger: r.ledger, Codec: r.codec, Reporter: reporter{r}, Often: r.options.often,
		})
	}
	if !r.sweeps.chosen {
		rest = nil // an earlier run solved this slice, and none after it is solved so
	}
	return r.sweeps.solver.Solve(ctx, number, rest)
}
