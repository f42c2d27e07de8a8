package answers

import (
	"strings"

	"github.com/foregone-db/foregone/engine"
)

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
