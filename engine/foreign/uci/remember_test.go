package uci

import (
	"context"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/pool"
)

// remembered stores the successors of all positions, so that the engine lists them once. The naive
// solver needs those of each position many times.
type remembered struct {
	engine.Game
	successors [][]uint64
	ends       []engine.Ends
}

func remember(t testing.TB, g engine.Game) *remembered {
	r := &remembered{g, make([][]uint64, g.Size()), make([]engine.Ends, g.Size())}
	const unit = 128
	err := pool.Each(t.Context(), 0, int(g.Size()+unit-1)/unit, func(_ context.Context, _, n int) error {
		s := g.NewScratch()
		for i := uint64(n) * unit; i < min(uint64(n+1)*unit, g.Size()); i++ {
			r.successors[i], r.ends[i] = s.AppendSuccessors(nil, i)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// NewScratch implements [engine.Game].
func (r *remembered) NewScratch() engine.Scratch { return engine.Scratch{Generator: r} }

// AppendSuccessors implements [engine.Generator].
func (r *remembered) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	return append(dst, r.successors[i]...), r.ends[i]
}
