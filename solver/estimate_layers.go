package solver

import (
	"math/rand/v2"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver/internal/clock"
	"github.com/foregone-db/foregone/solver/internal/crew"
)

const (
	// Runs of layers are evaluated for so many seconds, so many at most, each of so many positions: what
	// games make for a run counts for little. In a small game a run is such a part of it.
	layerTime, layerRuns, layerRun = 0.1, 32, 1 << 18
	layerPart, leastRun            = 2048, 1 << 12
	// storing is the processor time of a value that is written to a file, read and compressed.
	storing = 6e-9
)

// layerSeconds estimates the processor time of a game whose layers are solved many positions at a time, from
// some runs of them. What they lead to counts as drawn there: games look it up all the same. It is 0 where the values
// of a layer do not fit in so many bytes of memory.
func layerSeconds(g engine.Game, w *crew.Worker, memory uint64) float64 {
	list, width := g.Slices(), uint64(g.Kind().Width())
	most := uint64(0)
	for _, sl := range list {
		most = max(most, sl.Size)
	}
	if most > memory/width {
		return 0
	}
	longest := min(max(g.Size()/layerPart, leastRun), layerRun)
	drawn, values := make([]byte, width*most), make([]byte, width*longest)
	rng := rand.New(rand.NewPCG(2, 3))
	evaluated, took := uint64(0), 0.0
	for n := 0; n < layerRuns && took < layerTime; n++ {
		first := rng.Uint64N(g.Size())
		sl := list[engine.SliceOf(list, first)]
		if !sl.Layer {
			continue
		}
		exits := make([][]byte, len(list))
		for _, e := range sl.Exits {
			exits[e] = drawn[:width*list[e].Size]
		}
		run := min(longest, sl.First+sl.Size-first)
		watch := clock.Start()
		err := w.Layers.EvaluateLayer(values[:width*run], first, run, exits)
		took += watch.Stop()
		if err != nil {
			return 0
		}
		evaluated += run
	}
	if evaluated == 0 {
		return 0
	}
	return (took/float64(evaluated) + storing) * float64(g.Size())
}
