package rpsw

import (
	"math/rand"
	"testing"

	"github.com/foregone-db/foregone/engine/fast"
)

// benchPositions is large so that branch predictors cannot learn the positions.
const benchPositions = 1 << 16

// benchIndices returns indices of the full game, mostly of four pieces a side, in two orders:
// random, and in runs of close neighbors as in a solve.
func benchIndices(v *Variant) map[string][]uint64 {
	rng := rand.New(rand.NewSource(7))
	random, runs := make([]uint64, benchPositions), make([]uint64, benchPositions)
	for n := range random {
		random[n] = rng.Uint64() % v.Size()
		if n%1024 == 0 {
			runs[n] = random[n] / 2
		} else {
			runs[n] = runs[n-1] + 1 + rng.Uint64()%4
		}
	}
	return map[string][]uint64{"random": random, "runs": runs}
}

func rate(b *testing.B, unit string) {
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), unit+"/s")
}

// benchEach runs f, which returns the number of edges it met, on the positions of both orders.
func benchEach(b *testing.B, f func(w *scratch, i uint64) int) {
	v := open(b, "rpsw")
	for name, indices := range benchIndices(v) {
		b.Run(name, func(b *testing.B) {
			w := newScratch(v)
			edges := 0
			b.ReportAllocs()
			for n := range b.N {
				edges += f(w, indices[n%benchPositions])
			}
			if edges > 0 {
				b.ReportMetric(float64(edges)/float64(b.N), "edges/position")
			}
			rate(b, "positions")
		})
	}
}

func BenchmarkSuccessors(b *testing.B) {
	var dst []uint64
	benchEach(b, func(w *scratch, i uint64) int {
		dst, _ = w.AppendSuccessors(dst[:0], i)
		return len(dst)
	})
}

func BenchmarkExits(b *testing.B) {
	var dst []uint64
	benchEach(b, func(w *scratch, i uint64) int {
		dst, _, _, _ = w.AppendExits(dst[:0], i)
		return len(dst)
	})
}

func BenchmarkPredecessors(b *testing.B) {
	var dst []uint64
	benchEach(b, func(w *scratch, i uint64) int {
		dst = w.AppendPredecessors(dst[:0], i)
		return len(dst)
	})
}

func BenchmarkOpenPredecessors(b *testing.B) {
	var dst []uint64
	benchEach(b, func(w *scratch, i uint64) int {
		dst = w.AppendOpenPredecessors(dst[:0], i)
		return len(dst)
	})
}

func BenchmarkUnrank(b *testing.B) {
	benchEach(b, func(w *scratch, i uint64) int {
		w.at.seek(i)
		return 0
	})
}

func BenchmarkRank(b *testing.B) {
	v := open(b, "rpsw")
	type arranged struct {
		m        *matter
		own, opp lineup
	}
	var list []arranged
	for _, i := range benchIndices(v)["random"] {
		k := cursor{v: &v.numbering}
		k.seek(i)
		p := arranged{k.matter, k.own, k.opp}
		if i&1 != 0 {
			p.own, p.opp = v.board.mirrorAll(p.own), v.board.mirrorAll(p.opp)
		}
		list = append(list, p)
	}
	b.ReportAllocs()
	b.ResetTimer()
	for n := range b.N {
		p := &list[n%benchPositions]
		sink += v.rank(p.m, p.own, p.opp)
	}
	rate(b, "positions")
}

var sink uint64

// BenchmarkScanWins scans runs of 2¹⁶ positions.
func BenchmarkScanWins(b *testing.B) {
	const run = 1 << 16
	v := open(b, "rpsw")
	rng := rand.New(rand.NewSource(7))
	w := newScratch(v)
	var wins uint64
	b.ReportAllocs()
	for range b.N {
		b.StopTimer()
		first := rng.Uint64() % (v.Size() - run)
		set := fast.NewSet(first, run)
		b.StartTimer()
		w.ScanWins(set, first, run)
		b.StopTimer()
		wins += set.Count()
		b.StartTimer()
	}
	b.ReportMetric(float64(wins)/float64(b.N)/run, "wins/position")
	b.ReportMetric(float64(b.N)*run/b.Elapsed().Seconds(), "positions/s")
}

// BenchmarkNew makes the full game.
func BenchmarkNew(b *testing.B) {
	for range b.N {
		open(b, "rpsw")
	}
}
