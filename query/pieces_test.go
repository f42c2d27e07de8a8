package query

import (
	"slices"
	"testing"

	"github.com/foregone-db/foregone/kv/raw"
)

func TestPieces(t *testing.T) {
	rs := raw.Ranges{{First: 3, Last: 3}, {First: 10, Last: 19}, {First: ^uint64(0) - 5, Last: ^uint64(0)}}
	for n := uint64(1); n < 12; n++ {
		var joined raw.Ranges
		for p := range pieces(rs, n) {
			if p.Last-p.First >= n {
				t.Errorf("%v is longer than %d", p, n)
			}
			if k := len(joined) - 1; k >= 0 && joined[k].Last+1 == p.First {
				joined[k].Last = p.Last
			} else {
				joined = append(joined, p)
			}
		}
		if !slices.Equal(joined, rs) {
			t.Errorf("pieces of %d make %v", n, joined)
		}
	}
	for range pieces(rs, 1) {
		break
	}
}
