package query

import (
	"context"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
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
// slice if it has none. It reads the whole table, and stops when ctx is done.
func Sections(ctx context.Context, db *DB) ([]SectionCounts, error) {
	if db.table == nil {
		return nil, engine.InputErrorf("the values of %s are used in place, and are not counted", db.spec)
	}
	var list []SectionCounts
	r := newRun(&db.source)
	for _, section := range sectionsOf(db) {
		byValue := db.newCounts()
		if err := tally(ctx, r, section, nil, byValue); err != nil {
			return nil, err
		}
		counts := countsOf(db, section.Name, byValue)
		var err error
		if counts.All, err = withTwins(ctx, db, r, section); err != nil {
			return nil, err
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
	byValue := db.newCounts()
	if err := tally(ctx, newRun(&db.source), engine.Section{Size: db.game.Size()}, set, byValue); err != nil {
		return SectionCounts{}, err
	}
	return countsOf(db, "reachable", byValue), nil
}

// countsOf makes section counts from counts by value.
func countsOf(db *DB, name string, byValue []uint64) SectionCounts {
	counts := SectionCounts{Name: name}
	for v, n := range byValue {
		if n == 0 {
			continue
		}
		counts.Positions += n
		verdict := db.Verdict(db.kind.InBucket(uint16(v)))
		counts.Counts = append(counts.Counts, Count{Verdict: verdict, Positions: n})
		switch verdict.Result() {
		case engine.Win:
			counts.Won += n
		case engine.Loss:
			counts.Lost += n
		case engine.Draw:
			counts.Drawn += n
		}
	}
	return counts
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

// tally adds the values of a section to counts, by value. If there is a set, only its positions
// count.
func tally(ctx context.Context, r *run, s engine.Section, in *fast.Set, counts []uint64) error {
	for first := s.First; first < s.First+s.Size; first += r.n {
		if err := r.read(ctx, first, s.First+s.Size); err != nil {
			return err
		}
		for i := range r.n {
			if in == nil || in.Has(first+i) {
				counts[r.kind.Bucket(r.at(i))]++
			}
		}
	}
	return nil
}

// newCounts returns counts by value.
func (db *source) newCounts() []uint64 { return make([]uint64, db.kind.Buckets()) }

// withTwins counts a section by weights. It returns nil if the game does not give weights in runs.
func withTwins(ctx context.Context, db *DB, r *run, s engine.Section) (*SectionAll, error) {
	weightRun := db.game.Parts().WeightRun
	if weightRun == nil {
		return nil, nil
	}
	byWeight := map[uint64][]uint64{}
	var all SectionAll
	for i := s.First; i < s.First+s.Size; {
		weight, end := weightRun(i)
		end = min(end, s.First+s.Size)
		if byWeight[weight] == nil {
			byWeight[weight] = db.newCounts()
		}
		if err := tally(ctx, r, engine.Section{First: i, Size: end - i}, nil, byWeight[weight]); err != nil {
			return nil, err
		}
		i = end
	}
	for weight, byValue := range byWeight {
		c := countsOf(db, s.Name, byValue)
		all.Positions += weight * c.Positions
		all.Won += weight * c.Won
		all.Drawn += weight * c.Drawn
		all.Lost += weight * c.Lost
	}
	return &all, nil
}
