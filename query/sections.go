package query

import (
	"context"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/query/count"
)

// SectionCounts is the counts of one section of the table.
type SectionCounts struct {
	Name      string `json:"name"`
	Positions uint64 `json:"positions"` // stored positions
	Won       uint64 `json:"won"`       // of scores: above 0
	Drawn     uint64 `json:"drawn"`     // of scores: at 0
	Lost      uint64 `json:"lost"`      // of scores: below
	Counts    Counts `json:"values"`    // as in [Stats], without twins
	// All counts symmetric twins too, in games that give weights in runs; else nil.
	All *SectionAll `json:"all,omitempty"`
}

// SectionAll is the counts of a section in which each position counts once for each of its
// symmetric twins, itself included.
type SectionAll struct {
	Positions uint64 `json:"positions"`
	Won       uint64 `json:"won"`
	Drawn     uint64 `json:"drawn"`
	Lost      uint64 `json:"lost"`
}

// Sections counts the values of each section of the game ([engine.Parts.Sections]), or of each
// slice if it has none. It reads the whole table on all cores, and stops when ctx is done. It calls
// progress, unless that is nil, with the positions counted and in all.
func Sections(ctx context.Context, db *DB, progress func(done, total uint64)) ([]SectionCounts, error) {
	if db.table == nil {
		return nil, engine.InputErrorf("the values of %s are used in place, and are not counted", db.spec)
	}
	weight := db.game.Parts().WeightRun
	done := uint64(0)
	counted := func(n uint64) {
		if done += n; progress != nil {
			progress(done, db.game.Size())
		}
	}
	var list []SectionCounts
	for _, section := range sectionsOf(db) {
		byValue, err := db.table.Count(ctx, section.First, section.Size, weight, counted)
		if err != nil {
			return nil, err
		}
		counts := SectionCounts{Name: section.Name}
		if weight != nil {
			counts.All = new(SectionAll)
		}
		for _, c := range byValue {
			counts.add(db.Verdict(db.kind.InBucket(c.Value)), c)
		}
		list = append(list, counts)
	}
	return list, nil
}

// Reachable counts the values of the stored positions that play from the start can reach.
// [count.Reachable] finds them in at most memory bytes.
func Reachable(ctx context.Context, db *DB, memory uint64) (SectionCounts, error) {
	if db.table == nil {
		return SectionCounts{}, engine.InputErrorf("the values of %s are used in place, and are not counted", db.spec)
	}
	set, err := count.Reachable(ctx, db.game, memory)
	if err != nil {
		return SectionCounts{}, err
	}
	counts, byValue, r := SectionCounts{Name: "reachable"}, make([]uint64, db.kind.Buckets()), newRun(&db.source)
	for first := uint64(0); first < db.game.Size(); first += r.n {
		if err := r.read(ctx, first, db.game.Size()); err != nil {
			return SectionCounts{}, err
		}
		for i := range r.n {
			if set.Has(first + i) {
				byValue[r.kind.Bucket(r.at(i))]++
			}
		}
	}
	for v, n := range byValue {
		if n > 0 {
			counts.add(db.Verdict(db.kind.InBucket(uint16(v))), table.Count{Positions: n})
		}
	}
	return counts, nil
}

// add adds the positions with a value.
func (s *SectionCounts) add(v Verdict, c table.Count) {
	s.Positions += c.Positions
	s.Counts = append(s.Counts, Count{Verdict: v, Positions: c.Positions})
	all := s.All
	if all == nil {
		all = new(SectionAll)
	}
	all.Positions += c.Weighted
	switch v.Result() {
	case engine.Win:
		s.Won += c.Positions
		all.Won += c.Weighted
	case engine.Loss:
		s.Lost += c.Positions
		all.Lost += c.Weighted
	case engine.Draw:
		s.Drawn += c.Positions
		all.Drawn += c.Weighted
	}
}

// SectionsOf returns the number of sections that [Sections] counts.
func SectionsOf(db *DB) int { return len(sectionsOf(db)) }

func sectionsOf(db *DB) []engine.Section {
	if named := db.game.Parts().Sections; named != nil {
		return named()
	}
	var list []engine.Section
	for _, sl := range db.game.Slices() {
		list = append(list, engine.Section{Name: sl.Name, First: sl.First, Size: sl.Size})
	}
	return list
}
