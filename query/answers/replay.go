package answers

import (
	"context"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/review"
)

// GameObject answers /v1/{game}/game.
type GameObject struct {
	Game    string   `json:"game"`
	Steps   []Step   `json:"steps" doc:"The first is the position asked for."`
	Refused *refusal `json:"refused,omitempty" doc:"The first turn that is not legal, if the request has part=1: the steps end before it."`
}

// refusal is a turn that is not legal.
type refusal struct {
	Turn  int    `json:"turn" doc:"The number of the turn, from 1."`
	Move  string `json:"move"`
	Error string `json:"error"`
}

// Step is a position of a replayed game.
type Step struct {
	Move     string      `json:"move,omitempty" doc:"The turn that led here."`
	Moved    string      `json:"moved,omitempty" doc:"What that turn was worth to the player who made it."`
	Position *string     `json:"position" doc:"null where the turn ended the game."`
	Shown    string      `json:"shown" doc:"The position, even if the game has ended there."`
	Index    *uint64     `json:"index"`
	Value    string      `json:"value,omitempty" doc:"For the player to move; absent where the game has ended."`
	Outcome  string      `json:"outcome,omitempty"`
	Plies    query.Plies `json:"plies,omitzero"`
	Over     bool        `json:"over,omitempty"`
	Keeps    bool        `json:"keeps,omitempty" doc:"The player who made the turn moves again."`
	Cells    string      `json:"cells,omitempty" doc:"As the board object has it."`

	Worth     query.Verdict `json:"-"` // of Value
	MoveWorth query.Verdict `json:"-"` // of Moved
}

// replay answers /v1/{game}/game: a game turn by turn.
func (s *Set) replay(c *Call, g *Game, p engine.Position) (Answer, error) {
	return Listed(c, g.tag, func(ctx context.Context) (GameObject, error) {
		return Replay(ctx, g, p, c.Words(turnsParam), c.Number(partParam) == 1)
	})
}

// Replay replays turns from a position. If part is set, a turn that is not legal ends the game
// before it; otherwise it is an error.
func Replay(ctx context.Context, g *Game, p engine.Position, turns []string, part bool) (game GameObject, err error) {
	db, cells := g.db, g.cells()
	game.Game = db.Game().Spec().String()
	first, err := stepAt(db, p)
	if err != nil {
		return game, err
	}
	first.Cells = cells.shown(db.Game(), p)
	game.Steps = []Step{first}
	for i, turn := range turns {
		if err := ctx.Err(); err != nil {
			return game, err
		}
		next, to, err := stepBy(db, game.Steps[i], p, turn)
		if engine.IsInput(err) {
			err = engine.InputErrorf("turn %d: %v", i+1, err)
			if part {
				game.Refused = &refusal{i + 1, Clip(turn), err.Error()}
				return game, nil
			}
		}
		if err != nil {
			return game, err
		}
		next.Keeps, next.Cells = engine.Keeps(db.Game(), p, turn), cells.shown(db.Game(), to)
		game.Steps, p = append(game.Steps, next), to
	}
	return game, nil
}

// stepBy returns the step after a turn from p, and its position.
func stepBy(db *query.DB, from Step, p engine.Position, turn string) (next Step, to engine.Position, err error) {
	if from.Over {
		return next, nil, engine.InputErrorf("%q: the game is over before it", Clip(turn))
	}
	m, err := db.Play(p, turn)
	if err != nil {
		return next, nil, err
	}
	next = Step{Shown: db.Game().Text(m.To), Over: true}
	if !m.Ended {
		if next, err = stepAt(db, m.To); err != nil {
			return next, nil, err
		}
	}
	next.Move, next.Moved, next.MoveWorth = turn, m.Verdict.String(), m.Verdict
	return next, m.To, nil
}

// stepAt returns a position with its value.
func stepAt(db *query.DB, p engine.Position) (Step, error) {
	a, err := db.Value(p)
	if err != nil {
		return Step{}, err
	}
	s := Step{Position: &a.Text, Shown: a.Text, Value: a.Verdict.String(), Outcome: a.Verdict.Word(), Plies: query.PliesOf(a.Verdict), Worth: a.Verdict}
	if a.Stored {
		s.Index = &a.Index
	}
	_, over := db.Game().Finished(p)
	plies, _ := a.Verdict.Plies() // a move leads to each of them
	s.Over = over || plies == 0 && len(db.Game().AppendResults(nil, p)) == 0
	return s, nil
}

// maxReviewed bounds the turns of a request for a review; maxWorst its worst positions.
const (
	maxReviewed = 10_000
	maxWorst    = 10
)

// reviewObject answers /v1/{game}/review.
type reviewObject struct {
	Games   []*review.Review `json:"games"`
	Summary review.Summary   `json:"summary"`
}

// review answers /v1/{game}/review: whole games, judged move by move. If the path has the bare name
// of a game, the database is the first one that has the position with which the first game begins.
func (s *Set) review(c *Call) (Answer, error) {
	f, err := s.family(c)
	if err != nil {
		return Answer{}, err
	}
	body, err := c.readBody()
	if err != nil {
		return Answer{}, err
	}
	games, turns := review.Parse("", string(body)), 0
	if len(games) == 0 {
		return Answer{}, engine.InputErrorf("the body has no game: want turns, separated by blanks")
	}
	for _, g := range games {
		if turns += len(g.Turns); turns > maxReviewed {
			return Answer{}, Errorf(tooLarge, "more than %d turns: want fewer games in a request", maxReviewed)
		}
		if len(g.Position) > maxText {
			return Answer{}, engine.InputErrorf("the position has %d bytes: want at most %d", len(g.Position), maxText)
		}
	}
	g := f[0]
	if first := games[0].Position; first != "" && len(f) > 1 {
		if g, _, err = f.Parse(first); err != nil {
			return Answer{}, err
		}
	}
	return Listed(c, "", func(ctx context.Context) (*reviewObject, error) {
		answer := &reviewObject{Games: []*review.Review{}}
		for _, game := range games {
			r, err := review.Judge(ctx, g.db, game, true)
			if err != nil {
				return nil, err
			}
			answer.Games = append(answer.Games, r)
			answer.Summary.Add(r)
		}
		return answer, answer.Summary.Finish(ctx, g.db, maxWorst)
	})
}
