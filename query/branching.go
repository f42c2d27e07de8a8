package query

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/pool"
)

// Branching counts the moves of stored positions: the distinct results of their turns. Each
// position counts once.
type Branching struct {
	Positions uint64  `json:"positions"` // examined
	All       bool    `json:"all"`       // all stored positions, not a random sample
	Finished  uint64  `json:"finished"`  // without a move
	Forced    uint64  `json:"forced"`    // with a single move
	Mean      float64 `json:"mean"`      // of the unfinished positions
	Most      int     `json:"most"`
}

// branchingUnit is the number of positions that a worker takes at a time.
const branchingUnit = 1024

// Branching counts the moves of n random stored positions, or of all if there are no more. The same
// seed chooses the same positions. It takes 8 bytes for each, and stops when ctx is done.
func (db *DB) Branching(ctx context.Context, n uint64, seed int64) (Branching, error) {
	size := db.game.Size()
	b := Branching{Positions: min(n, size), All: n >= size}
	var chosen []uint64
	if !b.All {
		chosen = ordinals(size, n, rand.New(rand.NewPCG(uint64(seed), 2)))
	}
	parts := make([]Branching, (b.Positions+branchingUnit-1)/branchingUnit)
	moves := make([]uint64, len(parts))
	results := make([][]engine.Result, pool.Workers(0))
	err := pool.Each(ctx, len(results), len(parts), func(ctx context.Context, worker, k int) error {
		first := uint64(k) * branchingUnit
		for i := first; i < min(first+branchingUnit, b.Positions); i++ {
			if i%64 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			at := i
			if chosen != nil {
				at = chosen[i]
			}
			results[worker] = db.game.AppendResults(results[worker][:0], db.game.At(at))
			found := len(results[worker])
			switch found {
			case 0:
				parts[k].Finished++
			case 1:
				parts[k].Forced++
			}
			moves[k] += uint64(found)
			parts[k].Most = max(parts[k].Most, found)
		}
		return nil
	})
	if err != nil {
		return Branching{}, fmt.Errorf("counting moves of %s: %w", db.spec, err)
	}
	var total uint64
	for k, p := range parts {
		b.Finished += p.Finished
		b.Forced += p.Forced
		b.Most = max(b.Most, p.Most)
		total += moves[k]
	}
	if b.Positions > b.Finished {
		b.Mean = float64(total) / float64(b.Positions-b.Finished)
	}
	return b, nil
}
