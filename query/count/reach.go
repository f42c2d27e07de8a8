package count

import (
	"context"
	"math/bits"
	"sync/atomic"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/pool"
)

// Reachable returns the stored positions that play from the start can reach, the start included and
// symmetric twins once. The game must have a start. Each position takes a quarter of a byte. If
// that exceeds memory bytes, Reachable returns an error. It works on all cores, and stops when ctx
// is done.
func Reachable(ctx context.Context, g engine.Game, memory uint64) (*fast.Set, error) {
	from, err := startOf(g)
	if err != nil {
		return nil, err
	}
	if need := g.Size() / 4; need > memory {
		return nil, engine.InputErrorf("the set of reachable positions takes %d bytes of memory: want at most %d", need, memory)
	}
	r := reach{set: fast.NewSet(0, g.Size()), done: make([]uint64, (g.Size()+63)/64)}
	r.set.Add(from)
	for range pool.Workers(0) {
		r.workers = append(r.workers, reacher{scratch: g.NewScratch()})
	}
	for r.more.Store(true); r.more.Load(); {
		r.more.Store(false)
		if err := pool.Each(ctx, 0, (len(r.done)+reachRun-1)/reachRun, r.sweep); err != nil {
			return nil, err
		}
	}
	return r.set, nil
}

// reachRun is the number of words of the set in a unit of work.
const reachRun = 1 << 12

// reach searches for the reachable positions. It sweeps over all positions until every
// reached one is expanded.
type reach struct {
	set     *fast.Set
	done    []uint64 // the expanded ones, a bit each
	more    atomic.Bool
	workers []reacher
}

type reacher struct {
	scratch engine.Scratch
	indices []uint64
}

// sweep expands the positions of a unit until all its reached ones are expanded.
func (r *reach) sweep(ctx context.Context, worker, unit int) error {
	w, words := &r.workers[worker], r.set.Words()
	for again := true; again; {
		again = false
		for k := unit * reachRun; k < min((unit+1)*reachRun, len(words)); k++ {
			open := atomic.LoadUint64(&words[k]) &^ r.done[k]
			if open == 0 {
				continue
			}
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			again = true
			r.done[k] |= open
			for ; open != 0; open &= open - 1 {
				w.indices, _ = w.scratch.AppendSuccessors(w.indices[:0], uint64(k<<6+bits.TrailingZeros64(open)))
				for _, j := range w.indices {
					if bit := uint64(1) << (j & 63); atomic.LoadUint64(&words[j>>6])&bit == 0 {
						atomic.OrUint64(&words[j>>6], bit)
						r.more.Store(true)
					}
				}
			}
		}
	}
	return nil
}
