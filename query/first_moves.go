package query

import (
	"context"

	"github.com/foregone-db/foregone/engine"
)

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
