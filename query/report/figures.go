package report

import (
	"cmp"
	"context"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/opponent"
)

const (
	longestWins  = 3
	mostOpenings = 1500 // upper bound on the moves of the tree
)

// Options of [Study]. The zero value of every field means its default.
type Options struct {
	Games    int    // of each strength; default: 400
	Strength int    // of strong play, 1 to 14; default: 8
	Depth    int    // plies of the openings tree; default: 3. Below 0: no tree
	Sample   uint64 // positions examined for single moves and for symmetry; default: 20,000
	Seed     int64
	Workers  int // default: one per core
	// Progress, if set, gets the name of the step and its progress.
	Progress func(step string, done, total uint64)
}

// Figures describe how a game plays. Shares are from 0 to 1.
type Figures struct {
	Game      string          `json:"game"`
	Title     string          `json:"title"`
	Stats     query.Stats     `json:"stats"`
	Branching query.Branching `json:"branching"`
	// Perfect is the outcome of perfect play from the start for the first player; "unknown" if
	// there is no start.
	Perfect string `json:"perfect"`
	// Playings are the games of strong play, then those of random play.
	Playings []Playing `json:"playings"`
	Openings []Opening `json:"openings,omitempty"`
	Cut      bool      `json:"openings_cut,omitempty"` // the tree is larger than Openings
	Longest  []Example `json:"longest"`
	Symmetry *Symmetry `json:"symmetry,omitempty"` // nil if the game draws no board of squares

	game engine.Game
}

// Playing is the result of the games of one strength.
type Playing struct {
	Name      string `json:"name"`
	Strength  int    `json:"strength"`
	Games     int    `json:"games"`
	First     int    `json:"first"` // won by the first player
	Second    int    `json:"second"`
	Drawn     int    `json:"drawn"`
	BrokenOff int    `json:"broken_off"` // drawn games that were cut
	Lengths   []int  `json:"lengths"`    // number of games, by length in plies
	Plies     []Ply  `json:"plies"`
}

// Ply counts the positions at one ply of the games.
type Ply struct {
	Positions int `json:"positions"`
	Forced    int `json:"forced"` // with a single move
	Only      int `json:"only"`   // with several moves, one of which keeps the outcome
	Thrown    int `json:"thrown"` // where the move worsened the outcome
}

// Advantage is the games of the first player minus those of the second, per 100 games.
func (p Playing) Advantage() float64 {
	return 100 * share(p.First-p.Second, p.Games)
}

// Decisive is the share of games with a winner.
func (p Playing) Decisive() float64 { return share(p.First+p.Second, p.Games) }

// Mean is the mean length in plies.
func (p Playing) Mean() float64 {
	total := 0
	for plies, n := range p.Lengths {
		total += plies * n
	}
	return share(total, p.Games)
}

// Total sums up all plies.
func (p Playing) Total() (sum Ply) {
	for _, ply := range p.Plies {
		sum.add(ply)
	}
	return sum
}

func (p *Ply) add(q Ply) {
	p.Positions += q.Positions
	p.Forced += q.Forced
	p.Only += q.Only
	p.Thrown += q.Thrown
}

func share[N int | uint64](n, all N) float64 {
	if all == 0 {
		return 0
	}
	return float64(n) / float64(all)
}

// Example is a position with best play.
type Example struct {
	query.Answer
	Line query.Line `json:"-"`
}

// Study computes the figures of a game. Its table must be complete, otherwise the error is an
// [engine.InputError]. It stops when ctx is done.
func Study(ctx context.Context, db *query.DB, o Options) (*Figures, error) {
	o.Games = cmp.Or(o.Games, 400)
	o.Strength = min(max(cmp.Or(o.Strength, 8), 1), opponent.Perfect-1)
	o.Depth = cmp.Or(o.Depth, 3)
	o.Sample = cmp.Or(o.Sample, 20_000)
	if o.Progress == nil {
		o.Progress = func(string, uint64, uint64) {}
	}
	if err := engine.TwoPlayers(db.Game(), "a report"); err != nil {
		return nil, err
	}
	if db.Table() == nil || db.MaxPhase() > 0 {
		return nil, engine.InputErrorf("%s does not hold all values: want a finished table for a report", db.Path())
	}
	f := &Figures{Perfect: engine.Unknown.String(), game: db.Game()}
	f.Title = db.FullName()
	var err error
	if f.Stats, err = db.Stats(); err != nil {
		return nil, err
	}
	f.Game = f.Stats.Game
	if f.Stats.Start != nil {
		f.Perfect = f.Stats.Start.Verdict.Result().String()
	}
	o.Progress(f.Title+", counting moves", 0, 1)
	if f.Branching, err = db.Branching(ctx, o.Sample, o.Seed); err != nil {
		return nil, err
	}
	for _, p := range []Playing{{Name: "strong", Strength: o.Strength}, {Name: "random", Strength: 0}} {
		if err := (&tournament{db: db, playing: &p, o: o}).play(ctx); err != nil {
			return nil, err
		}
		f.Playings = append(f.Playings, p)
	}
	if err := f.openings(ctx, db, o.Depth); err != nil {
		return nil, err
	}
	if err := f.longest(ctx, db, o); err != nil {
		return nil, err
	}
	return f, f.symmetries(ctx, db, o)
}

// Opening is a move of the tree, with its value for the player who makes it.
type Opening struct {
	Turn    string    `json:"move"`
	Twins   int       `json:"twins,omitempty"` // other moves to symmetric twins of its result
	Value   string    `json:"value"`
	Outcome string    `json:"outcome"`
	Next    []Opening `json:"next,omitempty"` // best first
}

// openings makes the tree, level by level.
func (f *Figures) openings(ctx context.Context, db *query.DB, depth int) error {
	start, ok := db.Game().Start()
	if !ok || depth < 0 {
		return nil
	}
	type place struct {
		at   engine.Position
		into *[]Opening
	}
	level := []place{{start, &f.Openings}}
	for made := 0; depth > 0 && len(level) > 0; depth-- {
		var next []place
		for _, p := range level {
			m, err := db.Moves(ctx, p.at, false)
			if err != nil {
				return err
			}
			if made += len(m.Moves); made > mostOpenings {
				f.Cut = true
				return nil
			}
			tree, to := openingsOf(m.Moves)
			*p.into = tree
			for k := range tree {
				if to[k] != nil {
					next = append(next, place{to[k], &tree[k].Next})
				}
			}
		}
		level = next
	}
	return nil
}

// openingsOf returns the openings of a position's moves. Moves whose results are twins share an
// opening. to has the result of each opening, nil if the move ends the game.
func openingsOf(moves []query.Move) (tree []Opening, to []engine.Position) {
	known := map[uint64]int{}
	for _, m := range moves {
		if m.Stored && !m.Ended {
			if k, ok := known[m.Index]; ok {
				tree[k].Twins++
				continue
			}
			known[m.Index] = len(tree)
		}
		tree = append(tree, Opening{Turn: m.Turn, Value: m.Verdict.String(), Outcome: m.Verdict.Result().String()})
		if m.Ended {
			m.To = nil
		}
		to = append(to, m.To)
	}
	return tree, to
}

// mostSymmetric bounds the symmetric draws in a report.
const mostSymmetric = 3

// Symmetry counts positions that stay the same when the board is turned or mirrored, with colours
// swapped or not.
type Symmetry struct {
	Drawn        uint64 `json:"drawn"` // examined
	DrawnAlike   uint64 `json:"drawn_symmetric"`
	Decided      uint64 `json:"decided"` // examined
	DecidedAlike uint64 `json:"decided_symmetric"`
	// Examples are symmetric drawn positions.
	Examples []query.Answer `json:"examples"`
}

// longest finds the longest wins, or in games of scores the highest scores.
func (f *Figures) longest(ctx context.Context, db *query.DB, o Options) error {
	f.Longest = []Example{}
	for k := len(f.Stats.Counts) - 1; k >= 0 && len(f.Longest) < longestWins; k-- {
		v := f.Stats.Counts[k].Verdict
		if plies, decided := v.Plies(); v.Result() != engine.Win || decided && plies == 0 {
			continue
		}
		for a, err := range db.Sample(ctx, v, longestWins-len(f.Longest), o.Seed) {
			if err != nil {
				return err
			}
			line, err := db.Line(ctx, a.Position)
			if err != nil {
				return err
			}
			f.Longest = append(f.Longest, Example{a, line})
		}
	}
	return nil
}

// symmetries counts symmetric positions among drawn and decided ones.
func (f *Figures) symmetries(ctx context.Context, db *query.DB, o Options) error {
	if _, ok := drawing.ReadLayout(db.Game().Board(db.Game().At(0))); !ok {
		return nil
	}
	var drawn, decided []query.Verdict
	for _, c := range f.Stats.Counts {
		switch c.Verdict.Result() {
		case engine.Draw:
			drawn = append(drawn, c.Verdict)
		case engine.Win, engine.Loss:
			decided = append(decided, c.Verdict)
		}
	}
	s := &Symmetry{Examples: []query.Answer{}}
	count := func(values []query.Verdict, looked, found *uint64) error {
		indices, _, err := db.Pick(ctx, values, o.Sample/2, o.Seed)
		for k, i := range indices {
			if k%256 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			if p := db.Game().At(i); isSymmetric(db.Game(), p) {
				*found++
				if found == &s.DrawnAlike && len(s.Examples) < mostSymmetric {
					a, err := db.At(i)
					if err != nil {
						return err
					}
					s.Examples = append(s.Examples, a)
				}
			}
		}
		*looked = uint64(len(indices))
		return err
	}
	if err := count(drawn, &s.Drawn, &s.DrawnAlike); err != nil {
		return err
	}
	f.Symmetry = s
	return count(decided, &s.Decided, &s.DecidedAlike)
}

// isSymmetric reports whether a drawn board stays the same when it is turned or mirrored in some
// way, with the colours swapped or not. It ignores the anchor. A board with fewer than two pieces
// is not symmetric.
func isSymmetric(g engine.Game, p engine.Position) bool {
	l, ok := drawing.ReadLayout(g.Board(p))
	if !ok {
		return false
	}
	cells, depicts := l.Cells(), g.Parts().Depiction
	looks := make([]drawing.Look, len(cells))
	pieces := 0
	for i, symbol := range cells {
		if symbol == 0 {
			continue
		}
		looks[i] = depicts.Look(symbol)
		if looks[i].IsPiece() || looks[i].Shape == drawing.Stones {
			pieces++
		}
	}
	if pieces < 2 {
		return false
	}
	// same compares two cells.
	same := func(i, j int, swap bool) bool {
		a, b := looks[i], looks[j]
		switch {
		case (cells[i] == 0) != (cells[j] == 0) || a.Shape != b.Shape:
			return false
		case !a.IsOwned() || !b.IsOwned():
			return a == b
		}
		return (a.Second != b.Second) == swap && (swap || a.Label == b.Label)
	}
	for _, turn := range engine.Turns(len(l.Columns), len(l.Rows))[1:] {
		as, swapped := true, true
		for i, j := range turn {
			as, swapped = as && same(i, j, false), swapped && same(i, j, true)
		}
		if as || swapped {
			return true
		}
	}
	return false
}
