package serve

import (
	"context"
	"net/http"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query/puzzle"
)

// puzzle answers /v1/{game}/puzzle: the puzzle of a day, today's where none is named. It is found
// once for all who ask.
func (s v1) puzzle(c *Call) (Answer, error) {
	g, err := s.game(c)
	if err != nil {
		return Answer{}, err
	}
	values, err := c.Params()
	if err != nil {
		return Answer{}, err
	}
	day, tag := time.Now().UTC().Format(time.DateOnly), ""
	if values.Get("day") != "" {
		date, err := time.Parse(time.DateOnly, values.Get("day"))
		if err != nil {
			return Answer{}, engine.InputErrorf("parameter day is %q: want a day such as 2026-11-22", clip(values.Get("day")))
		}
		day, tag = date.Format(time.DateOnly), g.tag
	}
	if tag != "" && c.Fresh(tag) {
		return Answer{Tag: tag}, nil
	}
	body, err := c.WithReplies("puzzle "+g.slug+" "+day, func(ctx context.Context) ([]byte, error) {
		p, err := puzzle.OfDay(ctx, g.db, day)
		switch {
		case engine.IsInput(err):
			return nil, Errorf(http.StatusNotFound, "%v", err)
		case err != nil:
			return nil, err
		case p == nil:
			return nil, Errorf(http.StatusNotFound, "no position of %s has exactly one winning move", g.spec)
		}
		return p.MarshalJSON()
	})
	return Answer{Body: body, Tag: tag}, err
}
