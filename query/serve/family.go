package serve

import (
	"net/http"
	"strings"

	"github.com/foregone-db/foregone/engine"
)

// family is the databases of games of one name in the order of the arguments of [New], such as
// those of several materials of chess.
type family []*Game

// game returns the game that the path names.
func (s *Server) game(c *Call) (*Game, error) {
	if g, ok := s.byName[c.PathValue("game")]; ok {
		return g, nil
	}
	return nil, Errorf(http.StatusNotFound, "no game %q is served: see /v1/games", clip(c.PathValue("game")))
}

// family returns the games that the path names: one, or all of a name.
func (s *Server) family(c *Call) (family, error) {
	g, err := s.game(c)
	if err == nil {
		return family{g}, nil
	}
	if f, ok := s.families[c.PathValue("game")]; ok {
		return f, nil
	}
	return nil, err
}

// parse reads a position, and returns the first game that has it.
func (f family) parse(text string) (*Game, engine.Position, error) {
	if len(text) > maxText {
		return nil, nil, engine.InputErrorf("the position has %d bytes: want at most %d", len(text), maxText)
	}
	if len(f) > 1 && strings.HasPrefix(text, "#") {
		return nil, nil, engine.InputErrorf("%q is an index, and there are %d databases of %s: name one of them, see /v1/games", clip(text), len(f), f[0].name)
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
