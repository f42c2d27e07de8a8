package query

import (
	"context"
	"math/rand/v2"
	"slices"
)

// uncountedTries is the number of random positions examined before a file is read through.
const uncountedTries = 1 << 16

// uncounted returns n indices of the value, ascending, in a file without counts. Unknown counts as
// a value.
func (db *source) uncounted(ctx context.Context, v Verdict, n uint64, seed int64) ([]uint64, error) {
	rng := random(seed, v.Value)
	if !v.Known {
		missing := db.known.Without(db.game.Size())
		total := missing.Count()
		indices := ordinals(total, min(n, total), rng)
		for k, place := range indices {
			indices[k] = missing.Nth(place)
		}
		return indices, nil
	}
	total := db.known.Count()
	n = min(n, total)
	found, err := db.tryRandom(ctx, v, n, min(uncountedTries, total/16), func() uint64 { return db.known.Nth(rng.Uint64N(total)) })
	if err == nil && uint64(len(found)) < n {
		return db.readThrough(ctx, v, n, rng)
	}
	return found, err
}

// readThrough reads all known values and keeps n of the positions with the value, each set of n
// with the same probability (a reservoir). The scan is in ascending order, so the result does not
// depend on the number of goroutines.
func (db *source) readThrough(ctx context.Context, v Verdict, n uint64, rng *rand.Rand) ([]uint64, error) {
	var kept []uint64
	seen := uint64(0)
	err := db.scanFor(ctx, db.known, v.Value, func(hits []hit) error {
		for _, h := range hits {
			seen++
			if seen <= n {
				kept = append(kept, h.index)
			} else if at := rng.Uint64N(seen); at < n {
				kept[at] = h.index
			}
		}
		return nil
	})
	slices.Sort(kept)
	return kept, err
}
