package connectfour

import (
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

func open(t testing.TB, text string) engine.Game {
	t.Helper()
	return enginetest.Open(t, Definition(), text)
}

// BenchmarkMoves lists the moves of positions of random games, as discovery does.
func BenchmarkMoves(b *testing.B) {
	r := newRules(5, 5, 4)
	var keys, list []uint64
	random, key := uint64(1), r.Start()
	for len(keys) < 1<<14 {
		list, _ = r.AppendMoves(list[:0], key)
		if len(list) == 0 {
			key = r.Start()
			continue
		}
		random = random*6364136223846793005 + 1442695040888963407
		key = list[random>>33%uint64(len(list))]
		keys = append(keys, r.Canonical(key))
	}
	moves := 0
	b.ResetTimer()
	for n := range b.N {
		list, _ = r.AppendCanonicalMoves(list[:0], keys[n%len(keys)])
		moves += len(list)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(moves), "ns/move")
}

// BenchmarkDiscover finds all positions of a board of 5 by 4.
func BenchmarkDiscover(b *testing.B) {
	enginetest.BenchmarkDiscover(b, Definition(), "connect-four:width=5,height=4")
}
