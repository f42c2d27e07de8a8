package solver

import (
	"math/rand/v2"
	"time"

	"github.com/foregone-db/foregone/engine"
)

// sampleSeconds estimates the wall time of a solve: every position is scanned once,
// those without an immediate win are looked at forward a few times and their
// predecessors are listed once. It takes some hundredths of a second.
func sampleSeconds(g engine.Game, o Options) float64 {
	const positions = 64
	w := newWorker(0, g)
	rng := rand.New(rand.NewPCG(2, 3))
	open := 0
	var scan, expand time.Duration
	for range positions {
		i := rng.Uint64N(g.Size())
		start := time.Now()
		wins := engine.NewSet(i, 1)
		if w.scanner != nil {
			w.scanner.ScanWins(wins, i, 1)
		}
		scan += time.Since(start)
		if wins.Has(i) {
			continue
		}
		open++
		start = time.Now()
		w.indices, _ = w.scratch.AppendSuccessors(w.indices[:0], i)
		if w.unmover != nil {
			w.indices = w.unmover.AppendPredecessors(w.indices[:0], i)
		}
		expand += time.Since(start)
	}
	perPosition := (scan.Seconds() + 2*expand.Seconds()) / positions
	return perPosition * float64(g.Size()) / float64(o.Workers)
}
