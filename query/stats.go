package query

import (
	"cmp"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/raw"
)

// Stats is the counts of a whole database.
type Stats struct {
	Game         string       // canonical spec
	Positions    uint64       // stored positions
	PositionsAll uint64       // with symmetric twins; 0 if unknown without a scan
	Counts       Counts       // values that occur; draws first, then by remoteness; scores ascending
	Start        *Answer      // nil in games without a single start
	LongestWin   *Answer      // lowest index of the longest win; nil if nothing is won, and for scores
	SHA256       string       // digest of the uncompressed values in index order
	MaxPhase     int          // as [DB.MaxPhase]
	Verified     *kv.Verified // what the folder says of the table; nil: it was not verified
	Error        float64      // in games of chance: the proven greatest half-width of a value
	// InPlace is set for a file used in place, which has no counts: Counts, LongestWin
	// and SHA256 are empty then.
	InPlace *InPlace
	Findings
}

// InPlace describes a file that is used in place.
type InPlace struct {
	Path     string // absolute
	Encoding raw.Encoding
	Known    raw.Ranges // the indices whose values it holds
}

// Count is the number of positions with a value.
type Count struct {
	Verdict   Verdict
	Positions uint64 // stored positions
	All       uint64 // with symmetric twins
}

// Counts are counts by value. Their JSON is an object of stored positions by value, in their order.
type Counts []Count

// Stats returns the counts in the table, without a scan.
func (db *DB) Stats() (Stats, error) {
	s := Stats{Game: db.spec, Positions: db.game.Size(), MaxPhase: db.maxPhase}
	if p, ok := db.game.Start(); ok {
		a, err := db.Value(p)
		if err != nil {
			return s, err
		}
		s.Start = &a
	}
	if db.table == nil {
		s.countInPlace(db)
		return s, nil
	}
	s.SHA256 = db.table.Summary().SHA256
	s.Verified = kv.VerifiedOf(db.Dir(), s.SHA256)
	s.Error = db.table.Header().Error
	longest, first := 0, uint64(0)
	for _, c := range db.table.Summary().Counts {
		v := db.Verdict(db.kind.InBucket(c.Value))
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

// countInPlace sets the description of a file used in place.
func (s *Stats) countInPlace(db *DB) {
	s.InPlace = &InPlace{Path: db.path, Encoding: raw.Plain, Known: db.known}
	if r, ok := db.values.(*raw.Reader); ok {
		s.InPlace.Encoding = r.Description().Encoding
	}
	for _, sl := range db.game.Slices() {
		if sl.Weight == 0 && sl.Size > 0 {
			s.PositionsAll = 0
			return
		}
		s.PositionsAll += sl.Size * sl.Weight
	}
}

// Won, Lost and Drawn return the number of stored positions that are won, lost or drawn for the
// player to move; 0 for scores.
func (s Stats) Won() uint64   { return withOutcome(s.Counts, engine.Win) }
func (s Stats) Lost() uint64  { return withOutcome(s.Counts, engine.Loss) }
func (s Stats) Drawn() uint64 { return withOutcome(s.Counts, engine.Draw) }

// withOutcome returns the number of stored positions with an outcome.
func withOutcome(counts []Count, o engine.Outcome) (n uint64) {
	for _, c := range counts {
		if c.Verdict.Outcome() == o {
			n += c.Positions
		}
	}
	return n
}
