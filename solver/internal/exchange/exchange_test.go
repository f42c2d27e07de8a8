package exchange

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/foregone-db/foregone/solver/internal/crew"
)

// Updates reach their chunks whole: exactly once where they must, though every source is
// sent twice, in any order and by any worker.
func TestSources(t *testing.T) {
	const chunks, shift, workers, first = 7, 6, 3, 1000
	for _, exact := range []bool{true, false} {
		rng := rand.New(rand.NewPCG(1, 2))
		want := make([]int, chunks<<shift)
		sources := make([][]uint64, chunks)
		for n := range sources {
			for range rng.IntN(200) {
				i := rng.IntN(len(want))
				want[i]++
				sources[n] = append(sources[n], uint64(first+i))
			}
		}
		got := make([]int, len(want))
		m := NewMemory(chunks, exact, func(chunk int, offsets []uint32) {
			for _, o := range offsets {
				got[chunk<<shift+int(o)]++
			}
		})
		x := New(first, shift, chunks, workers, 0)
		x.Begin(5, nil, m)
		order := append(rng.Perm(chunks), rng.Perm(chunks)...)
		for _, n := range order {
			s := x.Sender(rng.IntN(workers))
			s.From(n)
			for part := range slices.Chunk(sources[n], 5) {
				if err := s.Send(part); err != nil {
					t.Fatal(err)
				}
			}
			s.End()
		}
		if err := x.Flush(t.Context(), &crew.Crew{Workers: []*crew.Worker{{}}}); err != nil {
			t.Fatal(err)
		}
		for i, n := range want {
			if !exact {
				n *= 2
			}
			if got[i] != n {
				t.Fatalf("exact %v: position %d was updated %d times, want %d", exact, i, got[i], n)
			}
		}
	}
}

// A gap in the updates of a source is noticed, an overlap is cut off.
func TestReceived(t *testing.T) {
	for _, chunks := range []int{10, 1 << 12} {
		r := NewReceived(chunks)
		for _, c := range []struct {
			before uint32
			n      uint32
			want   int // -1: an error
		}{{0, 4, 4}, {0, 4, 0}, {2, 4, 2}, {6, 1, 1}, {3, 2, 0}, {9, 2, -1}} {
			offsets := []uint32{77}
			for n := range c.n {
				offsets = append(offsets, c.before+n)
			}
			got, err := r.New(Updates{Chunk: 1, Offsets: offsets, Sources: []Segment{{Source: 3, Before: 0, Count: 1}, {Source: 9, Before: c.before, Count: c.n}}})
			if c.want < 0 {
				if err == nil {
					t.Error("a gap is not noticed")
				}
				continue
			}
			fresh := got[len(got)-min(c.want, len(got)):]
			if err != nil || len(fresh) != c.want || c.want > 0 && fresh[0] != c.before+c.n-uint32(c.want) {
				t.Errorf("%d updates after %d: %d (%v), want %d of them", c.n, c.before, got, err, c.want)
			}
		}
		if _, err := r.New(Updates{Offsets: []uint32{1}}); err == nil {
			t.Error("updates without a source are taken")
		}
	}
}
