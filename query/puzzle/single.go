package puzzle

import (
	"cmp"
	"context"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

// Order says which puzzles of one player are the hardest. Each breaks the ties of the other.
type Order string

const (
	ByMoves Order = "moves" // those that take the most moves
	ByFirst Order = "first" // those with the smallest share of right first moves
)

// longest returns the values of the positions that take the given number of moves, or of the hardest:
// those with the most moves, until there are some hundred for each puzzle that is wanted. With ByFirst
// it returns all that take at least two moves.
func longest(stats query.Stats, o Options) (values []query.Verdict, err error) {
	counts := slices.Clone(stats.Counts)
	slices.Reverse(counts) // the most moves first
	found := uint64(0)
	for _, c := range counts {
		moves, solvable := c.Verdict.Plies()
		switch {
		case !solvable || moves == 0 || o.Turns > 0 && moves != o.Turns:
		case o.Turns == 0 && moves < 2 && len(values) > 0:
		case o.Turns == 0 && o.By != ByFirst && found >= uint64(128*o.N):
		default:
			values = append(values, c.Verdict)
			found += c.Positions
		}
	}
	if len(values) == 0 {
		return nil, engine.InputErrorf("no position of %s takes %d moves", stats.Game, cmp.Or(o.Turns, 1))
	}
	slices.Reverse(values)
	return values, nil
}

// poseAlone makes the puzzle of a position of one player, or returns nil if there is nothing to solve.
func poseAlone(m query.Moves, by Order) *Puzzle {
	moves, solvable := m.Verdict.Plies()
	if !solvable || moves == 0 || len(m.Moves) == 0 {
		return nil
	}
	right := rightMoves(m)
	p := &Puzzle{Answer: m.Answer, Turn: m.Moves[0].Turn, Also: m.Moves[0].Also, Moves: len(m.Moves), Strength: -1, Right: right}
	wrong := 1 - float64(right)/float64(len(m.Moves))
	if p.Hardness = float64(moves) + wrong; by == ByFirst {
		p.Hardness = 100*wrong + float64(moves)/1000
	}
	return p
}

// rightMoves returns the number of moves that are as good as the best.
func rightMoves(m query.Moves) (n int) {
	for n < len(m.Moves) && m.Moves[n].Verdict == m.Moves[0].Verdict {
		n++
	}
	return n
}

// throughoutAlone reports whether every position of the shortest solution has one right move, so that
// there is no other.
func throughoutAlone(ctx context.Context, db *query.DB, p engine.Position) (bool, error) {
	for {
		m, err := db.Moves(ctx, p, false)
		switch {
		case err != nil || len(m.Moves) == 0:
			return err == nil, err
		case rightMoves(m) > 1:
			return false, nil
		case m.Moves[0].Ended:
			return true, nil
		}
		p = m.Moves[0].To
	}
}
