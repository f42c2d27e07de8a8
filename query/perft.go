package query

import (
	"context"
	"fmt"
	"math/bits"

	"github.com/foregone-db/foregone/engine"
)

// PerftPly counts what play reaches after exactly so many turns.
type PerftPly struct {
	Ply       int    `json:"ply"`
	Turns     uint64 `json:"turns"`     // sequences of turns, as the game counts turns
	Positions uint64 `json:"positions"` // distinct positions at their ends, before symmetry
	Finished  uint64 `json:"finished"`  // those of them with which the game is over
}

// Perft plays all turns from p on and gives the counts of the plies 1 … depth to
// each, one after the other, as soon as they are known. Finished positions are not
// played on. The positions of a ply are kept in memory, about 100 bytes each. It
// stops when ctx is done or each returns an error.
func Perft(ctx context.Context, g engine.Notation, p engine.Position, depth int, each func(PerftPly) error) error {
	open := map[engine.Position]uint64{p: 1} // unfinished positions, and how many sequences lead there
	var results []engine.Result
	for ply := 1; ply <= depth; ply++ {
		counts := PerftPly{Ply: ply}
		next := map[engine.Position]uint64{}
		ended := map[engine.Position]bool{}
		overflow := uint64(0)
		visited := 0
		for from, sequences := range open {
			if visited++; visited%64 == 0 && ctx.Err() != nil {
				return ctx.Err()
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
			return fmt.Errorf("ply %d has more than 2^64 sequences of turns: cannot count them", ply)
		}
		counts.Positions = uint64(len(next) + len(ended))
		for to := range next {
			if _, over := g.Finished(to); over {
				ended[to] = true
				delete(next, to)
			}
		}
		counts.Finished = uint64(len(ended))
		if err := each(counts); err != nil {
			return err
		}
		open = next
	}
	return nil
}
