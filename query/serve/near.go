package serve

import (
	"bytes"
	"context"
	"math"
	"net/http"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query/picture"
)

// nearMost is how many positions are looked at for the next one of a value: as many as take a second or so.
const nearMost = 1 << 30

// near answers /v1/{game}/near: the next position of a value above an index, or below it.
func (s v1) near(c *Call) (Answer, error) {
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
	if !values.Has("from") {
		return Answer{}, engine.InputErrorf("parameter from is missing")
	}
	from, err := number(values, "from", 0, math.MaxUint64)
	if err != nil {
		return Answer{}, err
	}
	if size := g.db.Game().Size(); from >= size {
		return Answer{}, engine.InputErrorf("parameter from is %d: want 0 to %d", from, size-1)
	}
	back, err := Flag(values, "back")
	if err != nil {
		return Answer{}, err
	}
	return c.listed(g.tag, func(ctx context.Context) ([]byte, error) {
		a, found, err := g.db.Near(ctx, verdict, from, back, nearMost)
		if err == nil && !found {
			err = Errorf(http.StatusNotFound, "no further position of the value %v", verdict)
		}
		return encoded(a, err)
	})
}

// picture answers /v1/{game}/picture.png: a position, drawn.
func (s v1) picture(c *Call) (Answer, error) {
	g, p, _, err := s.position(c, "position")
	if err != nil {
		return Answer{}, err
	}
	a, err := c.listed(g.tag, func(context.Context) ([]byte, error) {
		var b bytes.Buffer
		err := picture.Board(g.db.Game(), p, picture.BoardOptions{}).WritePNG(&b)
		return b.Bytes(), err
	})
	a.ContentType = contentTypes[".png"]
	return a, err
}
