package serve

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

const (
	maxTurns  = 1000 // of a game that is replayed
	maxSample = 100
)

// step is a position of a game that is replayed.
type step struct {
	Move     string          `json:"move,omitempty"`  // the turn that led here
	Moved    string          `json:"moved,omitempty"` // what it was worth for who made it
	Position *string         `json:"position"`        // null where the turn ended the game
	Shown    string          `json:"shown"`           // the position, ended or not
	Index    *uint64         `json:"index"`
	Value    string          `json:"value,omitempty"` // for the player to move; none where the game has ended
	Outcome  string          `json:"outcome,omitempty"`
	Plies    json.RawMessage `json:"plies,omitempty"`
	Over     bool            `json:"over,omitempty"`
}

// replay answers /v1/{game}/game: a game turn by turn.
func (s v1) replay(c *Call) (Answer, error) {
	g, p, values, err := s.position(c, "position")
	if err != nil {
		return Answer{}, err
	}
	turns := strings.Fields(values.Get("turns"))
	if len(turns) > maxTurns {
		return Answer{}, engine.InputErrorf("the game has %d turns: want at most %d", len(turns), maxTurns)
	}
	return c.listed(g.tag, func(ctx context.Context) ([]byte, error) {
		steps, err := replay(ctx, g.db, p, turns)
		if err != nil {
			return nil, err
		}
		return json.Marshal(struct {
			Game  string `json:"game"`
			Steps []step `json:"steps"` // the first is the position asked for
		}{g.spec, steps})
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
	s := step{Position: &a.Text, Shown: a.Text, Value: a.Verdict.String(), Outcome: a.Verdict.Outcome().String()}
	if a.Stored {
		s.Index = &a.Index
	}
	if a.Verdict.Kind != engine.Score {
		if s.Plies, err = json.Marshal(nil); err != nil {
			return step{}, err
		}
		if plies, ok := a.Verdict.Plies(); ok {
			if s.Plies, err = json.Marshal(plies); err != nil {
				return step{}, err
			}
		}
	}
	if _, over := db.Game().Finished(p); over {
		s.Over = true
	} else {
		s.Over = len(db.Game().AppendResults(nil, p)) == 0
	}
	return s, nil
}

// sample answers /v1/{game}/sample. With a seed the choice is always the same, and may
// be kept.
func (s v1) sample(c *Call) (Answer, error) {
	g, err := s.game(c)
	if err != nil {
		return Answer{}, err
	}
	values, err := c.Params()
	if err != nil {
		return Answer{}, err
	}
	text, err := c.required(values, "value")
	if err != nil {
		return Answer{}, err
	}
	verdict, err := g.db.ParseVerdict(text)
	if err != nil {
		return Answer{}, err
	}
	n, err := number(values, "n", 10, maxSample)
	if err != nil {
		return Answer{}, err
	}
	seed, err := number(values, "seed", rand.Uint64N(math.MaxInt64), math.MaxInt64)
	if err != nil {
		return Answer{}, err
	}
	return c.listed(seeded(g, values), func(ctx context.Context) ([]byte, error) {
		found := []query.Answer{}
		for a, err := range g.db.Sample(ctx, verdict, int(n), int64(seed)) {
			if err != nil {
				return nil, err
			}
			found = append(found, a)
		}
		return json.Marshal(found)
	})
}
