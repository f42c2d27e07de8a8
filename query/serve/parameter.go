package serve

import (
	"net/url"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
)

// Parameter is what a request may have behind its "?".
type Parameter struct {
	Name     string
	Help     string // one line
	Required bool
	Type     string // of JSON: "string" or "integer"
	Most     uint64 // of an integer; 0: any
	Flag     bool   // 0 or 1
}

var (
	positionParam = Parameter{Name: "position", Type: "string", Required: true, Help: "A position in any notation of the game, or #N for its index N."}
	detailParam   = Parameter{Name: "detail", Type: "integer", Flag: true, Help: "1: count the replies to each move by value, too."}
)

// checkNames refuses parameters that a route does not know, in the first place one that
// may be misspelt.
func checkNames(values url.Values, known []Parameter) error {
	var names []string
	for _, p := range known {
		names = append(names, p.Name)
	}
	var unknown []string
	for name := range values {
		if !slices.Contains(names, name) {
			unknown = append(unknown, name)
		}
	}
	if unknown == nil {
		return nil
	}
	slices.Sort(unknown)
	if names == nil {
		return engine.InputErrorf("unknown parameter %q: there are none here", clip(unknown[0]))
	}
	return engine.InputErrorf("unknown parameter %q: want %s", clip(unknown[0]), strings.Join(names, ", "))
}
