package report

import (
	"context"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

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
