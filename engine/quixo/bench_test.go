package quixo

import (
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

func open(t testing.TB, text string) engine.Game {
	t.Helper()
	return enginetest.Open(t, Definition(), text)
}

// BenchmarkMoves lists the moves of positions of size 4 with 3 to 12 marks, as discovery does.
func BenchmarkMoves(b *testing.B) {
	r := newRules(4)
	var keys []uint64
	for key := uint64(1); len(keys) < 1<<14; key = key*6364136223846793005 + 1442695040888963407 {
		own, opponent := key>>48&(key>>32)&lower, key>>16&key&lower&^(key>>48&(key>>32))
		if k := own<<half | opponent; r.over(k) == 0 {
			keys = append(keys, r.Canonical(k))
		}
	}
	var list []uint64
	moves := 0
	b.ResetTimer()
	for n := range b.N {
		list, _ = r.AppendCanonicalMoves(list[:0], keys[n%len(keys)])
		moves += len(list)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(moves), "ns/move")
}

// BenchmarkDiscover finds all positions of size 4.
func BenchmarkDiscover(b *testing.B) {
	enginetest.BenchmarkDiscover(b, Definition(), "quixo")
}

// BenchmarkSuccessors lists the successors of all positions of size 4, as the solver does.
func BenchmarkSuccessors(b *testing.B) {
	enginetest.BenchmarkWorker(b, open(b, "quixo"))
}

// BenchmarkRank ranks size 4, which is the cost of opening the ranked game.
func BenchmarkRank(b *testing.B) {
	rules := newRules(4)
	b.ResetTimer()
	for range b.N {
		newRanking(rules)
	}
}

// BenchmarkRanked lists the successors, the exits and the predecessors of all positions in the
// ranked game of size 4.
func BenchmarkRanked(b *testing.B) {
	g := open(b, "quixo:ranked=true")
	scratch := g.NewScratch()
	var list []uint64
	for name, find := range map[string]func(i uint64){
		"successors":   func(i uint64) { list, _ = scratch.AppendSuccessors(list[:0], i) },
		"exits":        func(i uint64) { list, _, _, _ = scratch.Seeder.AppendExits(list[:0], i) },
		"predecessors": func(i uint64) { list = scratch.Unmover.AppendPredecessors(list[:0], i) },
	} {
		b.Run(name, func(b *testing.B) {
			edges := 0
			for range b.N {
				for i := range g.Size() {
					find(i)
					edges += len(list)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(edges), "ns/edge")
			b.ReportMetric(float64(edges)/float64(b.N), "edges")
		})
	}
}
