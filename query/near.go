package query

import (
	"context"
	"fmt"
)

// nearAtOnce is the number of positions that [DB.Near] reads at a time.
const nearAtOnce = 4 * runLength

// Near returns the stored position of a value that is next to an index: below it if back is set,
// else above it. It examines at most most positions, or all if most is 0. found is false if none of
// them has the value. It stops when ctx is done.
func (db *DB) Near(ctx context.Context, v Verdict, from uint64, back bool, most uint64) (a Answer, found bool, err error) {
	if db.table != nil && db.counted([]Verdict{v}) == nil {
		return a, false, nil
	}
	indices := db.known
	if !v.Known && db.partial() {
		indices = db.known.Without(db.game.Size())
	}
	left := db.game.Size() - min(from+1, db.game.Size())
	if back {
		left = from
	}
	if most > 0 {
		left = min(left, most)
	}
	for index := uint64(0); left > 0 && !found; {
		n := min(left, nearAtOnce)
		first := from + 1
		if back {
			first = from - n
		}
		err := db.scanFor(ctx, indices.Clip(first, n), v.Value, func(hits []hit) error {
			if len(hits) == 0 {
				return nil
			}
			if found = true; !back {
				index = hits[0].index
				return errEnough
			}
			index = hits[len(hits)-1].index
			return nil
		})
		if err != nil {
			return a, false, fmt.Errorf("near #%d: %w", from, err)
		}
		if found {
			a, err = db.At(index)
			return a, err == nil, err
		}
		left -= n
		if back {
			from = first
		} else {
			from += n
		}
	}
	return a, false, nil
}
