package answers

import (
	"context"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query/review"
)

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
