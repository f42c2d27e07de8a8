package multiset

import (
	"bytes"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// TestMultisetExhaustively lists the strings of small multisets in lexicographic order and checks
// that their ranks are consecutive.
func TestMultisetExhaustively(t *testing.T) {
	for _, counts := range [][]int{{}, {0}, {3}, {1, 1}, {2, 3}, {0, 2, 0, 2}, {2, 2, 2}, {1, 2, 3, 1}, {1, 1, 1, 1, 1, 1}} {
		length := 0
		for _, c := range counts {
			length += c
		}
		next := uint64(0)
		rest := append([]int(nil), counts...)
		var extend func(s []byte)
		extend = func(s []byte) {
			if len(s) == length {
				if rank := Rank(s, counts); rank != next {
					t.Errorf("%v: rank of %v is %d, want %d", counts, s, rank, next)
				}
				if back := Unrank(nil, next, counts); !bytes.Equal(back, s) {
					t.Errorf("%v: string of rank %d is %v, want %v", counts, next, back, s)
				}
				next++
				return
			}
			for c := range rest {
				if rest[c] > 0 {
					rest[c]--
					extend(append(s, byte(c)))
					rest[c]++
				}
			}
		}
		extend(nil)
		if n, ok := Count(counts); !ok || n != next {
			t.Errorf("%v: Multinomial is %d, %v, want %d", counts, n, ok, next)
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
		if !ok {
			return
		}
		before := append([]int(nil), counts...)
		a := rapid.Uint64Range(0, n-1).Draw(t, "a")
		b := rapid.Uint64Range(0, n-1).Draw(t, "b")
		s, r := Unrank([]byte{7}, a, counts), Unrank([]byte{7}, b, counts)
		if got := Rank(s[1:], counts); got != a {
			t.Fatalf("%v: the string of rank %d has rank %d", counts, a, got)
		}
		if (a < b) != (bytes.Compare(s, r) < 0) {
			t.Fatalf("%v: strings %v and %v are not in the order of their ranks %d and %d", counts, s, r, a, b)
		}
		for c := range counts {
			if counts[c] != before[c] || bytes.Count(s[1:], []byte{byte(c)}) != counts[c] {
				t.Fatalf("counts %v (before %v), string %v", counts, before, s)
			}
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
