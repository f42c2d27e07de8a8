package raw

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine"
)

func TestParseRanges(t *testing.T) {
	for text, want := range map[string]string{
		"0-999999": "0-999999", "17": "17-17", "5-9,0-3": "0-3,5-9", "0-3,4-9": "0-9", "0-9,2-5": "0-9", "0-5,3-9,20": "0-9,20-20",
		"0-18446744073709551615": "0-18446744073709551615", "3-18446744073709551615,18446744073709551615": "3-18446744073709551615",
	} {
		got, err := ParseRanges(text)
		if err != nil || got.String() != want {
			t.Errorf("%q: got %v, %v, want %s", text, got, err, want)
		}
		again, err := ParseRanges(got.String())
		if err != nil || !slices.Equal(got, again) {
			t.Errorf("%q comes back as %v, %v", got, again, err)
		}
	}
	for _, text := range []string{"", ",", "1-", "-1", "5-3", "a-b", "1-2,", "1-2-3", " 1-2", "0x1-2", "1-18446744073709551616"} {
		if got, err := ParseRanges(text); err == nil || !engine.IsInput(err) {
			t.Errorf("%q: got %v, %v, want an input error", text, got, err)
		}
	}
}

// TestRangesAgainstSets compares ranges with plain sets of numbers.
func TestRangesAgainstSets(t *testing.T) {
	const size = 40
	rng := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		var set [size]bool
		var rs Ranges
		for i := range uint64(size) {
			if set[i] = rng.IntN(3) > 0; !set[i] {
				continue
			}
			if k := len(rs) - 1; k >= 0 && rs[k].Last+1 == i {
				rs[k].Last = i
			} else {
				rs = append(rs, Range{i, i})
			}
		}
		var members []uint64
		rest := rs.Without(size)
		for i := range uint64(size) {
			if set[i] {
				if got := rs.Nth(uint64(len(members))); got != i {
					t.Fatalf("%v: number %d is %d, want %d", rs, len(members), got, i)
				}
				members = append(members, i)
			}
			if rs.Has(i) != set[i] || rest.Has(i) == set[i] {
				t.Fatalf("%v has %d: %v, the rest %v: %v", rs, i, rs.Has(i), rest, rest.Has(i))
			}
			for n := range size - i + 1 {
				covers := true
				for j := i; j < i+n; j++ {
					covers = covers && set[j]
				}
				if rs.Covers(i, n) != covers {
					t.Fatalf("%v covers %d from %d: %v", rs, n, i, rs.Covers(i, n))
				}
				clip := rs.Clip(i, n)
				for j := range uint64(size) {
					if clip.Has(j) != (set[j] && j >= i && j < i+n) {
						t.Fatalf("%v clipped to %d from %d is %v", rs, n, i, clip)
					}
				}
			}
		}
		if rs.Count() != uint64(len(members)) {
			t.Fatalf("%v has %d members, want %d", rs, rs.Count(), len(members))
		}
	}
}

func FuzzParseRanges(f *testing.F) {
	for _, text := range []string{"0-999999,5000000-5999999", "17,0-3,4", "3-2", "0-18446744073709551615", "18446744073709551616", "1,1,1", "0-5,3-9", "-1", "1-", ",", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		rs, err := ParseRanges(text)
		if err != nil {
			return
		}
		for k, r := range rs {
			if r.First > r.Last || k > 0 && r.First-1 <= rs[k-1].Last {
				t.Fatalf("%q gives %v", text, rs)
			}
		}
	})
}
