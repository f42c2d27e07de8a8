package answers

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/opponent"
	"github.com/foregone-db/foregone/query/puzzle"
)

// maxNear bounds the number of positions that a search for the next one with a value examines. It
// takes some seconds.
const maxNear = 1 << 30

// in converts a handler for a game to one for a call. It refuses the bare name of a game, which
// stands for several databases.
func (s *Set) in(handle func(c *Call, g *Game) (Answer, error)) func(*Call) (Answer, error) {
	return func(c *Call) (Answer, error) {
		g, err := s.game(c)
		if err != nil {
			return Answer{}, err
		}
		return handle(c, g)
	}
}

// at converts a handler for a position to one for a call. If the path has the bare name of a game,
// it uses the first of its databases that has the position.
func (s *Set) at(handle func(c *Call, g *Game, p engine.Position) (Answer, error)) func(*Call) (Answer, error) {
	return func(c *Call) (Answer, error) {
		f, err := s.family(c)
		if err != nil {
			return Answer{}, err
		}
		g, p, err := f.Parse(c.Text(positionParam))
		if err != nil {
			return Answer{}, err
		}
		return handle(c, g, p)
	}
}

// GamesObject answers /v1/games.
type GamesObject []struct {
	Game      string  `json:"game"`
	Slug      string  `json:"slug"`
	Title     string  `json:"title" doc:"The name that people use."`
	Variant   string  `json:"variant,omitempty" doc:"The variant, in words."`
	Result    string  `json:"result,omitempty" doc:"What the table has found out, in a sentence."`
	Positions uint64  `json:"positions"`
	SHA256    *string `json:"table_sha256" doc:"The digest of the values; null where a file is used in place, and for bitmaps."`
}

func (s *Set) listGames(*Call) (Answer, error) { return s.List() }

// List answers /v1/games.
func (s *Set) List() (Answer, error) {
	list := make(GamesObject, len(s.games))
	for i, g := range s.games {
		e, stats := &list[i], g.stats()
		e.Game, e.Slug, e.Positions = g.spec, g.slug, stats.Positions
		e.Title, e.Variant = g.db.Names()
		e.Result = g.Result()
		if stats.SHA256 != "" {
			e.SHA256 = &stats.SHA256
		}
	}
	return Marshal(list, s.tag)
}

// Marshal makes an answer of an object.
func Marshal(v any, tag string) (Answer, error) {
	body, err := Encoded(v)
	return Answer{Body: body, Tag: tag}, err
}

// value answers /v1/{game}/value.
func (s *Set) value(c *Call, g *Game, p engine.Position) (Answer, error) {
	if _, stored := g.db.Game().Index(p); stored {
		if a, err := g.db.Value(p); err != nil {
			return Answer{}, err
		} else if a.Verdict.Known {
			return Marshal(a, g.tag)
		}
	}
	// To value such a position, the database evaluates all its moves, which takes time and memory.
	return Listed(c, g.tag, func(context.Context) (query.Answer, error) {
		a, err := g.db.Value(p)
		if err == nil {
			a, err = a.Bounded(g.db)
		}
		return a, err
	})
}

// valuesObject answers /v1/{game}/values: each element is the value object, or the error of a
// position.
type valuesObject []batchElement

type batchElement struct{}

func (batchElement) Alternatives() []any { return []any{query.Answer{}, batchFault{}} }

type batchFault struct {
	Position string `json:"position" doc:"As it was sent."`
	Error    string `json:"error"`
}

// values answers /v1/{game}/values. Nothing caches answers to POST, so there is no tag.
func (s *Set) values(c *Call) (Answer, error) {
	f, err := s.family(c)
	if err != nil {
		return Answer{}, err
	}
	texts, err := readBatch(c)
	if err != nil {
		return Answer{}, err
	}
	return Listed(c, "", func(ctx context.Context) ([]byte, error) {
		elements := make([][]byte, len(texts))
		for i, text := range texts {
			if elements[i], err = element(ctx, f, text); err != nil {
				return nil, err
			}
		}
		return slices.Concat([]byte("["), bytes.Join(elements, []byte(",")), []byte("]")), nil
	})
}

// element returns the element of a position in the answer to a batch. Invalid input is reported in
// the element; any other error fails the batch.
func element(ctx context.Context, f Family, sent json.RawMessage) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var text string
	if sent[0] != '"' {
		return Encoded(batchFault{Clip(string(sent)), "the element is no text: want a position"})
	} else if err := json.Unmarshal(sent, &text); err != nil {
		return nil, err
	}
	g, p, err := f.Parse(text)
	if engine.IsInput(err) {
		return Encoded(batchFault{text, err.Error()})
	}
	if err != nil {
		return nil, err
	}
	a, err := g.db.Value(p)
	if err != nil {
		return nil, err
	}
	return Encoded(a)
}

// readBatch reads a JSON array of positions.
func readBatch(c *Call) ([]json.RawMessage, error) {
	body, err := c.readBody()
	if err != nil {
		return nil, err
	}
	var list []json.RawMessage
	if err := json.Unmarshal(body, &list); err != nil || list == nil {
		return nil, engine.InputErrorf("the body is no JSON array of positions: want [\"POSITION\",…]")
	}
	if len(list) > MaxBatch {
		return nil, Errorf(tooLarge, "%d positions: want at most %d", len(list), MaxBatch)
	}
	return list, nil
}

// ErrTooLarge is returned when the body of a request is too large.
var ErrTooLarge = Errorf(tooLarge, "the body is too large: want at most %d positions and %d bytes", MaxBatch, MaxBody)

// moves answers /v1/{game}/moves.
func (s *Set) moves(c *Call, g *Game, p engine.Position) (Answer, error) {
	detail := c.Number(detailParam) == 1
	list := func(ctx context.Context) (query.Moves, error) { return g.db.Moves(ctx, p, detail) }
	if c.Number(trickyParam) == 1 {
		list = func(ctx context.Context) (query.Moves, error) { return g.db.Tricky(ctx, p, detail) }
		return Detailed(c, g.tag, fmt.Sprint("tricky ", detail, " ")+g.slug+" "+g.db.Game().Text(p), list)
	}
	if !detail {
		return Listed(c, g.tag, list)
	}
	return Detailed(c, g.tag, "moves "+g.slug+" "+g.db.Game().Text(p), list)
}

// line answers /v1/{game}/line.
func (s *Set) line(c *Call, g *Game, p engine.Position) (Answer, error) {
	return Listed(c, g.tag, func(ctx context.Context) (query.Line, error) { return g.db.Line(ctx, p) })
}

// stats answers /v1/{game}/stats.
func (s *Set) stats(_ *Call, g *Game) (Answer, error) { return Marshal(g.stats(), g.tag) }

// seed returns the seed of a random choice, and the ETag of the answer: "" if the request has no
// seed.
func (c *Call) seed(p Parameter, g *Game) (seed uint64, tag string) {
	if c.Has(p) {
		return c.Number(p), g.tag
	}
	return rand.Uint64() & p.most(), ""
}

// play answers /v1/{game}/play.
func (s *Set) play(c *Call, g *Game, p engine.Position) (Answer, error) {
	seed, tag := c.seed(playSeedParam, g)
	o, err := opponent.New(opponent.Options{Strength: int(c.Number(strengthParam)), Aggressive: c.Number(aggressiveParam) == 1, Seed: seed})
	if err != nil {
		return Answer{}, err
	}
	return Listed(c, tag, func(ctx context.Context) (query.Move, error) {
		m, err := o.Choose(ctx, g.db, p)
		if errors.Is(err, opponent.ErrNoMove) {
			err = engine.InputErrorf("%v at %s", err, g.db.Game().Text(p))
		}
		m.Replies = nil
		return m, err
	})
}

// samplesObject answers /v1/{game}/sample.
type samplesObject []query.Answer

func (s *Set) sample(c *Call, g *Game) (Answer, error) {
	verdict, err := g.db.ParseVerdict(c.Text(valueParam))
	if err != nil {
		return Answer{}, err
	}
	seed, tag := c.seed(sampleSeedParam, g)
	return Listed(c, tag, func(ctx context.Context) (samplesObject, error) {
		found := samplesObject{}
		for a, err := range g.db.Sample(ctx, verdict, int(c.Number(countParam)), int64(seed)) {
			if err != nil {
				return nil, err
			}
			found = append(found, a)
		}
		return found, nil
	})
}

// near answers /v1/{game}/near.
func (s *Set) near(c *Call, g *Game) (Answer, error) {
	verdict, err := g.db.ParseVerdict(c.Text(valueParam))
	if err != nil {
		return Answer{}, err
	}
	from := c.Number(fromParam)
	if size := g.db.Game().Size(); from >= size {
		return Answer{}, engine.InputErrorf("parameter from is %d: want 0 to %d", from, size-1)
	}
	return Listed(c, g.tag, func(ctx context.Context) (query.Answer, error) {
		a, found, err := g.db.Near(ctx, verdict, from, c.Number(backParam) == 1, maxNear)
		if err == nil && !found {
			err = Errorf(notFound, "no further position of the value %v", verdict)
		}
		return a, err
	})
}

// puzzle answers /v1/{game}/puzzle. The server computes it once for all clients.
func (s *Set) puzzle(c *Call, g *Game) (Answer, error) {
	day, tag := time.Now().UTC().Format(time.DateOnly), ""
	if text := c.Text(dayParam); text != "" {
		if _, err := time.Parse(time.DateOnly, text); err != nil {
			return Answer{}, engine.InputErrorf("parameter day is %q: want a day such as 2026-11-22", Clip(text))
		}
		day, tag = text, g.tag
	}
	return Detailed(c, tag, "puzzle "+g.slug+" "+day, func(ctx context.Context) (*puzzle.Puzzle, error) {
		p, err := puzzle.OfDay(ctx, g.db, day)
		switch {
		case engine.IsInput(err):
			return nil, Errorf(notFound, "%v", err)
		case err != nil:
			return nil, err
		case p == nil:
			return nil, Errorf(notFound, "no position of %s has exactly one winning move", g.spec)
		}
		return p, nil
	})
}
