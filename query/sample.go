package query

import (
	"cmp"
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

// ParseVerdict reads a value that [Verdict.String] wrote, [Unknown] included, and returns it as the
// table stores it. Errors are [engine.InputError]s.
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

// Sample yields n distinct positions chosen uniformly at random among the stored ones of the value
// v, in ascending order of their indices; all of them if there are no more than n. The same seed
// gives the same positions. If something fails or ctx is done, the last pair has the error. The
// first call of the iterator makes the choice, which takes 8 bytes per position.
//
// Sample finds common values by reading random positions. For rare values (fewer than 4096
// requested positions for each one) it reads the table from their first occurrence on. In a table
// of 2^30 positions or more it reads only the sections that have the value. If the solve did not
// write their index, the first call makes it, which takes a second for some 10^9 positions. A file
// used in place has no counts: Sample reads it through if random tries find too few.
func (db *DB) Sample(ctx context.Context, v Verdict, n int, seed int64) iter.Seq2[Answer, error] {
	return func(yield func(Answer, error) bool) {
		indices, err := db.sample(ctx, v, uint64(max(n, 0)), seed)
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

// Samples returns n random positions of each stored value, as [DB.Sample] chooses them, in the
// order of [Stats].Counts. It returns none for a file used in place, which has no counts.
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

// Pick returns the indices of up to n stored positions with one of some values, in ascending order,
// and their total number. If there are more than n it chooses at random, equally many of each value
// if possible; the same seed chooses the same. It takes some 16 bytes of memory for each. When ctx
// is done it returns the error together with the indices found. A database without a table, which does not
// count where values are, is an [engine.InputError].
func (db *DB) Pick(ctx context.Context, values []Verdict, n uint64, seed int64) (indices []uint64, total uint64, err error) {
	if db.table == nil {
		return nil, 0, engine.InputErrorf("%s is no table, and which positions have a value is not counted: want a table", db.path)
	}
	counts := db.counted(values)
	for _, c := range counts {
		total += c.Positions
	}
	indices, err = db.choose(ctx, counts, n, seed, nil)
	return indices, total, err
}

// sample returns the indices of n positions, or of all if there are fewer, ascending.
func (db *DB) sample(ctx context.Context, v Verdict, n uint64, seed int64) ([]uint64, error) {
	if n == 0 {
		return nil, nil
	}
	if db.table == nil {
		return db.uncounted(ctx, v, n, seed)
	}
	var where *spread.Spread
	if !db.kind.Uncertain() {
		var err error
		if where, err = db.tableSpread(ctx); err != nil {
			return nil, err
		}
	}
	return db.choose(ctx, db.counted([]Verdict{v}), n, seed, where)
}

// getCost is the number of positions that can be read in sequence in the time of one random read,
// about a block of the table.
const getCost = 4096

// counted returns the counts of those of some values that occur.
func (db *source) counted(values []Verdict) (counts []table.Count) {
	for _, c := range db.table.Summary().Counts {
		if slices.ContainsFunc(values, func(v Verdict) bool { return db.kind.Bucket(v.Value) == c.Value }) {
			counts = append(counts, c)
		}
	}
	return counts
}

// random returns the random numbers that choose positions of a value.
func random(seed int64, v engine.Value) *rand.Rand {
	return rand.New(rand.NewPCG(uint64(seed), uint64(v)))
}

// choose returns the indices of n positions of counted values, ascending: equally many of each
// value, if possible. where is nil, or the spread of the table, for one value.
func (db *source) choose(ctx context.Context, counts []table.Count, n uint64, seed int64, where *spread.Spread) (indices []uint64, err error) {
	// Rare values first: the others get the rest of their shares.
	slices.SortFunc(counts, func(a, b table.Count) int {
		return cmp.Or(cmp.Compare(a.Positions, b.Positions), cmp.Compare(a.Value, b.Value))
	})
	size := db.game.Size()
	through := picker{source: db, first: size}
	for k, c := range counts {
		want := min(c.Positions, n/uint64(len(counts)-k))
		n -= want
		rng := random(seed, engine.Value(c.Value))
		// Reading a section is faster than the expected number of random tries for a rare value.
		rare := where != nil && c.Positions/getCost < (size-c.First)/where.Section()
		if rare || want > c.Positions/getCost {
			through.add(c, ordinals(c.Positions, want, rng), where)
			continue
		}
		span := size - c.First
		// More tries than this fail only if the counts are wrong.
		tries := 64 * (want + 1) * (span/c.Positions + 1)
		some, err := db.tryRandom(ctx, db.Verdict(db.kind.InBucket(c.Value)), want, tries, func() uint64 { return c.First + rng.Uint64N(span) })
		if err == nil && uint64(len(some)) < want {
			err = db.miscounted(c)
		}
		if err != nil {
			return indices, err
		}
		indices = append(indices, some...)
	}
	some, err := through.scan(ctx)
	indices = append(indices, some...)
	slices.Sort(indices)
	return indices, err
}

// tryRandom examines at most tries positions that next returns, and returns the indices of up to n
// of the value, ascending.
func (db *source) tryRandom(ctx context.Context, v Verdict, n, tries uint64, next func() uint64) ([]uint64, error) {
	found := make(map[uint64]bool, n)
	for ; uint64(len(found)) < n && tries > 0; tries-- {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		i := next()
		got, err := db.stored(i)
		if err != nil {
			return nil, err
		}
		if got.Known == v.Known && db.kind.Bucket(got.Value) == db.kind.Bucket(v.Value) {
			found[i] = true
		}
	}
	return slices.Sorted(maps.Keys(found)), nil
}

// ordinals returns n distinct numbers below total, ascending; each set of n is equally likely
// (Floyd's method).
func ordinals(total, n uint64, rng *rand.Rand) []uint64 {
	if n == total { // a map would take much memory
		all := make([]uint64, n)
		for o := range all {
			all[o] = uint64(o)
		}
		return all
	}
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

// picker finds chosen positions of several values by reading the table once.
type picker struct {
	*source
	values   []picked   // by value
	wanted   []bool     // by value
	first    uint64     // no value occurs before it
	sections raw.Ranges // sections to read, or nil: all from first on
	missing  int        // positions to find
}

// picked is the choice among the positions of one value: the remaining places, ascending, and the
// place of the next position.
type picked struct {
	count  table.Count
	places []uint64
	next   uint64
}

// add adds the chosen places of the positions of a value.
func (p *picker) add(c table.Count, places []uint64, where *spread.Spread) {
	for len(p.values) <= int(c.Value) {
		p.values, p.wanted = append(p.values, picked{}), append(p.wanted, false)
	}
	p.missing += len(places)
	p.first = min(p.first, c.First)
	if where != nil {
		p.sections, places = chosenSections(where, c, places)
	}
	p.wanted[c.Value], p.values[c.Value] = true, picked{count: c, places: places}
}

// chosenSections returns the sections that contain chosen places, and the places renumbered as if
// only these sections existed.
func chosenSections(where *spread.Spread, c table.Count, places []uint64) (sections raw.Ranges, kept []uint64) {
	before, skipped := uint64(0), uint64(0)
	where.Where(c.Value, func(first, size, count uint64) bool {
		had := len(kept)
		before += count
		for len(kept) < len(places) && places[len(kept)] < before {
			kept = append(kept, places[len(kept)]-skipped)
		}
		if len(kept) > had {
			sections = append(sections, raw.Range{First: first, Last: first + size - 1})
		} else {
			skipped += count
		}
		return len(kept) < len(places)
	})
	return sections, kept
}

// scan reads the table until it has found all chosen positions.
func (p *picker) scan(ctx context.Context) (indices []uint64, err error) {
	if p.missing == 0 {
		return nil, nil
	}
	ranges := p.sections
	if ranges == nil {
		ranges = raw.Ranges{{First: p.first, Last: p.game.Size() - 1}}
	}
	err = p.source.scan(ctx, ranges, p.wanted, func(hits []hit) error {
		for _, h := range hits {
			v := &p.values[h.value]
			if len(v.places) > 0 && v.places[0] == v.next {
				indices, v.places = append(indices, h.index), v.places[1:]
			}
			v.next++
		}
		if len(indices) == p.missing {
			return errEnough
		}
		return nil
	})
	for v := range p.values {
		if chosen := &p.values[v]; err == nil && len(chosen.places) > 0 {
			err = p.miscounted(chosen.count)
		}
	}
	return indices, err
}

func (db *source) miscounted(c table.Count) error {
	return fmt.Errorf("%s is %w: it holds fewer than the %d positions of value %s that it counts",
		db.path, kv.ErrCorrupt, c.Positions, db.kind.BucketText(c.Value))
}

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
	if db.IsBitmaps() && err == nil && uint64(len(found)) < n {
		return nil, engine.InputErrorf("%s in %d random positions of %s, and in bitmaps all others take too long to read: want fewer, or a more frequent value",
			Plural(len(found), "position has that value", "positions have that value"), min(uncountedTries, total/16), db.spec)
	}
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
