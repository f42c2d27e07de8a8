package query

import (
	"cmp"
	"context"
	"maps"
	"slices"
)

// uncountedTries is how many random positions are looked at before a file is read through.
const uncountedTries = 1 << 16

// uncounted returns n indices of the value, ascending, in a file without counts. Unknown is a value, too.
func (s sampler) uncounted(ctx context.Context, n uint64) ([]uint64, error) {
	if !s.value.Known {
		missing := s.known.Without(s.game.Size())
		total := missing.Count()
		indices := ordinals(total, min(n, total), s.rng)
		for k, place := range indices {
			indices[k] = missing.Nth(place)
		}
		return indices, nil
	}
	total := s.known.Count()
	n = min(n, total)
	found := map[uint64]bool{}
	for range min(uncountedTries, total/16) {
		if uint64(len(found)) == n {
			break
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		i := s.known.Nth(s.rng.Uint64N(total))
		got, err := s.stored(i)
		if err != nil {
			return nil, err
		}
		if got == s.value {
			found[i] = true
		}
	}
	if uint64(len(found)) < n {
		return s.readThrough(ctx, n)
	}
	return slices.Sorted(maps.Keys(found)), nil
}

// readThrough reads all known values and keeps n of those positions that have the
// value, each set of n of them being equally likely: the n to which random numbers
// give the lowest marks. The result does not depend on the number of goroutines.
func (s sampler) readThrough(ctx context.Context, n uint64) ([]uint64, error) {
	type marked struct{ mark, index uint64 }
	seed := s.rng.Uint64()
	limit := ^uint64(0) // a mark that n positions are below already
	var best []marked
	keep := func() {
		slices.SortFunc(best, func(a, b marked) int { return cmp.Or(cmp.Compare(a.mark, b.mark), cmp.Compare(a.index, b.index)) })
		if uint64(len(best)) > n {
			best = best[:n]
			limit = best[n-1].mark
		}
	}
	err := s.source.scan(ctx, s.known, only(s.value.Value), func(hits []hit) error {
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

// mix returns a number that looks random, a different one for each x (the finisher
// of SplitMix64).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
