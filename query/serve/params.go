package serve

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
)

// required returns a parameter that must be there. A plus sign at its beginning stands
// for itself: no position begins with a blank.
func (c *Call) required(values url.Values, name string) (string, error) {
	if !values.Has(name) {
		return "", engine.InputErrorf("parameter %s is missing", name)
	}
	text := values.Get(name)
	if rest, ok := strings.CutPrefix(text, " "); ok && strings.Contains("&"+c.URL.RawQuery, "&"+name+"=+") {
		text = "+" + rest
	}
	return text, checkLength(text)
}

func checkLength(position string) error {
	if len(position) > maxPosition {
		return engine.InputErrorf("the position has %d bytes: want at most %d", len(position), maxPosition)
	}
	return nil
}

// Flag reads a parameter that is 0 or 1 and may be left out.
func Flag(values url.Values, name string) (bool, error) {
	switch text := values.Get(name); {
	case !values.Has(name), text == "0":
		return false, nil
	case text == "1":
		return true, nil
	default:
		return false, engine.InputErrorf("parameter %s is %q: want 0 or 1", name, clip(text))
	}
}

// number reads a parameter that is a number and may be left out.
func number(values url.Values, name string, value, largest uint64) (uint64, error) {
	if !values.Has(name) {
		return value, nil
	}
	n, err := strconv.ParseUint(values.Get(name), 10, 64)
	if err != nil || n > largest {
		return 0, engine.InputErrorf("parameter %s is %q: want 0 to %d", name, clip(values.Get(name)), largest)
	}
	return n, nil
}

// clip shortens what a client wrote, for messages.
func clip(text string) string {
	if len(text) > 80 {
		return text[:80] + "…"
	}
	return text
}

// game returns the game that the path names.
func (s *Server) game(c *Call) (*Game, error) {
	if g, ok := s.byName[c.PathValue("game")]; ok {
		return g, nil
	}
	return nil, Errorf(http.StatusNotFound, "no game %q is served: see /v1/games", clip(c.PathValue("game")))
}

// position returns the game of the path and the position of a parameter. Where the path names
// a family, the game is the first that has the position.
func (s *Server) position(c *Call, name string) (*Game, engine.Position, url.Values, error) {
	f, err := s.family(c)
	if err != nil {
		return nil, nil, nil, err
	}
	values, err := c.Params()
	if err != nil {
		return nil, nil, nil, err
	}
	text, err := c.required(values, name)
	if err != nil {
		return nil, nil, nil, err
	}
	g, p, err := f.parse(text)
	return g, p, values, err
}
