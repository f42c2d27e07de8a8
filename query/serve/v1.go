package serve

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"net/url"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/opponent"
)

// v1 answers the routes under /v1.
type v1 struct{ *Server }

// listGames answers /v1/games.
func (s v1) listGames(c *Call) (Answer, error) {
	type entry struct {
		Game      string  `json:"game"`
		Slug      string  `json:"slug"`
		Title     string  `json:"title"`             // what people call it
		Variant   string  `json:"variant,omitempty"` // and the variant
		Positions uint64  `json:"positions"`
		SHA256    *string `json:"table_sha256"` // null where a file is used in place
	}
	if c.Fresh(s.allTag) {
		return Answer{Tag: s.allTag}, nil
	}
	list := []entry{}
	for _, g := range s.games {
		e := entry{Game: g.spec, Slug: g.slug, Positions: g.stats.Positions}
		e.Title, e.Variant = g.names()
		if g.stats.InPlace == nil {
			e.SHA256 = &g.stats.SHA256
		}
		list = append(list, e)
	}
	return marshal(list, s.allTag)
}

// marshal makes an answer of a value.
func marshal(v any, tag string) (Answer, error) {
	body, err := json.Marshal(v)
	return Answer{Body: body, Tag: tag}, err
}

// value answers /v1/{game}/value.
func (s v1) value(c *Call) (Answer, error) {
	g, p, _, err := s.position(c, "position")
	if err != nil {
		return Answer{}, err
	}
	if c.Fresh(g.tag) {
		return Answer{Tag: g.tag}, nil
	}
	if _, stored := g.db.Game().Index(p); stored {
		if a, err := g.db.Value(p); err != nil || a.Verdict.Known {
			body, err := encoded(a, err)
			return Answer{Body: body, Tag: g.tag}, err
		}
	}
	// All its moves are looked at, which takes time and memory.
	return c.listed(g.tag, func(context.Context) ([]byte, error) {
		a, err := g.db.Value(p)
		if err == nil {
			a, err = a.Bounded(g.db)
		}
		return encoded(a, err)
	})
}

// encoded writes what came of a question.
func encoded(v json.Marshaler, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return v.MarshalJSON()
}

// values answers /v1/{game}/values. Nothing keeps answers to POST, so there is no tag.
func (s v1) values(c *Call) (Answer, error) {
	f, err := s.family(c)
	if err != nil {
		return Answer{}, err
	}
	texts, err := s.readBatch(c)
	if err != nil {
		return Answer{}, err
	}
	release, err := s.acquire(c.ctx, s.listings)
	if err != nil {
		return Answer{}, err
	}
	defer release()
	body := append(make([]byte, 0, elementBytes*len(texts)), '[')
	for i, text := range texts {
		if i > 0 {
			body = append(body, ',')
		}
		if body, err = appendElement(c.ctx, body, f, text); err != nil {
			return Answer{}, err
		}
	}
	return Answer{Body: append(body, ']')}, nil
}

// elementBytes is about what a position takes in the answer to a batch.
const elementBytes = 160

// appendElement appends what stands for a position in the answer to a batch. Only
// wrong input is reported there, anything else fails the batch.
func appendElement(ctx context.Context, dst []byte, f family, text string) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	err := checkLength(text)
	if err == nil {
		var g *Game
		var p engine.Position
		if g, p, err = f.parse(text); err == nil {
			a, err := g.db.Value(p)
			if err != nil {
				return nil, err
			}
			return a.AppendJSON(dst), nil
		}
	}
	if !engine.IsInput(err) {
		return nil, err
	}
	element, err := json.Marshal(struct {
		Position string `json:"position"`
		Error    string `json:"error"`
	}{text, err.Error()})
	return append(dst, element...), err
}

// readBatch reads a JSON array of positions.
func (s v1) readBatch(c *Call) ([]string, error) {
	if c.ContentLength > maxBody {
		return nil, errTooLarge
	}
	release, err := s.acquire(c.ctx, s.bodies)
	if err != nil {
		return nil, err
	}
	defer release()
	body, err := io.ReadAll(http.MaxBytesReader(c.w, c.Body, maxBody))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, errTooLarge
	case err != nil:
		return nil, Errorf(http.StatusBadRequest, "the body could not be read to its end")
	}
	var list []*string
	if err := json.Unmarshal(body, &list); err != nil || list == nil {
		return nil, engine.InputErrorf("the body is no JSON array of positions: want [\"POSITION\",…]")
	}
	if len(list) > MaxBatch {
		return nil, Errorf(http.StatusRequestEntityTooLarge, "%d positions: want at most %d", len(list), MaxBatch)
	}
	texts := make([]string, len(list))
	for i, t := range list {
		if t == nil {
			return nil, engine.InputErrorf("element %d of the body is null: want a position", i)
		}
		texts[i] = *t
	}
	return texts, nil
}

var errTooLarge = Errorf(http.StatusRequestEntityTooLarge, "the body is too large: want at most %d positions and %d bytes", MaxBatch, maxBody)

// moves answers /v1/{game}/moves.
func (s v1) moves(c *Call) (Answer, error) {
	g, p, values, err := s.position(c, "position")
	if err != nil {
		return Answer{}, err
	}
	detail, err := Flag(values, "detail")
	if err != nil {
		return Answer{}, err
	}
	if c.Fresh(g.tag) {
		return Answer{Tag: g.tag}, nil
	}
	write := func(m query.Moves) []byte { return m.AppendJSON(make([]byte, 0, 64+128*len(m.Moves))) }
	if detail {
		body, err := c.WithReplies("moves "+g.slug+" "+g.db.Game().Text(p), func(ctx context.Context) ([]byte, error) {
			m, err := g.db.Moves(ctx, p, true)
			return write(m), err
		})
		return Answer{Body: body, Tag: g.tag}, err
	}
	m, err := c.Moves(g, p)
	if err != nil {
		return Answer{}, err
	}
	return Answer{Body: write(m), Tag: g.tag}, nil
}

// line answers /v1/{game}/line.
func (s v1) line(c *Call) (Answer, error) {
	g, p, _, err := s.position(c, "position")
	if err != nil {
		return Answer{}, err
	}
	return c.listed(g.tag, func(ctx context.Context) ([]byte, error) {
		l, err := g.db.Line(ctx, p)
		return encoded(l, err)
	})
}

// stats answers /v1/{game}/stats.
func (s v1) stats(c *Call) (Answer, error) {
	g, err := s.game(c)
	if err != nil {
		return Answer{}, err
	}
	if c.Fresh(g.tag) {
		return Answer{Tag: g.tag}, nil
	}
	body, err := g.stats.MarshalJSON()
	return Answer{Body: body, Tag: g.tag}, err
}

// play answers /v1/{game}/play. With a seed the choice is always the same, and may be
// kept.
func (s v1) play(c *Call) (Answer, error) {
	g, p, values, err := s.position(c, "position")
	if err != nil {
		return Answer{}, err
	}
	strength, err := number(values, "strength", opponent.Perfect, opponent.Perfect)
	if err != nil {
		return Answer{}, err
	}
	aggressive, err := Flag(values, "aggressive")
	if err != nil {
		return Answer{}, err
	}
	seed, err := number(values, "seed", rand.Uint64(), math.MaxUint64)
	if err != nil {
		return Answer{}, err
	}
	o, err := opponent.New(opponent.Options{Strength: int(strength), Aggressive: aggressive, Seed: seed})
	if err != nil {
		return Answer{}, err
	}
	return c.listed(seeded(g, values), func(ctx context.Context) ([]byte, error) {
		m, err := o.Choose(ctx, g.db, p)
		if errors.Is(err, opponent.ErrNoMove) {
			return nil, engine.InputErrorf("%v at %s", err, g.db.Game().Text(p))
		}
		m.Replies = nil
		return encoded(m, err)
	})
}

// seeded returns the ETag of what is chosen at random: there is one where a seed is given.
func seeded(g *Game, values url.Values) string {
	if values.Has("seed") {
		return g.tag
	}
	return ""
}
