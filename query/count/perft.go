package count

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/bits"
	"sync/atomic"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/pool"
)

// Ply has the counts of play after a given number of turns.
type Ply struct {
	Ply       int    `json:"ply"`
	Turns     uint64 `json:"turns"`     // sequences of turns, as the game counts turns
	Positions uint64 `json:"positions"` // distinct positions at their ends; symmetric twins count separately
	Finished  uint64 `json:"finished"`  // the finished ones
}

// Limits of [Perft]. The zero value of every field means none.
type Limits struct {
	// Positions bounds the positions of one ply and the next that are kept in memory; more are
	// an error.
	Positions uint64
	// Progress gets, from time to time, the number of positions of the previous ply that are
	// expanded, the number of all of them, and the number of positions found.
	Progress func(ply int, done, total, found uint64)
}

// Perft plays all turns from p on and yields the counts of the plies 1 … depth, each as
// soon as it is known. Play ends at finished positions. Perft keeps the positions of a ply
// in memory, about 100 bytes each. The last pair has an error if a count exceeds
// 2^64 or a limit, or ctx is done.
func Perft(ctx context.Context, g engine.Notation, p engine.Position, depth int, l Limits) iter.Seq2[Ply, error] {
	return func(yield func(Ply, error) bool) {
		open := map[engine.Position]uint64{p: 1}
		for ply := 1; ply <= depth; ply++ {
			counts, next, err := advance(ctx, g, open, ply, l)
			counts.Ply = ply
			if err != nil {
				yield(Ply{}, fmt.Errorf("ply %d: %w", ply, err))
				return
			}
			if !yield(counts, nil) {
				return
			}
			open = next
		}
	}
}

// advance plays all turns from unfinished positions, each given with the number of sequences of
// turns that lead to it. It returns the unfinished positions of the next ply in the same form.
func advance(ctx context.Context, g engine.Notation, open map[engine.Position]uint64, ply int, l Limits) (Ply, map[engine.Position]uint64, error) {
	var counts Ply
	var results []engine.Result
	next := map[engine.Position]uint64{}
	ended := map[engine.Position]bool{}
	overflow := uint64(0)
	visited := 0
	for from, sequences := range open {
		if visited++; visited%64 == 0 {
			if ctx.Err() != nil {
				return counts, nil, ctx.Err()
			}
			if l.Progress != nil {
				l.Progress(ply, uint64(visited), uint64(len(open)), uint64(len(next)+len(ended)))
			}
		}
		if n := uint64(len(open) + len(next) + len(ended)); l.Positions > 0 && n > l.Positions {
			return counts, nil, fmt.Errorf("two plies have more than %d positions, for which there is memory", l.Positions)
		}
		results = g.AppendResults(results[:0], from)
		for _, r := range results {
			hi, n := bits.Mul64(sequences, r.Turns)
			var carry uint64
			counts.Turns, carry = bits.Add64(counts.Turns, n, 0)
			overflow |= hi | carry
			if r.Ended {
				ended[r.To] = true
			} else {
				next[r.To] += n
			}
		}
	}
	if overflow != 0 {
		return counts, nil, errors.New("more than 2^64 sequences of turns: cannot count them")
	}
	counts.Positions = uint64(len(next) + len(ended))
	for to := range next {
		if _, over := g.Finished(to); over {
			ended[to] = true
			delete(next, to)
		}
	}
	counts.Finished = uint64(len(ended))
	return counts, next, nil
}

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
