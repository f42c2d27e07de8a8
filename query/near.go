package query

import (
	"context"
	"fmt"
)

// Near returns the stored position of a value that is next to an index, below it where back is set and above it
// otherwise, and false where there is none. It looks at so many positions at most, 0 being all: where none of
// these has the value it is false, too. It stops when ctx is done.
func (db *DB) Near(ctx context.Context, v Verdict, from uint64, back bool, most uint64) (a Answer, found bool, err error) {
	if s := newSampler(db, v, 0); db.table != nil {
		if _, ok := s.count(); !ok {
			return a, false, nil
		}
	}
	r := newRun(&db.source)
	if most == 0 {
		most = db.game.Size()
	}
	for looked := uint64(0); looked < most; looked += r.n {
		// The run before or behind from, which it moves to its other end.
		first := from + 1
		if back {
			first = from - min(from, uint64(runLength))
		}
		if back && from == 0 || !back && first >= db.game.Size() {
			return a, false, nil
		}
		if err := r.read(ctx, first); err != nil {
			return a, false, fmt.Errorf("near #%d: %w", from, err)
		}
		if back {
			r.n = min(r.n, from-first)
		}
		for k := range r.n {
			if back {
				k = r.n - 1 - k
			}
			if r.verdict(k) == v {
				a, err := db.At(first + k)
				return a, err == nil, err
			}
		}
		from = first
		if !back {
			from = first + r.n - 1
		}
	}
	return a, false, nil
}
