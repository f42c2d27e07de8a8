package multiset

import (
	"math/big"
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine/placement"
	"pgregory.net/rapid"
)

// TestMultisetExhaustively lists the strings of small multisets.
func TestMultisetExhaustively(t *testing.T) {
	for _, counts := range [][]int{{}, {0}, {3}, {1, 1}, {2, 3}, {0, 2, 0, 2}, {2, 2, 2}, {1, 2, 3, 1}, {1, 1, 1, 1, 1, 1}} {
		rest := slices.Clone(counts)
		var strings func() uint64
		strings = func() (n uint64) {
			for c := range rest {
				if rest[c] > 0 {
					rest[c]--
					n += strings()
					rest[c]++
				}
			}
			return max(n, 1) // the empty string
		}
		if n, ok := Count(counts); !ok || n != strings() {
			t.Errorf("Count(%v) = %d, %v, want %d", counts, n, ok, strings())
		}
	}
}

func TestMultisetAtRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		counts := rapid.SliceOfN(rapid.IntRange(0, 12), 1, 6).Draw(t, "counts")
		n, ok := Count(counts)
		if exact := exactMultinomial(counts); ok != exact.IsUint64() || ok && n != exact.Uint64() {
			t.Fatalf("Count(%v) = %d, %v, want %v", counts, n, ok, exact)
		}
	})
}

// exactMultinomial is the quotient of factorials.
func exactMultinomial(counts []int) *big.Int {
	total := 0
	divisor := big.NewInt(1)
	for _, c := range counts {
		total += c
		divisor.Mul(divisor, new(big.Int).MulRange(1, int64(c)))
	}
	n := new(big.Int).MulRange(1, int64(total))
	return n.Div(n, divisor)
}

func TestMultinomialOverflow(t *testing.T) {
	for _, test := range []struct {
		counts []int
		want   uint64 // 0 if it exceeds 64 bits
	}{
		{[]int{33, 33}, 7219428434016265740},
		{[]int{34, 34}, 0}, // 28453041475240576740 > 2⁶⁴
		{[]int{1, 1<<20 - 1}, 1 << 20},
		{make([]int, 100), 1},
	} {
		if n, ok := Count(test.counts); n != test.want || ok != (test.want > 0) {
			t.Errorf("Count(%v) = %d, %v, want %d", test.counts, n, ok, test.want)
		}
	}
}

// TestSets lists sets of numbers in the order of the words.
func TestSets(t *testing.T) {
	ranks := NewSets(26)
	for _, members := range []int{0, 1, 4, 13, 25, 26} {
		set := uint64(1)<<members - 1
		for rank := range min(placement.Choose(26, members), 100_000) {
			if got := ranks.Rank(uint32(set)); uint64(got) != rank {
				t.Fatalf("%#x has the rank %d, want %d", set, got, rank)
			}
			set = placement.Next(set, ^uint64(0))
		}
	}
}

// TestPermutations lists permutations in order.
func TestPermutations(t *testing.T) {
	for n := range 8 {
		p, before := make([]uint8, n), []uint8(nil)
		for rank := range Factorial(n) {
			Permutation(p, rank)
			if got := PermutationRank(p); got != rank {
				t.Fatalf("%d has the rank %d, want %d", p, got, rank)
			}
			if before != nil && slices.Compare(before, p) >= 0 {
				t.Fatalf("%d does not follow %d", p, before)
			}
			if odd := rank&1 == 1; n > 1 && odd != (IsOdd(p) != IsOdd(before)) && rank > 0 && odd {
				t.Fatalf("%d and %d differ in their last two numbers, and not in parity", before, p)
			}
			before = slices.Clone(p)
		}
	}
}
