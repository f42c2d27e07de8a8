package fast

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first := rapid.SampledFrom([]uint64{0, 1, 63, 64, 1000, 1<<64 - 300}).Draw(t, "first")
		n := rapid.Uint64Range(0, 200).Draw(t, "n")
		s := NewSet(first, n)
		want := map[uint64]bool{}
		if n > 0 {
			for _, offset := range rapid.SliceOf(rapid.Uint64Range(0, n-1)).Draw(t, "members") {
				s.Add(first + offset)
				want[first+offset] = true
			}
		}
		for d := range n + 10 {
			i := first - 5 + d // before, in and after the range, across 0 too
			if s.Has(i) != want[i] {
				t.Fatalf("Has(%d) = %v, want %v", i, s.Has(i), want[i])
			}
			if covered := i-first < n; s.Covers(i) != covered {
				t.Fatalf("Covers(%d) = %v, want %v", i, s.Covers(i), covered)
			}
		}
		if s.Count() != uint64(len(want)) {
			t.Fatalf("Count = %d, want %d", s.Count(), len(want))
		}
		for w, word := range s.Words() {
			for b := range uint64(64) {
				if i := first + uint64(w)*64 + b; word>>b&1 != 0 != want[i] {
					t.Fatalf("bit %d of word %d is %d, want %v", b, w, word>>b&1, want[i])
				}
			}
		}
		var some []uint64
		for _, d := range rapid.SliceOfN(rapid.Uint64Range(0, n+9), 0, 60).Draw(t, "asked") {
			some = append(some, first-5+d)
		}
		lacks := func(i uint64) bool { return i-first < n && !want[i] }
		lacking := 0
		for _, i := range some {
			if lacks(i) {
				lacking++
			}
		}
		if got := s.CountLacking(some); got != lacking {
			t.Fatalf("CountLacking(%d) = %d, want %d", some, got, lacking)
		}
		if got, want := s.FirstLacking(some), slices.IndexFunc(some, lacks); got != want {
			t.Fatalf("FirstLacking(%d) = %d, want %d", some, got, want)
		}
		if got, want := s.FirstOf(some), slices.IndexFunc(some, s.Has); got != want {
			t.Fatalf("FirstOf(%d) = %d, want %d", some, got, want)
		}
		kept := slices.DeleteFunc(slices.Clone(some), func(i uint64) bool { return !lacks(i) })
		if got := s.KeepLacking(some); !slices.Equal(got, kept) {
			t.Fatalf("KeepLacking = %d, want %d", got, kept)
		}
		s.Clear()
		if s.Count() != 0 {
			t.Fatalf("%d members after Clear", s.Count())
		}
	})
}
