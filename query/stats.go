package query

import (
	"cmp"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv/raw"
)

// Stats is the counts of a whole database.
type Stats struct {
	Game         string  // canonical spec
	Positions    uint64  // stored positions
	PositionsAll uint64  // symmetric twins counted; 0 where that would take counting
	Counts       []Count // values that occur; draws first, then by remoteness; scores ascending
	Start        *Answer // nil in games without a single start
	LongestWin   *Answer // lowest index of the longest win; nil where nothing is won, and for scores
	SHA256       string  // digest of the uncompressed values in index order
	MaxPhase     int     // as [DB.MaxPhase]
	// InPlace is set for a file used in place, which has no counts: Counts, LongestWin
	// and SHA256 are empty then.
	InPlace *InPlace
	Findings
}

// InPlace says what a file that is used in place holds.
type InPlace struct {
	Path     string // absolute
	Encoding raw.Encoding
	Known    raw.Ranges // the indices whose values it holds
}

// Count says how often a value occurs.
type Count struct {
	Verdict   Verdict
	Positions uint64 // stored positions
	All       uint64 // symmetric twins counted
}

// Stats returns the counts that the table keeps; nothing is scanned.
func (db *DB) Stats() (Stats, error) {
	if db.table == nil {
		return statsInPlace(db)
	}
	summary := db.table.Summary()
	s := Stats{Game: db.spec, Positions: db.game.Size(), SHA256: summary.SHA256, MaxPhase: db.maxPhase}
	longest, first := 0, uint64(0)
	for _, c := range summary.Counts {
		v := db.Verdict(engine.Value(c.Value))
		s.Counts = append(s.Counts, Count{v, c.Positions, c.Weighted})
		s.PositionsAll += c.Weighted
		if plies, _ := v.Plies(); v.Outcome() == engine.Win && plies >= longest {
			longest, first = plies, c.First
		}
	}
	if db.kind == engine.Score {
		slices.SortFunc(s.Counts, func(a, b Count) int {
			return cmp.Compare(db.kind.Points(a.Verdict.Value), db.kind.Points(b.Verdict.Value))
		})
	}
	if p, ok := db.game.Start(); ok {
		a, err := db.Value(p)
		if err != nil {
			return s, err
		}
		s.Start = &a
	}
	if s.Won() > 0 {
		a, err := db.At(first)
		if err != nil {
			return s, err
		}
		s.LongestWin = &a
	}
	var err error
	s.Starts, err = startsOf(db)
	return s, err
}

// statsInPlace is Stats of a file used in place.
func statsInPlace(db *DB) (Stats, error) {
	s := Stats{Game: db.spec, Positions: db.game.Size(), InPlace: &InPlace{Path: db.path, Encoding: raw.Plain, Known: db.known}}
	if r, ok := db.values.(*raw.Reader); ok {
		s.InPlace.Encoding = r.Description().Encoding
	}
	for _, sl := range db.game.Slices() {
		if sl.Weight == 0 && sl.Size > 0 {
			s.PositionsAll = 0
			break
		}
		s.PositionsAll += sl.Size * sl.Weight
	}
	if p, ok := db.game.Start(); ok {
		a, err := db.Value(p)
		if err != nil {
			return s, err
		}
		s.Start = &a
	}
	return s, nil
}

// Won, Lost and Drawn return how many stored positions are won or lost for the
// player to move or drawn; for scores, none.
func (s Stats) Won() uint64   { return s.of(engine.Win) }
func (s Stats) Lost() uint64  { return s.of(engine.Loss) }
func (s Stats) Drawn() uint64 { return s.of(engine.Draw) }

func (s Stats) of(o engine.Outcome) uint64 {
	var n uint64
	for _, c := range s.Counts {
		if c.Verdict.Outcome() == o {
			n += c.Positions
		}
	}
	return n
}
