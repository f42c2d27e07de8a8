package pushfight

import (
	"math/rand"
	"testing"
)

// benchPositions is large, so that branch predictors cannot learn the positions.
const benchPositions = 1 << 17

// benchWarm is the number of sets that grow the buffers before timing starts.
const benchWarm = 1 << 11

// benchIndices returns random minimized indices of the full game.
func benchIndices(v *Variant) []uint64 {
	rng := rand.New(rand.NewSource(7))
	indices := make([]uint64, benchPositions)
	for i := range indices {
		indices[i] = rng.Uint64() % v.Size()
	}
	return indices
}

// benchRandom returns random positions of the full game, reachable or not.
func benchRandom(v *Variant) []Position {
	rng := rand.New(rand.NewSource(8))
	positions := make([]Position, benchPositions)
	for i := range positions {
		positions[i] = v.unpermute(rng.Uint64() % v.Permutations())
	}
	return positions
}

func rate(b *testing.B, unit string) {
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), unit+"/s")
}

func BenchmarkMinimize(b *testing.B) {
	v := full(b)
	var positions []Position
	for _, i := range benchIndices(v) {
		p := v.unminimize(i)
		if i&1 != 0 {
			p = v.board.rotated(p)
		}
		positions = append(positions, p)
	}
	b.ReportAllocs()
	b.ResetTimer()
	var sum uint64
	for n := range b.N {
		i, _ := v.minimize(positions[n%benchPositions])
		sum += i
	}
	rate(b, "positions")
	sink = sum
}

func BenchmarkUnminimize(b *testing.B) {
	v := full(b)
	indices := benchIndices(v)
	b.ReportAllocs()
	b.ResetTimer()
	var sum uint64
	for n := range b.N {
		sum += v.unminimize(indices[n%benchPositions]).occupied
	}
	rate(b, "positions")
	sink = sum
}

func BenchmarkSuccessors(b *testing.B) {
	v := full(b)
	indices := benchIndices(v)
	w := v.NewScratch()
	var dst []uint64
	var edges uint64
	for n := range benchWarm {
		dst, _ = w.AppendSuccessors(dst[:0], indices[n])
	}
	b.ReportAllocs()
	b.ResetTimer()
	for n := range b.N {
		dst, _ = w.AppendSuccessors(dst[:0], indices[n%benchPositions])
		edges += uint64(len(dst))
	}
	b.ReportMetric(float64(edges)/float64(b.N), "successors/set")
	rate(b, "sets")
}

func BenchmarkPredecessors(b *testing.B) {
	v := full(b)
	indices := benchIndices(v)
	w := newScratch(v)
	var dst []uint64
	var edges uint64
	for n := range benchWarm {
		dst = w.AppendPredecessors(dst[:0], indices[n])
	}
	b.ReportAllocs()
	b.ResetTimer()
	for n := range b.N {
		dst = w.AppendPredecessors(dst[:0], indices[n%benchPositions])
		edges += uint64(len(dst))
	}
	b.ReportMetric(float64(edges)/float64(b.N), "predecessors/set")
	rate(b, "sets")
}

func BenchmarkWinInOne(b *testing.B) {
	v := full(b)
	positions := benchRandom(v)
	w := newScratch(v)
	wins := 0
	b.ReportAllocs()
	b.ResetTimer()
	for n := range b.N {
		if w.test.wins(positions[n%benchPositions]) {
			wins++
		}
	}
	b.ReportMetric(float64(wins)/float64(b.N), "wins/position")
	rate(b, "positions")
}

var sink uint64

// BenchmarkMoves lists the moves of the position with 18,431 turns and 8,412 distinct
// results, with notation.
func BenchmarkMoves(b *testing.B) {
	v := full(b)
	p, err := v.Parse("1707612174")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		v.Moves(p)
	}
	rate(b, "sets")
}

// BenchmarkOrder makes the order of the whole game, and computes places, indices and groups.
func BenchmarkOrder(b *testing.B) {
	v := variant(b, FullBoard, 2, 3)
	o := newOrder(v)
	random := rand.New(rand.NewSource(29))
	b.Run("new", func(b *testing.B) {
		for b.Loop() {
			newOrder(v)
		}
	})
	b.Run("place", func(b *testing.B) {
		for b.Loop() {
			o.Place(random.Uint64() % v.Size())
		}
	})
	b.Run("index", func(b *testing.B) {
		for b.Loop() {
			o.Index(random.Uint64() % v.Size())
		}
	})
	b.Run("groups", func(b *testing.B) { // a group
		groups := make([]uint32, 0, 1<<20)
		n := 0
		for b.Loop() {
			if n == 0 {
				groups = o.AppendGroups(groups[:0], random.Uint64()%(v.Size()-1<<20), 1<<20)
				n = len(groups)
			}
			n--
		}
	})
}
