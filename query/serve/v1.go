package serve

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"net/http"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/opponent"
)

// listGames answers /v1/games.
func (s *Server) listGames(c *call) (answer, error) {
	type entry struct {
		Game      string  `json:"game"`
		Slug      string  `json:"slug"`
		Positions uint64  `json:"positions"`
		SHA256    *string `json:"table_sha256"` // null where a file is used in place
	}
	if c.fresh(s.allTag) {
		return answer{tag: s.allTag}, nil
	}
	list := []entry{}
	for _, g := range s.games {
		e := entry{Game: g.spec, Slug: g.slug, Positions: g.stats.Positions}
		if g.stats.InPlace == nil {
			e.SHA256 = &g.stats.SHA256
		}
		list = append(list, e)
	}
	return marshal(list, s.allTag)
}

// marshal makes an answer of a value.
func marshal(v any, tag string) (answer, error) {
	body, err := json.Marshal(v)
	return answer{body: body, tag: tag}, err
}

// value answers /v1/{game}/value.
func (s *Server) value(c *call) (answer, error) {
	g, p, _, err := s.position(c, "position")
	if err != nil {
		return answer{}, err
	}
	if c.fresh(g.tag) {
		return answer{tag: g.tag}, nil
	}
	if _, stored := g.db.Game().Index(p); !stored {
		// It is computed from all its moves, which takes time and memory.
		release, err := s.acquire(c.ctx, s.listings)
		if err != nil {
			return answer{}, err
		}
		defer release()
	}
	a, err := g.db.Value(p)
	if err != nil {
		return answer{}, err
	}
	body, err := a.MarshalJSON()
	return answer{body: body, tag: g.tag}, err
}

// values answers /v1/{game}/values. Nothing keeps answers to POST, so there is no tag.
func (s *Server) values(c *call) (answer, error) {
	g, err := s.game(c)
	if err != nil {
		return answer{}, err
	}
	texts, err := s.readBatch(c)
	if err != nil {
		return answer{}, err
	}
	release, err := s.acquire(c.ctx, s.listings)
	if err != nil {
		return answer{}, err
	}
	defer release()
	body := []byte{'['}
	for i, text := range texts {
		if i > 0 {
			body = append(body, ',')
		}
		element, err := batchElement(c.ctx, g.db, text)
		if err != nil {
			return answer{}, err
		}
		body = append(body, element...)
	}
	return answer{body: append(body, ']')}, nil
}

// batchElement returns what stands for a position in the answer to a batch. Only
// wrong input is reported there, anything else fails the batch.
func batchElement(ctx context.Context, db *query.DB, text string) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	err := checkLength(text)
	if err == nil {
		var p engine.Position
		if p, err = db.Parse(text); err == nil {
			a, err := db.Value(p)
			if err != nil {
				return nil, err
			}
			return a.MarshalJSON()
		}
	}
	if !engine.IsInput(err) {
		return nil, err
	}
	return json.Marshal(struct {
		Position string `json:"position"`
		Error    string `json:"error"`
	}{text, err.Error()})
}

// readBatch reads a JSON array of positions.
func (s *Server) readBatch(c *call) ([]string, error) {
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
		return nil, errorf(http.StatusBadRequest, "the body could not be read to its end")
	}
	var list []*string
	if err := json.Unmarshal(body, &list); err != nil || list == nil {
		return nil, engine.InputErrorf("the body is no JSON array of positions: want [\"POSITION\",…]")
	}
	if len(list) > MaxBatch {
		return nil, errorf(http.StatusRequestEntityTooLarge, "%d positions: want at most %d", len(list), MaxBatch)
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

var errTooLarge = errorf(http.StatusRequestEntityTooLarge, "the body is too large: want at most %d positions and %d bytes", MaxBatch, maxBody)

// moves answers /v1/{game}/moves.
func (s *Server) moves(c *call) (answer, error) {
	g, p, values, err := s.position(c, "position")
	if err != nil {
		return answer{}, err
	}
	detail, err := flag(values, "detail")
	if err != nil {
		return answer{}, err
	}
	if c.fresh(g.tag) {
		return answer{tag: g.tag}, nil
	}
	m, err := s.listMoves(c, g, p, detail)
	if err != nil {
		return answer{}, err
	}
	return answer{body: m.AppendJSON(make([]byte, 0, 64+128*len(m.Moves))), tag: g.tag}, nil
}

// listMoves lists moves within the limits.
func (s *Server) listMoves(c *call, g *game, p engine.Position, detail bool) (m query.Moves, err error) {
	if detail {
		err = s.withDetails(c, func(ctx context.Context) error {
			m, err = g.db.Moves(ctx, p, true)
			return err
		})
		return m, err
	}
	release, err := s.acquire(c.ctx, s.listings)
	if err != nil {
		return query.Moves{}, err
	}
	defer release()
	return g.db.Moves(c.ctx, p, false)
}

// withDetails calls f, which looks at the replies to moves, within the limits for that.
func (s *Server) withDetails(c *call, f func(ctx context.Context) error) error {
	ctx, cancel := context.WithTimeout(c.Context(), detailTime)
	defer cancel()
	release, err := s.acquire(ctx, s.details)
	if err != nil {
		return err
	}
	defer release()
	return f(ctx)
}

// line answers /v1/{game}/line.
func (s *Server) line(c *call) (answer, error) {
	g, p, _, err := s.position(c, "position")
	if err != nil {
		return answer{}, err
	}
	if c.fresh(g.tag) {
		return answer{tag: g.tag}, nil
	}
	release, err := s.acquire(c.ctx, s.listings)
	if err != nil {
		return answer{}, err
	}
	defer release()
	l, err := g.db.Line(c.ctx, p)
	if err != nil {
		return answer{}, err
	}
	body, err := l.MarshalJSON()
	return answer{body: body, tag: g.tag}, err
}

// stats answers /v1/{game}/stats.
func (s *Server) stats(c *call) (answer, error) {
	g, err := s.game(c)
	if err != nil {
		return answer{}, err
	}
	if c.fresh(g.tag) {
		return answer{tag: g.tag}, nil
	}
	body, err := g.stats.MarshalJSON()
	return answer{body: body, tag: g.tag}, err
}

// play answers /v1/{game}/play. With a seed the choice is always the same, and may be
// kept.
func (s *Server) play(c *call) (answer, error) {
	g, p, values, err := s.position(c, "position")
	if err != nil {
		return answer{}, err
	}
	strength, err := number(values, "strength", opponent.Perfect, opponent.Perfect)
	if err != nil {
		return answer{}, err
	}
	aggressive, err := flag(values, "aggressive")
	if err != nil {
		return answer{}, err
	}
	seed, err := number(values, "seed", rand.Uint64(), math.MaxUint64)
	if err != nil {
		return answer{}, err
	}
	tag := ""
	if values.Has("seed") {
		if tag = g.tag; c.fresh(tag) {
			return answer{tag: tag}, nil
		}
	}
	o, err := opponent.New(opponent.Options{Strength: int(strength), Aggressive: aggressive, Seed: seed})
	if err != nil {
		return answer{}, err
	}
	release, err := s.acquire(c.ctx, s.listings)
	if err != nil {
		return answer{}, err
	}
	defer release()
	m, err := o.Choose(c.ctx, g.db, p)
	if errors.Is(err, opponent.ErrNoMove) {
		return answer{}, engine.InputErrorf("%v at %s", err, g.db.Game().Text(p))
	} else if err != nil {
		return answer{}, err
	}
	m.Replies = nil
	return answer{body: m.AppendJSON(nil), tag: tag}, nil
}
