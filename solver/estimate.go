package solver

import (
	"math/rand/v2"
	"slices"
	"time"

	"github.com/foregone-db/foregone/engine"
)

// looked is the share of the moves of positions without an immediate win, both ways,
// that a solve generates: looks forward stop early and are seldom repeated, and only
// losses and late wins list their predecessors. It is what the Push Fight variants
// solved so far took.
const looked = 0.15

// sampleSeconds estimates the wall time of a solve from some positions: all are
// scanned once, and moves are generated for those without an immediate win. It takes
// some hundredths of a second.
func sampleSeconds(g engine.Game, o Options) float64 {
	const positions = 256
	w := newWorker(0, g)
	if w.layers != nil {
		return 0 // many at a time; positions alone would tell nothing
	}
	rng := rand.New(rand.NewPCG(2, 3))
	moves := looked
	if !slices.ContainsFunc(g.Slices(), func(sl engine.Slice) bool { return !sl.Layer }) {
		moves = 1 // all are generated, once
	}
	var scan, expand time.Duration
	for range positions {
		i := rng.Uint64N(g.Size())
		w.indices, _ = w.scratch.AppendSuccessors(w.indices[:0], i) // may make tables first
		start := time.Now()
		wins := engine.NewSet(i, 1)
		if w.scanner != nil {
			w.scanner.ScanWins(wins, i, 1)
		}
		scan += time.Since(start)
		if wins.Has(i) {
			continue
		}
		start = time.Now()
		if w.seeder != nil {
			w.indices, _, _, _ = w.seeder.AppendExits(w.indices[:0], i)
		} else {
			w.indices, _ = w.scratch.AppendSuccessors(w.indices[:0], i)
		}
		if w.unmover != nil {
			w.indices = w.unmover.AppendPredecessors(w.indices[:0], i)
		}
		expand += time.Since(start)
	}
	perPosition := (scan.Seconds() + moves*expand.Seconds()) / positions
	return perPosition * float64(g.Size()) / float64(o.Workers)
}
