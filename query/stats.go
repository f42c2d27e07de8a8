package query

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/raw"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/query/count"
)

// Stats is the counts of a whole database.
type Stats struct {
	Game         string       // canonical spec
	Positions    uint64       // stored positions
	PositionsAll uint64       // with symmetric twins; 0 if unknown without a scan
	Counts       Counts       // values that occur; draws first, then by remoteness; scores ascending
	Start        *Answer      // nil in games without a single start
	LongestWin   *Answer      // lowest index of the longest win; nil if nothing is won, and for scores
	SHA256       string       // digest of the uncompressed values in index order; "" for bitmaps
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
	if d, ok := db.values.(distances); ok {
		return s, s.countDistances(db, d)
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

// distances is a source of values without a table that knows how many positions are at each distance from the goal.
type distances interface {
	Counts() []uint64
	Hardest() *uint64 // nil: not known
}

// countDistances sets the counts of a game of one player.
func (s *Stats) countDistances(db *DB, d distances) error {
	weight, left := db.game.Slices()[0].Weight, s.Positions
	for moves, n := range d.Counts() {
		v, err := db.kind.Decided(true, moves)
		if err != nil {
			return err
		}
		s.Counts = append(s.Counts, Count{db.Verdict(v), n, n * weight})
		left -= n
	}
	if left > 0 {
		s.Counts = slices.Insert(s.Counts, 0, Count{db.Verdict(engine.Tie), left, left * weight})
	}
	s.PositionsAll = s.Positions * weight
	if d.Hardest() == nil {
		return nil
	}
	a, err := db.At(*d.Hardest())
	s.LongestWin = &a
	return err
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

// Branching counts the moves of stored positions: the distinct results of their turns. Each
// position counts once.
type Branching struct {
	Positions uint64  `json:"positions"` // examined
	All       bool    `json:"all"`       // all stored positions, not a random sample
	Finished  uint64  `json:"finished"`  // without a move
	Forced    uint64  `json:"forced"`    // with a single move
	Mean      float64 `json:"mean"`      // of the unfinished positions
	Most      int     `json:"most"`
}

// branchingUnit is the number of positions that a worker takes at a time.
const branchingUnit = 1024

// Branching counts the moves of n random stored positions, or of all if there are no more. The same
// seed chooses the same positions. It takes 8 bytes for each, and stops when ctx is done.
func (db *DB) Branching(ctx context.Context, n uint64, seed int64) (Branching, error) {
	size := db.game.Size()
	b := Branching{Positions: min(n, size), All: n >= size}
	var chosen []uint64
	if !b.All {
		chosen = ordinals(size, n, rand.New(rand.NewPCG(uint64(seed), 2)))
	}
	parts := make([]Branching, (b.Positions+branchingUnit-1)/branchingUnit)
	moves := make([]uint64, len(parts))
	results := make([][]engine.Result, pool.Workers(0))
	err := pool.Each(ctx, len(results), len(parts), func(ctx context.Context, worker, k int) error {
		first := uint64(k) * branchingUnit
		for i := first; i < min(first+branchingUnit, b.Positions); i++ {
			if i%64 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			at := i
			if chosen != nil {
				at = chosen[i]
			}
			results[worker] = db.game.AppendResults(results[worker][:0], db.game.At(at))
			found := len(results[worker])
			switch found {
			case 0:
				parts[k].Finished++
			case 1:
				parts[k].Forced++
			}
			moves[k] += uint64(found)
			parts[k].Most = max(parts[k].Most, found)
		}
		return nil
	})
	if err != nil {
		return Branching{}, fmt.Errorf("counting moves of %s: %w", db.spec, err)
	}
	var total uint64
	for k, p := range parts {
		b.Finished += p.Finished
		b.Forced += p.Forced
		b.Most = max(b.Most, p.Most)
		total += moves[k]
	}
	if b.Positions > b.Finished {
		b.Mean = float64(total) / float64(b.Positions-b.Finished)
	}
	return b, nil
}

// FirstMoves shows how decisive the first move is: it counts the distinct results of the turns from
// the start by their outcome for the player who makes them.
type FirstMoves struct {
	Moves uint64 `json:"moves"`
	Won   uint64 `json:"won"`
	Drawn uint64 `json:"drawn"`
	Lost  uint64 `json:"lost"`
	Best  uint64 `json:"best"` // the best value, including the number of turns
}

// CountFirstMoves counts the moves of the start by outcome. It returns an [engine.InputError] if
// the game has no single start, or the table lacks the values.
func CountFirstMoves(ctx context.Context, db *DB) (f FirstMoves, err error) {
	start, ok := db.game.Start()
	if !ok {
		return f, engine.InputErrorf("%s has no single start, so there are no first moves to count", db.spec)
	}
	moves, err := db.Moves(ctx, start, false)
	if err != nil {
		return f, err
	}
	for n, m := range moves.Moves {
		if !m.Verdict.Known {
			return f, engine.InputErrorf("the database does not say what all moves of the start of %s are worth", db.spec)
		}
		f.Moves++
		switch m.Verdict.Result() {
		case engine.Win:
			f.Won++
		case engine.Loss:
			f.Lost++
		default:
			f.Drawn++
		}
		if n == 0 || m.Verdict == moves.Moves[0].Verdict {
			f.Best++
		}
	}
	return f, nil
}

// SectionCounts is the counts of one section of the table.
type SectionCounts struct {
	Name   string `json:"name"`
	Tally         // of stored positions
	Counts Counts `json:"values"` // as in [Stats], without twins
	// All counts each position once for each of its symmetric twins, itself included, in games that
	// give weights in runs; else nil.
	All *Tally `json:"all,omitempty"`
}

// Tally counts positions by their outcome. Scores are won above 0, drawn at 0, and lost below.
type Tally struct {
	Positions uint64 `json:"positions"`
	Won       uint64 `json:"won"`
	Drawn     uint64 `json:"drawn"`
	Lost      uint64 `json:"lost"`
}

func (t *Tally) add(o engine.Outcome, n uint64) {
	t.Positions += n
	switch o {
	case engine.Win:
		t.Won += n
	case engine.Draw:
		t.Drawn += n
	case engine.Loss:
		t.Lost += n
	}
}

// Sections counts the values of each section of the game ([engine.Parts.Sections]), or of each
// slice if it has none. It reads the whole table on all cores, and stops when ctx is done. It calls
// progress, unless that is nil, with the positions counted and in all.
func Sections(ctx context.Context, db *DB, progress func(done, total uint64)) ([]SectionCounts, error) {
	if db.table == nil {
		return nil, engine.InputErrorf("the values of %s are in no table, and are not counted by section", db.spec)
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
			counts.All = new(Tally)
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
		return SectionCounts{}, engine.InputErrorf("the values of %s are in no table, and are not counted by section", db.spec)
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
	s.Counts = append(s.Counts, Count{Verdict: v, Positions: c.Positions})
	s.Tally.add(v.Result(), c.Positions)
	if s.All != nil {
		s.All.add(v.Result(), c.Weighted)
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
