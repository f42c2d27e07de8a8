package count

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/bits"

	"github.com/foregone-db/foregone/engine"
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
