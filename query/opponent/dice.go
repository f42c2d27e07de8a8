package opponent

import (
	"context"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

// ChooseRolled returns the opponent's move at p in a game of chance after a roll, or [ErrNoMove] if there is no
// such roll. At strength s it plays a best move with probability s/15, and otherwise any.
func (o *Opponent) ChooseRolled(ctx context.Context, db *query.DB, p engine.Position, roll string) (query.RollMove, error) {
	m, err := db.Moves(ctx, p, false)
	if err != nil {
		return query.RollMove{}, err
	}
	at := slices.IndexFunc(m.Rolls, func(r query.Roll) bool { return r.Name == roll })
	if at < 0 {
		return query.RollMove{}, ErrNoMove
	}
	moves := m.Rolls[at].Moves
	if o.rng.IntN(Perfect) < o.options.Strength {
		moves = slices.DeleteFunc(slices.Clone(moves), func(m query.RollMove) bool { return m.Cost > 0 })
	}
	return moves[o.rng.IntN(len(moves))], nil
}
