package tupitu

import (
	"bytes"
	"math/rand"
	"testing"

	"github.com/foregone-db/foregone/engine"
)

// valueOf returns the value of a position from its successors' values in slice n.
func (v *Variant) valueOf(w *scratch, i uint64, n int, next []byte) byte {
	successors, ends := w.AppendSuccessors(nil, i)
	if ends == engine.IsLost {
		return lostNow
	}
	best := engine.Value(0)
	for k, j := range successors {
		value, err := engine.Byte.Back(engine.Value(next[j-v.first[n]]))
		if err != nil {
			panic(err)
		}
		if k == 0 || engine.Byte.Less(best, value) {
			best = value
		}
	}
	return byte(best)
}

// TestLayers compares the values of whole layers with those of their positions one by one.
func TestLayers(t *testing.T) {
	for _, size := range [][2]int{{2, 2}, {3, 3}, {4, 2}, {4, 3}, {3, 5}, {4, 4}} {
		v := variant(t, size[0], size[1])
		w := newScratch(v)
		values := v.solve(t, 1<<20)
		for n, s := range v.slices {
			for o, value := range values[n] {
				i := s.First + uint64(o)
				var next []byte
				if n < v.others {
					next = values[n+1]
				}
				if want := v.valueOf(w, i, n+1, next); value != want {
					t.Fatalf("%s: %s has the value %d, want %d", v.name(), v.Text(v.At(i)), value, want)
				}
			}
		}
	}
}

// TestRuns requires that the runs of an evaluation do not change its values.
func TestRuns(t *testing.T) {
	v := variant(t, 4, 4)
	want := bytes.Join(v.solve(t, 1<<20), nil)
	for _, run := range []uint64{97, 1000, 4096} {
		if !bytes.Equal(bytes.Join(v.solve(t, run), nil), want) {
			t.Errorf("runs of %d positions give other values", run)
		}
	}
}

// synthetic returns exits of slice n with random values.
func (v *Variant) synthetic(n int) [][]byte {
	exits := make([][]byte, len(v.slices))
	exits[n+1] = make([]byte, v.slices[n+1].Size)
	rng := rand.New(rand.NewSource(int64(n)))
	rng.Read(exits[n+1])
	for o, value := range exits[n+1] {
		// Losses are rare. Otherwise nearly every position would be won.
		exits[n+1][o] = 2 + value%12*2
		if value > 250 {
			exits[n+1][o] = 1 + value%5*2
		}
	}
	return exits
}

// TestLargeLayers compares random runs of 5×5 with their positions one by one. The next layer has
// random values.
func TestLargeLayers(t *testing.T) {
	layers := []int{0, 1, 3, 5, 8, 11, 14, 18, 20, 22, 23}
	if testing.Short() {
		layers = []int{1, 4, 19}
	}
	v := variant(t, 5, 5)
	w := newScratch(v)
	rng := rand.New(rand.NewSource(1))
	for _, n := range layers {
		var exits [][]byte
		var next []byte
		if n < v.others {
			exits = v.synthetic(n)
			next = exits[n+1]
		}
		s := v.slices[n]
		for range 8 {
			dst := make([]byte, min(1+rng.Uint64()%300, s.Size))
			first := s.First + rng.Uint64()%(s.Size-uint64(len(dst))+1)
			if err := w.EvaluateLayer(dst, first, uint64(len(dst)), exits); err != nil {
				t.Fatal(err)
			}
			for o, value := range dst {
				i := first + uint64(o)
				if want := v.valueOf(w, i, n+1, next); value != want {
					t.Fatalf("#%d %s has the value %d, want %d", i, v.Text(v.At(i)), value, want)
				}
			}
		}
	}
}

func TestMissingExits(t *testing.T) {
	v := variant(t, 3, 3)
	w := newScratch(v)
	for _, exits := range [][][]byte{nil, make([][]byte, 8), {2: make([]byte, 7)}} {
		if err := w.EvaluateLayer(make([]byte, 1), v.first[1], 1, exits); err == nil {
			t.Errorf("no error without the next layer")
		}
	}
}

func TestLayerAllocations(t *testing.T) {
	v := variant(t, 4, 4)
	w := newScratch(v)
	exits := v.synthetic(5)
	dst := make([]byte, v.slices[5].Size)
	if n := testing.AllocsPerRun(2, func() {
		if err := w.EvaluateLayer(dst, v.first[5], uint64(len(dst)), exits); err != nil {
			t.Fatal(err)
		}
	}); n > 0 {
		t.Errorf("EvaluateLayer allocates %v times", n)
	}
}

// TestGreater checks the arithmetic on eight keys at a time for all pairs.
func TestGreater(t *testing.T) {
	for x := range uint64(128) {
		for y := range uint64(128) {
			if got := greater(x*ones, y*ones^1); got != max(x, y)*ones&^255|max(x, y^1) {
				t.Fatalf("greater(%d, %d) = %#x", x, y, got)
			}
		}
	}
	for value := uint64(1); value < 64; value++ {
		back, err := engine.Byte.Back(engine.Value(value))
		if got := valuesBefore(keysOf(value * ones)); err != nil || got != uint64(back)*ones {
			t.Errorf("before the value %d comes %#x, want %d", value, got, back)
		}
	}
	if valuesBefore(0) != ones {
		t.Errorf("before no position comes %#x", valuesBefore(0))
	}
}

// BenchmarkEvaluateLayer evaluates parts of a middle layer of 5×5, in runs as long as the solver's.
func BenchmarkEvaluateLayer(b *testing.B) {
	const n, run = 11, 1 << 21
	v := variant(b, 5, 5)
	w := newScratch(v)
	exits := v.synthetic(n)
	dst := make([]byte, run)
	s := v.slices[n]
	first := uint64(0)
	if err := w.EvaluateLayer(dst[:1], s.First, 1, exits); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.SetBytes(run)
	for b.Loop() {
		if err := w.EvaluateLayer(dst, s.First+first, run, exits); err != nil {
			b.Fatal(err)
		}
		if first += run; first+run > s.Size {
			first = 0
		}
	}
	b.ReportMetric(float64(b.N)*run/b.Elapsed().Seconds(), "positions/s")
}

// BenchmarkSuccessors lists the successors of consecutive positions in a layer of 5×5.
func BenchmarkSuccessors(b *testing.B) {
	v := variant(b, 5, 5)
	w := newScratch(v)
	var dst []uint64
	edges, i := uint64(0), v.first[11]
	b.ReportAllocs()
	for b.Loop() {
		dst, _ = w.AppendSuccessors(dst[:0], i)
		edges += uint64(len(dst))
		if i++; i == v.first[12] {
			i = v.first[11]
		}
	}
	b.ReportMetric(float64(edges)/float64(b.N), "successors/set")
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "positions/s")
}

func BenchmarkWeight(b *testing.B) {
	v := variant(b, 5, 5)
	sum, i := uint64(0), uint64(0)
	for b.Loop() {
		sum += v.Weight(i)
		if i++; i == v.Size() {
			i = 0
		}
	}
	_ = sum
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		variant(b, 5, 5)
	}
}

func BenchmarkNewScratch(b *testing.B) {
	for b.Loop() {
		variant(b, 5, 5).NewScratch()
	}
}
