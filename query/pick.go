package query

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv/raw"
	"github.com/foregone-db/foregone/kv/table"
)

// Pick returns the indices of up to n stored positions that have one of some values, in
// ascending order, and how many there are in all. Where there are more than n it chooses at
// random, as many of each value as of the others where there are so many; the same seed
// chooses the same. It takes some 16 bytes for each. Where ctx is done it returns the
// error together with what it has found. In a file that is used in place nobody counted,
// and it is an [engine.InputError].
func (db *DB) Pick(ctx context.Context, values []Verdict, n uint64, seed int64) (indices []uint64, total uint64, err error) {
	if db.table == nil {
		return nil, 0, engine.InputErrorf("%s is used in place, and nobody counted its values: only tables can be searched", db.path)
	}
	var counts []table.Count
	for _, c := range db.table.Summary().Counts {
		if slices.ContainsFunc(values, func(v Verdict) bool { return uint16(v.Value) == c.Value }) {
			counts = append(counts, c)
			total += c.Positions
		}
	}
	// The rare ones first: what they leave of their shares is for the others.
	slices.SortFunc(counts, func(a, b table.Count) int {
		return cmp.Or(cmp.Compare(a.Positions, b.Positions), cmp.Compare(a.Value, b.Value))
	})
	through := picker{source: &db.source}
	left := min(n, total)
	for k, c := range counts {
		want := min(c.Positions, left/uint64(len(counts)-k))
		left -= want
		s := newSampler(db, db.Verdict(engine.Value(c.Value)), seed)
		if want > c.Positions/getCost {
			through.add(c, want, s.rng)
			continue
		}
		some, err := s.tryRandom(ctx, c, want)
		if err != nil {
			return indices, total, err
		}
		indices = append(indices, some...)
	}
	some, err := through.scan(ctx)
	indices = append(indices, some...)
	slices.Sort(indices)
	return indices, total, err
}

// picker chooses positions of several values by reading the table once.
type picker struct {
	*source
	values []picked // by value
	wanted []bool   // by value
}

// picked is the choice among the positions of one value: the places left, ascending, and the place of the next
// position.
type picked struct {
	all    bool
	places []uint64
	next   uint64
}

func (p *picker) add(c table.Count, n uint64, rng *rand.Rand) {
	for len(p.values) <= int(c.Value) {
		p.values, p.wanted = append(p.values, picked{}), append(p.wanted, false)
	}
	p.wanted[c.Value] = true
	v := &p.values[c.Value]
	v.all = n == c.Positions
	if !v.all {
		v.places = ordinals(c.Positions, n, rng)
	}
}

// take reports whether the next position of a value is one of those chosen.
func (v *picked) take() bool {
	if v.all {
		return true
	}
	v.next++
	if len(v.places) == 0 || v.places[0] != v.next-1 {
		return false
	}
	v.places = v.places[1:]
	return true
}

// scan reads the table through.
func (p *picker) scan(ctx context.Context) (indices []uint64, err error) {
	if !slices.Contains(p.wanted, true) {
		return nil, nil
	}
	err = p.source.scan(ctx, raw.Whole(p.game.Size()), p.wanted, func(hits []hit) error {
		for _, h := range hits {
			if p.values[h.value].take() {
				indices = append(indices, h.index)
			}
		}
		return nil
	})
	return indices, err
}
