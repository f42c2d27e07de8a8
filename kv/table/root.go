package table

import "github.com/foregone-db/foregone/kv"

// Forget empties the caches, so that the next lookups read the file. Nothing else may run during it.
func (r *Reader) Forget() {
	r.cache.Clear()
	r.index.groups.Clear()
}

// Root returns the parts of the file that [OpenAt] reads, in ascending order: the header, and the summary
// with the trailer, and the index between them if it has at most most bytes.
func (r *Reader) Root(most uint64) []kv.Span {
	tail := r.index.at
	if n := r.blocks * entrySize; n > most {
		tail += n
	}
	return []kv.Span{{Offset: 0, Length: int(r.dataAt)}, {Offset: int64(tail), Length: int(uint64(r.length) - tail)}}
}
