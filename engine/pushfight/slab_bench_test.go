//go:build unix

package pushfight

import (
	"math/rand/v2"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/foregone-db/foregone/engine/fast"
)

// slabBench returns a slab of the full game, and a random set of n of its positions: one in rarity.
func slabBench(b *testing.B, rarity int) (s *slabs, w fast.SlabScratch, live []int32, set []uint64, n int) {
	v, err := New(fullBoard(b), 2, 3)
	if err != nil {
		b.Fatal(err)
	}
	s = newSlabs(v)
	live = make([]int32, s.Numbers())
	for i := range live {
		live[i] = -1
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for i, slab := range s.order {
		if rng.IntN(100) < 38 { // the share of live slabs in a solve
			live[slab] = int32(i)
		}
	}
	for slab := range s.Numbers() {
		if twin, ok := s.Twin(slab); ok {
			live[slab] = live[twin]
		}
	}
	w = s.NewSlabScratch()
	set = make([]uint64, s.Words())
	for n == 0 {
		w.Enter(s.order[rng.IntN(len(s.order))])
		w.Stored(set)
		for i, x := range set {
			set[i] = 0
			for ; x != 0; x &= x - 1 {
				if rng.IntN(rarity) == 0 {
					set[i] |= x & -x
					n++
				}
			}
		}
	}
	return s, w, live, set, n
}

func fullBoard(b *testing.B) *Board {
	board, err := ParseBoard(FullBoard)
	if err != nil {
		b.Fatal(err)
	}
	return board
}

// loop runs f and reports the CPU time of a call and for each of n positions. On a busy machine CPU
// time varies less than wall time.
func loop(b *testing.B, n int, f func()) {
	start := cpuTime()
	for b.Loop() {
		f()
	}
	took := float64(cpuTime()-start) / float64(b.N)
	b.ReportMetric(took/1000, "cpu-µs/op")
	if n > 0 {
		b.ReportMetric(took/float64(n), "cpu-ns/position")
	}
}

func BenchmarkSlabUnlinks(b *testing.B) {
	s, w, live, set, n := slabBench(b, 20)
	var links []uint64
	loop(b, n, func() {
		links = w.AppendUnlinks(links[:0], set, live, 0, len(s.order))
	})
	b.ReportMetric(float64(len(links))/float64(n), "links/position")
}

// BenchmarkSlabUnlinksRound finds the unlinks into a fifth of the slabs, as in one round of a
// solve.
func BenchmarkSlabUnlinksRound(b *testing.B) {
	s, w, live, set, n := slabBench(b, 20)
	var links []uint64
	loop(b, n, func() {
		links = w.AppendUnlinks(links[:0], set, live, len(s.order)/2, len(s.order)*7/10)
	})
}

func BenchmarkSlabLinks(b *testing.B) {
	_, w, live, set, n := slabBench(b, 20)
	list := []uint32{}
	for i, x := range set {
		for c := range 64 {
			if x>>c&1 != 0 {
				list = append(list, uint32(i*64+c))
			}
		}
	}
	var links []uint64
	var counts []uint8
	loop(b, n, func() {
		links, counts = w.AppendLinks(links[:0], counts[:0], list, live)
	})
}

func BenchmarkSlabMarks(b *testing.B) {
	s, w, _, _, _ := slabBench(b, 20)
	wins, any := make([]uint64, s.Words()), make([]uint64, s.Words())
	loop(b, 0, func() {
		w.Marks(wins, any)
	})
}

func BenchmarkSlabStored(b *testing.B) {
	_, w, _, set, _ := slabBench(b, 20)
	loop(b, 0, func() {
		w.Stored(set)
	})
}

func BenchmarkSlabIndices(b *testing.B) {
	_, w, _, set, n := slabBench(b, 20)
	var indices []uint64
	loop(b, n, func() {
		indices = w.AppendIndices(indices[:0], set)
	})
}

func BenchmarkSlabDilate(b *testing.B) {
	s, w, _, set, _ := slabBench(b, 20)
	dst := make([]uint64, s.Words())
	loop(b, 0, func() {
		w.Dilate(dst, set)
	})
}

func cpuTime() int64 {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return u.Utime.Nano()
}
