package serve

import (
	"context"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

// gameObject answers /v1/{game}/game.
type gameObject struct {
	Game  string `json:"game"`
	Steps []step `json:"steps" doc:"The first is the position asked for."`
}

// step is a position of a replayed game.
type step struct {
	Move     string      `json:"move,omitempty" doc:"The turn that led here."`
	Moved    string      `json:"moved,omitempty" doc:"What that turn was worth to the player who made it."`
	Position *string     `json:"position" doc:"null where the turn ended the game."`
	Shown    string      `json:"shown" doc:"The position, even if the game has ended there."`
	Index    *uint64     `json:"index"`
	Value    string      `json:"value,omitempty" doc:"For the player to move; absent where the game has ended."`
	Outcome  string      `json:"outcome,omitempty"`
	Plies    query.Plies `json:"plies,omitzero"`
	Over     bool        `json:"over,omitempty"`
}

// replay answers /v1/{game}/game: a game turn by turn.
func (s v1) replay(c *Call, g *Game, p engine.Position) (Answer, error) {
	return Listed(c, g.tag, func(ctx context.Context) (gameObject, error) {
		steps, err := replay(ctx, g.db, p, c.Words(turnsParam))
		return gameObject{g.spec, steps}, err
	})
}

func replay(ctx context.Context, db *query.DB, p engine.Position, turns []string) ([]step, error) {
	first, err := stepAt(db, p)
	if err != nil {
		return nil, err
	}
	steps := []step{first}
	for i, turn := range turns {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if steps[i].Over {
			return nil, engine.InputErrorf("turn %d, %q: the game is over before it", i+1, clip(turn))
		}
		m, err := db.Play(p, turn)
		if engine.IsInput(err) {
			return nil, engine.InputErrorf("turn %d: %v", i+1, err)
		} else if err != nil {
			return nil, err
		}
		next := step{Shown: db.Game().Text(m.To), Over: true}
		if !m.Ended {
			p = m.To
			if next, err = stepAt(db, p); err != nil {
				return nil, err
			}
		}
		next.Move, next.Moved = turn, m.Verdict.String()
		steps = append(steps, next)
	}
	return steps, nil
}

// stepAt returns a position with its value.
func stepAt(db *query.DB, p engine.Position) (step, error) {
	a, err := db.Value(p)
	if err != nil {
		return step{}, err
	}
	s := step{Position: &a.Text, Shown: a.Text, Value: a.Verdict.String(), Outcome: a.Verdict.Outcome().String(), Plies: query.PliesOf(a.Verdict)}
	if a.Stored {
		s.Index = &a.Index
	}
	_, over := db.Game().Finished(p)
	s.Over = over || len(db.Game().AppendResults(nil, p)) == 0
	return s, nil
}
