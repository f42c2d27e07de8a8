package query

import (
	"cmp"
	"context"
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
		return db.readThrough(ctx, v, n, rng.Uint64())
	}
	return found, err
}

// readThrough reads all known values and keeps n of the positions with the value: the n to which
// random numbers give the lowest marks. So each set of n is equally likely, and the result does not
// depend on the number of goroutines.
func (db *source) readThrough(ctx context.Context, v Verdict, n, seed uint64) ([]uint64, error) {
	type marked struct{ mark, index uint64 }
	limit := ^uint64(0) // a mark that n positions stay below already
	var best []marked
	keep := func() {
		slices.SortFunc(best, func(a, b marked) int { return cmp.Or(cmp.Compare(a.mark, b.mark), cmp.Compare(a.index, b.index)) })
		if uint64(len(best)) > n {
			best = best[:n]
			limit = best[n-1].mark
		}
	}
	err := db.scanFor(ctx, db.known, v.Value, func(hits []hit) error {
		for _, h := range hits {
			if mark := mix(seed ^ h.index); mark <= limit {
				best = append(best, marked{mark, h.index})
			}
		}
		if uint64(len(best)) > 2*n+1024 {
			keep()
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	keep()
	var indices []uint64
	for _, m := range best {
		indices = append(indices, m.index)
	}
	slices.Sort(indices)
	return indices, nil
}

// mix returns a random-looking number, distinct for each x (the finisher of SplitMix64).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
