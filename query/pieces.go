package query

import (
	"iter"

	"github.com/foregone-db/foregone/kv/raw"
)

// pieces cuts ranges into ranges of at most n indices.
func pieces(rs raw.Ranges, n uint64) iter.Seq[raw.Range] {
	return func(yield func(raw.Range) bool) {
		for _, r := range rs {
			for first := r.First; ; first += n {
				last := r.Last
				if last-first >= n {
					last = first + (n - 1)
				}
				if !yield(raw.Range{First: first, Last: last}) {
					return
				}
				if last == r.Last {
					break
				}
			}
		}
	}
}
