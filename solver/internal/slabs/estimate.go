package slabs

import (
	"math/rand/v2"

	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/solver/internal/clock"
)

// Estimate is the expected cost of a solve.
type Estimate struct {
	Slabs   int     // live ones, by a sample
	Bitmap  uint64  // bytes of a bit for each of their configurations
	Least   uint64  // bytes of memory; Solve refuses less
	Best    uint64  // bytes of memory that hold all working bitmaps
	Disk    uint64  // bytes, an upper bound while solving: log, working bitmaps and table
	Seconds float64 // CPU time, by the sample
}

const (
	// logBytes is an upper bound on the bytes of the log for each bit of a live slab's
	// bitmap: phases decide about one bit in six, and each takes a byte or two.
	logBytes = 0.25
	// sweeps is the number of looks at a slab in a whole solve, in units of the time to find out
	// whether it is live. It was measured on the whole of Push Fight and its smaller variants.
	sweeps = 20
	// Bitmaps of open configurations that do not fit into memory are read and written in each of
	// filePhases phases of losses, in fileByte seconds of one core for a byte. These were measured
	// on the whole of Push Fight: 180 core-minutes, 19 of them for the looks.
	filePhases = 46
	fileByte   = 7e-9
)

// EstimateFor estimates a solve with a number of bytes of memory, from a sample of slabs.
func EstimateFor(s fast.Slabs, memory uint64, workers int) (e Estimate) {
	order, words := s.Order(), s.Words()
	set := func() []uint64 { return make([]uint64, words) }
	w := &worker{scratch: s.NewSlabScratch(), a: set(), b: set(), c: set()}
	rng := rand.New(rand.NewPCG(5, 6))
	const most = 400
	sample := min(most, len(order))
	alive := 0
	w.look(order[0]) // the game builds its lazy tables
	watch := clock.Start()
	for n := range sample {
		if len(order) > most {
			n = rng.IntN(len(order))
		}
		if live, _ := w.look(order[n]); live {
			alive++
		}
	}
	each := watch.Stop() / float64(sample)
	e.Slabs = alive * len(order) / sample
	if sample < len(order) {
		e.Slabs += len(order) / 50 // the sample may be low
	}
	e.Slabs = min(e.Slabs, len(order))
	bitmap := uint64(e.Slabs) * uint64(words) * 8
	e.Bitmap = bitmap
	positions := uint64(0)
	for _, part := range s.Parts() {
		positions += part.Size
	}
	o := setup{Options: Options{Workers: workers}}
	for o.Memory = bitmap; ; o.Memory += o.Memory/64 + 1<<20 {
		if p, err := planFor(e.Slabs, words, -1, o); err == nil {
			if e.Least == 0 {
				e.Least = o.Memory
			}
			if p.inMemory {
				break
			}
		}
	}
	e.Best = o.Memory
	e.Disk = uint64(logBytes*float64(bitmap*8)) + positions/5 + 64<<20
	if memory < e.Best {
		e.Disk += bitmap
	}
	e.Seconds = each * (float64(len(order)) + sweeps*float64(e.Slabs))
	if memory < e.Best {
		e.Seconds += 2 * filePhases * fileByte * float64(bitmap)
	}
	return e
}
