package solver

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/solver/internal/slabs"
)

// slabPlan is the expected cost of a solve by slabs.
type slabPlan struct {
	game fast.Slabs
	slabs.Estimate
}

// chooseSlabs returns the plan of a solve by slabs if the game's turns consist of steps, the memory
// suffices, and neither the options nor an earlier run in the folder require another way. Else it
// returns nil.
func (r *run) chooseSlabs() (*slabPlan, error) {
	o := r.options
	if !r.mayUseSlabs() {
		return nil, nil
	}
	s := r.game.Parts().Slabs()
	e := slabs.EstimateFor(s, o.slabMemory(), o.Workers)
	least := wholeMemory(e.Least)
	if o.Party != nil && o.Party.Follows() { // it holds a part of the state or more, and makes no table
		least, e = partMemory(e.Bitmap, 1), slabs.Estimate{}
	}
	fits := least <= o.Memory
	_, err := os.Stat(slabsPath(o.Dir))
	begun := err == nil // the solve resumes by slabs, or not at all
	switch {
	case !fits && (begun || o.Strategy == Slabs):
		return nil, engine.InputErrorf("%s needs at least %d MiB of memory to solve by slabs, and the budget is %d MiB",
			r.game.Spec(), least>>20+1, o.Memory>>20)
	case fits:
		return &slabPlan{s, e}, nil
	}
	return nil, nil
}

// mayUseSlabs reports whether the game, the options and the files in the folder allow slabs.
func (r *run) mayUseSlabs() bool {
	o := r.options
	if o.Shareable || !suitsSlabs(r.game, o.Strategy) {
		return false
	}
	if o.Strategy == Slabs || o.Party != nil { // SharedStrategy chose
		return o.Strategy == Slabs
	}
	if o.disk != vfs.Default { // slabs write to the system's disk
		return false
	}
	_, noStore := os.Stat(kv.StorePath(o.Dir))
	_, noSlabs := os.Stat(slabsPath(o.Dir))
	return noStore != nil || noSlabs == nil
}

// suitsSlabs reports whether a game's turns consist of steps and the strategy permits slabs. Only
// strategy Slabs permits them for games with layers, each of which takes one pass, value by value.
func suitsSlabs(g engine.Game, strategy Strategy) bool {
	if g.Parts().Slabs == nil || strategy == Forward || strategy == Backward {
		return false
	}
	return strategy == Slabs || !slices.ContainsFunc(g.Slices(), func(sl engine.Slice) bool { return sl.Layer })
}

// SharedStrategy returns the strategy of a solve on several machines with the options of the coordinator: slabs if the
// turns of the game are made of steps, the options permit it, and the memory suffices to make the table.
func SharedStrategy(g engine.Game, o Options) Strategy {
	o = o.withDefaults()
	if suitsSlabs(g, o.Strategy) && (o.Strategy == Slabs || slabs.EstimateFor(g.Parts().Slabs(), o.slabMemory(), o.Workers).Least <= o.slabMemory()) {
		return Slabs
	}
	return o.Strategy
}

// slabMemory returns the memory of a solve by slabs. The rest is for the process: the store, the
// collector, tables of the game, partly used pages.
func (o Options) slabMemory() uint64 { return o.Memory - min(slabOverhead(o.Memory), o.Memory) }

func slabOverhead(memory uint64) uint64 { return slabFixed + memory/64 }

const slabFixed = 80 << 20

func slabsPath(dir string) string { return filepath.Join(kv.ScratchPath(dir), kv.SlabsFolder) }

// wholeMemory is the inverse of slabMemory: the memory of the process from that of the slabs.
func wholeMemory(part uint64) uint64 { return (part + slabFixed) / 63 * 64 }

// solveBySlabs finds all values on bitmaps of slabs and writes the table.
func (r *run) solveBySlabs(ctx context.Context) (Summary, error) {
	dir := slabsPath(r.options.Dir)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return Summary{}, err
	}
	found, err := slabs.Solve(ctx, r.slabs.game, slabs.Options{
		Dir: dir, Memory: r.options.slabMemory(), Workers: r.options.Workers, Limit: r.options.MaxPhase, Reporter: reporter{r}, Party: r.options.Party,
	})
	if err != nil || found == nil {
		return Summary{}, err
	}
	r.bounded = found.Bounded
	s, err := r.compact(ctx, found.Values)
	return s, errors.Join(err, found.Close())
}
