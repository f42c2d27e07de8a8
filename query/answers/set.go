package answers

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/query"
)

const (
	// MaxBatch bounds the positions of a batch.
	MaxBatch = 10_000
	// MaxBody bounds the bytes of a request's body; a batch of drawn boards of 64 squares takes 1 MB.
	MaxBody = 2 << 20

	maxText = 1 << 10 // bytes, of a position or a value
)

// Set is databases that answer together.
type Set struct {
	games    []*Game
	byName   map[string]*Game  // by slug and by canonical spec
	families map[string]Family // by the name of a game without parameters
	tag      string            // ETag of answers about all databases
}

// New makes a set of databases. version is the version of the program, a part of ETags. It fails if
// two databases hold the same game, or if one is damaged. cells are what [Game.Cells] of the only database has returned
// elsewhere: then New reads nothing, and answers have no ETag.
func New(dbs []*query.DB, version string, cells ...Cells) (*Set, error) {
	s := &Set{byName: map[string]*Game{}, families: map[string]Family{}}
	tags := []string{version}
	for _, db := range dbs {
		g, err := newGame(db, version, cells)
		if err != nil {
			return nil, err
		}
		if other, ok := s.byName[g.spec]; ok {
			return nil, fmt.Errorf("%s and %s both hold %s", other.db.Dir(), db.Dir(), g.spec)
		}
		s.byName[g.spec], s.byName[g.slug] = g, g
		s.games = append(s.games, g)
		s.families[g.name] = append(s.families[g.name], g)
		tags = append(tags, g.tag)
	}
	s.tag = MakeTag(tags...)
	return s, nil
}

// Games returns the games in the order of the databases. Do not change the list.
func (s *Set) Games() []*Game { return s.games }

// Game returns the game of a slug or a canonical spec, or nil.
func (s *Set) Game(name string) *Game { return s.byName[name] }

// FamilyOf returns the games with a name, which has no parameters.
func (s *Set) FamilyOf(name string) Family { return s.families[name] }

// Tag returns an ETag for answers about all databases.
func (s *Set) Tag() string { return s.tag }

// Ask answers a request for a path and its query. body is that of a POST, or nil. It fails with a
// [Refusal] or an [engine.InputError] if the request is wrong.
func (s *Set) Ask(ctx context.Context, path, rawQuery string, body []byte) (a Answer, err error) {
	defer pool.Catch(&err)
	rest, ok := strings.CutPrefix(path, "/v1/")
	game, what, named := strings.Cut(rest, "/")
	if game, err = url.PathUnescape(game); err != nil || !ok {
		return a, Errorf(notFound, "there is nothing at this path")
	}
	for _, r := range s.Routes() {
		if r.Pattern != rest && (!named || r.Pattern != "{game}/"+what) {
			continue
		}
		params, err := ReadParameters(rawQuery, r.Query, false)
		if err != nil {
			return a, err
		}
		a, err = r.Answer(NewCall(ctx, game, params, open{body}))
		if a.ContentType == "" {
			a.ContentType = r.ContentType
		}
		return a, err
	}
	return a, Errorf(notFound, "there is nothing at this path")
}

// open is a gate without limits.
type open struct{ body []byte }

func (open) Fresh(string) bool                                { return false }
func (open) List(context.Context) (release func(), err error) { return func() {}, nil }
func (o open) Body() ([]byte, error)                          { return o.body, nil }
func (o open) Share(ctx context.Context, _ string, _ bool, create func(ctx context.Context) ([]byte, error)) ([]byte, error) {
	return create(ctx)
}

// Refusal is an error with the status that HTTP has for it.
type Refusal struct {
	Status int
	Text   string
}

func (r *Refusal) Error() string { return r.Text }

// The statuses of refusals, as HTTP numbers them.
const (
	notFound    = 404
	tooLarge    = 413
	unsupported = 415
)

// Errorf returns a [Refusal].
func Errorf(status int, format string, args ...any) error {
	return &Refusal{status, fmt.Sprintf(format, args...)}
}

// Family is the databases of games of one name in the order of the arguments of [New], such as
// those of several materials of chess.
type Family []*Game

// game returns the game that the path names.
func (s *Set) game(c *Call) (*Game, error) {
	if g, ok := s.byName[c.Game]; ok {
		return g, nil
	}
	return nil, Errorf(notFound, "no game %q is served: see /v1/games", Clip(c.Game))
}

// family returns the games that the path names: one, or all of a name.
func (s *Set) family(c *Call) (Family, error) {
	g, err := s.game(c)
	if err == nil {
		return Family{g}, nil
	}
	if f, ok := s.families[c.Game]; ok {
		return f, nil
	}
	return nil, err
}

// Parse reads a position, and returns the first game that has it.
func (f Family) Parse(text string) (*Game, engine.Position, error) {
	if len(text) > maxText {
		return nil, nil, engine.InputErrorf("the position has %d bytes: want at most %d", len(text), maxText)
	}
	if len(f) > 1 && strings.HasPrefix(text, "#") {
		return nil, nil, engine.InputErrorf("%q is an index, and there are %d databases of %s: name one of them, see /v1/games", Clip(text), len(f), f[0].name)
	}
	var last error
	for _, g := range f {
		p, err := g.db.Parse(text)
		if err == nil || !engine.IsInput(err) {
			return g, p, err
		}
		last = err
	}
	if len(f) > 1 {
		last = engine.InputErrorf("none of %d databases of %s takes the position; the last says: %v", len(f), f[0].name, last)
	}
	return nil, nil, last
}
