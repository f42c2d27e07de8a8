package query

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/raw"
	"github.com/foregone-db/foregone/kv/spread"
	"github.com/foregone-db/foregone/kv/table"
)

// ParseVerdict reads a value as [Verdict.String] writes it, [Unknown] included,
// and returns it as the table stores it. Errors are [engine.InputError]s.
func (db *DB) ParseVerdict(text string) (Verdict, error) {
	if text == Unknown {
		if db.partial() {
			return Verdict{Kind: db.kind}, nil
		}
		if db.maxPhase == 0 {
			return Verdict{}, engine.InputErrorf("there are no unknown values: %s was solved completely", db.spec)
		}
		return db.Verdict(engine.Tie), nil
	}
	v, err := db.kind.Parse(text)
	if err != nil {
		return Verdict{}, err
	}
	if verdict := db.Verdict(v); verdict.Known {
		return verdict, nil
	}
	return Verdict{}, engine.InputErrorf("%s was solved to remoteness %d only, so that draws are not known: want %s for what is not decided", db.spec, db.maxPhase, Unknown)
}

// Sample gives n positions chosen uniformly at random among the stored ones of
// the value v, different ones, in ascending order of their indices; all of them
// where there are no more than n. The same seed gives the same positions. The last
// pair has the error where something fails or ctx is done. The first call of the
// iterator makes the choice, which takes 8 bytes per position.
//
// Common values are found by trying random positions, rare ones (fewer than 4096
// for each one asked for) by reading the table from their first occurrence on. Of a
// table of 2^30 positions and more, the sections that have them are read: where these
// are is found out once, unless the solve did, which takes a second for some 10^9
// positions. A file used in place has no counts: it is read
// through if random tries find too few.
func (db *DB) Sample(ctx context.Context, v Verdict, n int, seed int64) iter.Seq2[Answer, error] {
	return func(yield func(Answer, error) bool) {
		indices, err := newSampler(db, v, seed).sample(ctx, uint64(max(n, 0)))
		for _, i := range indices {
			var a Answer
			if err = ctx.Err(); err == nil {
				a, err = db.At(i)
			}
			if err != nil {
				break
			}
			if !yield(a, nil) {
				return
			}
		}
		if err != nil {
			yield(Answer{}, fmt.Errorf("sample of value %v: %w", v, err))
		}
	}
}

// Samples returns n random positions of each value that is stored, as [DB.Sample] chooses
// them, in the order of [Stats].Counts. A file used in place, which has no counts, has
// none.
func (db *DB) Samples(ctx context.Context, n int, seed int64) ([]Answer, error) {
	s, err := db.Stats()
	if err != nil {
		return nil, err
	}
	samples := []Answer{}
	for _, c := range s.Counts {
		for a, err := range db.Sample(ctx, c.Verdict, n, seed) {
			if err != nil {
				return nil, err
			}
			samples = append(samples, a)
		}
	}
	return samples, nil
}

// sampler chooses random positions of a value.
type sampler struct {
	*source
	value Verdict
	rng   *rand.Rand
}

func newSampler(db *DB, v Verdict, seed int64) sampler {
	return sampler{&db.source, v, rand.New(rand.NewPCG(uint64(seed), uint64(v.Value)))}
}

// sample returns the indices of n positions, or all where there are fewer, ascending.
func (s sampler) sample(ctx context.Context, n uint64) ([]uint64, error) {
	if n == 0 {
		return nil, nil
	}
	if s.table == nil {
		return s.uncounted(ctx, n)
	}
	if c, ok := s.count(); ok {
		return s.counted(ctx, c, n)
	}
	return nil, nil
}

// counted is the part that knows how often the value is stored.
func (s sampler) counted(ctx context.Context, c table.Count, n uint64) ([]uint64, error) {
	want := min(n, c.Positions)
	where, err := s.whereabouts(ctx)
	switch {
	case err != nil:
		return nil, err
	case where != nil && c.Positions/getCost < (s.game.Size()-c.First)/where.Section():
		// Reading a section is faster than the expected number of random tries.
	case want <= c.Positions/getCost:
		return s.tryRandom(ctx, c, want)
	}
	places := ordinals(c.Positions, want, s.rng)
	if where != nil {
		return s.scanSections(ctx, c, where, places)
	}
	return s.scan(ctx, c, places)
}

// getCost is how many positions can be read one after the other in the time of
// one read at random, about a block of the table.
const getCost = 4096

// count returns how often the value is stored, false where it is not.
func (s sampler) count() (table.Count, bool) {
	for _, c := range s.table.Summary().Counts {
		if engine.Value(c.Value) == s.value.Value {
			return c, true
		}
	}
	return table.Count{}, false
}

// tryRandom returns n indices of the value, ascending, n being few of them.
func (s sampler) tryRandom(ctx context.Context, c table.Count, n uint64) ([]uint64, error) {
	span := s.game.Size() - c.First
	// More tries than this fail only if the counts are wrong.
	tries := 64 * (n + 1) * (span/c.Positions + 1)
	found := make(map[uint64]bool, n)
	for ; uint64(len(found)) < n; tries-- {
		if tries == 0 {
			return nil, s.miscounted(c)
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		i := c.First + s.rng.Uint64N(span)
		v, err := s.table.Get(i)
		if err != nil {
			return nil, err
		}
		if uint16(v) == c.Value {
			found[i] = true
		}
	}
	return slices.Sorted(maps.Keys(found)), nil
}

// ordinals returns n different numbers below total, ascending, each set of them
// equally likely (Floyd's method).
func ordinals(total, n uint64, rng *rand.Rand) []uint64 {
	chosen := make(map[uint64]bool, n)
	for top := total - n; top < total; top++ {
		o := rng.Uint64N(top + 1)
		if chosen[o] {
			o = top
		}
		chosen[o] = true
	}
	return slices.Sorted(maps.Keys(chosen))
}

// scan returns the indices at the given places among all indices of the value.
func (s sampler) scan(ctx context.Context, c table.Count, places []uint64) ([]uint64, error) {
	whole := raw.Ranges{{First: c.First, Last: s.game.Size() - 1}}
	indices, err := s.scanRanges(ctx, c, whole, places)
	if err == nil && len(indices) < len(places) {
		err = s.miscounted(c)
	}
	return indices, err
}

// scanSections is scan of the sections that have these places.
func (s sampler) scanSections(ctx context.Context, c table.Count, where *spread.Spread, places []uint64) (indices []uint64, err error) {
	before := uint64(0)
	where.Where(c.Value, func(first, size, count uint64) bool {
		var here []uint64
		for ; len(places) > 0 && places[0] < before+count; places = places[1:] {
			here = append(here, places[0]-before)
		}
		before += count
		if len(here) > 0 {
			var found []uint64
			found, err = s.scanRanges(ctx, c, raw.Ranges{{First: first, Last: first + size - 1}}, here)
			if err == nil && len(found) < len(here) {
				err = s.miscounted(c)
			}
			indices = append(indices, found...)
		}
		return err == nil && len(places) > 0
	})
	if err == nil && len(places) > 0 {
		err = s.miscounted(c)
	}
	return indices, err
}

// scanRanges returns the indices at the given places among the indices of the value that
// are in some ranges, or those that there are.
func (s sampler) scanRanges(ctx context.Context, c table.Count, ranges raw.Ranges, places []uint64) ([]uint64, error) {
	indices := make([]uint64, 0, len(places))
	place := uint64(0)
	err := s.source.scan(ctx, ranges, only(engine.Value(c.Value)), func(hits []hit) error {
		for len(indices) < len(places) && places[len(indices)]-place < uint64(len(hits)) {
			indices = append(indices, hits[places[len(indices)]-place].index)
		}
		if place += uint64(len(hits)); len(indices) == len(places) {
			return errEnough
		}
		return nil
	})
	return indices, err
}

func (s sampler) miscounted(c table.Count) error {
	return fmt.Errorf("%s is %w: it holds fewer than the %d positions of value %s that it counts",
		s.path, kv.ErrCorrupt, c.Positions, s.kind.Text(engine.Value(c.Value)))
}
