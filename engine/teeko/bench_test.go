package teeko

import (
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

func open(t testing.TB, text string) engine.Game {
	t.Helper()
	return enginetest.Open(t, Definition(), text)
}

// BenchmarkMoves lists the moves of positions with all pieces, as discovering does.
func BenchmarkMoves(b *testing.B) {
	r := newRules(5, false)
	keys := playouts(r, 1<<14)
	var list []uint64
	moves := 0
	b.ResetTimer()
	for n := range b.N {
		list, _ = r.AppendCanonicalMoves(list[:0], keys[n%len(keys)])
		moves += len(list)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(moves), "ns/move")
}

// playouts returns canonical keys with all pieces from random games.
func playouts(r *rules, n int) (keys []uint64) {
	var list []uint64
	random := uint64(1)
	key := r.Start()
	for plies := 0; len(keys) < n; plies++ {
		list, _ = r.AppendMoves(list[:0], key)
		if plies == 40 || len(list) == 0 {
			key, plies = r.Start(), -1
			continue
		}
		random = random*6364136223846793005 + 1442695040888963407
		key = list[random>>33%uint64(len(list))]
		if r.KeySlice(key) == 2*pieces {
			keys = append(keys, r.Canonical(key))
		}
	}
	return keys
}

// BenchmarkDiscover finds all positions.
func BenchmarkDiscover(b *testing.B) {
	enginetest.BenchmarkDiscover(b, Definition(), "teeko")
}

// BenchmarkSuccessors lists the successors of all positions, as solving does.
func BenchmarkSuccessors(b *testing.B) {
	enginetest.BenchmarkSuccessors(b, open(b, "teeko"))
}
