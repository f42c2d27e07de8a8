package report

import (
	"context"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/query"
)

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
