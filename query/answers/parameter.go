package answers

import (
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
)

// Parameter declares a query parameter of a route, once, in [Route].Query: the server checks
// requests by it, handlers read requests by it, and /v1/openapi.json describes it.
type Parameter struct {
	Name     string
	Help     string // one line
	Type     ParameterType
	Required bool
	// Most is the greatest Integer, or the greatest number of Words; 0: no bound.
	Most uint64
	// Default is the value of an Integer that the request leaves out.
	Default uint64
}

// ParameterType is the form of a parameter.
type ParameterType uint8

const (
	Text    ParameterType = iota // at most 1024 bytes
	Words                        // texts separated by blanks
	Integer                      // from 0 to Most; a handler checks a greater lower bound itself
	Flag                         // 0 or 1
)

// most returns the greatest Integer.
func (p *Parameter) most() uint64 {
	switch {
	case p.Type == Flag:
		return 1
	case p.Most == 0:
		return math.MaxUint64
	}
	return p.Most
}

// check refuses a text that the parameter does not allow.
func (p *Parameter) check(text string) error {
	switch p.Type {
	case Text:
		if len(text) > maxText {
			return engine.InputErrorf("parameter %s has %d bytes: want at most %d", p.Name, len(text), maxText)
		}
	case Words:
		if n := len(strings.Fields(text)); uint64(n) > p.most() {
			return engine.InputErrorf("parameter %s has %d words: want at most %d", p.Name, n, p.Most)
		}
	case Flag:
		if text != "0" && text != "1" {
			return engine.InputErrorf("parameter %s is %q: want 0 or 1", p.Name, Clip(text))
		}
	case Integer:
		if n, err := strconv.ParseUint(text, 10, 64); err != nil || n > p.most() {
			return engine.InputErrorf("parameter %s is %q: want 0 to %d", p.Name, Clip(text), p.most())
		}
	}
	return nil
}

// ReadParameters reads the parameters of a request. It refuses a query that [url.ParseQuery] cannot
// read, a parameter that occurs twice, values that the declarations do not allow, and, unless
// othersPass, parameters without a declaration.
func ReadParameters(raw string, declared []Parameter, othersPass bool) (url.Values, error) {
	values, err := url.ParseQuery(raw)
	if err != nil {
		return nil, engine.InputErrorf("the parameters cannot be read: %v", Clip(err.Error()))
	}
	if !othersPass {
		if err := checkNames(values, declared); err != nil {
			return nil, err
		}
	}
	for name, list := range values {
		if len(list) > 1 {
			return nil, engine.InputErrorf("parameter %q is given twice", Clip(name))
		}
	}
	for _, p := range declared {
		if !values.Has(p.Name) {
			if p.Required {
				return nil, engine.InputErrorf("parameter %s is missing", p.Name)
			}
			continue
		}
		text := values.Get(p.Name)
		// Keep a plus sign at the beginning of a text: no position begins with a blank.
		if rest, ok := strings.CutPrefix(text, " "); ok && p.Type == Text && strings.Contains("&"+raw, "&"+p.Name+"=+") {
			text = "+" + rest
			values.Set(p.Name, text)
		}
		if err := p.check(text); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// checkNames refuses parameters without a declaration. It names the first one in alphabetical
// order.
func checkNames(values url.Values, declared []Parameter) error {
	var names, unknown []string
	for _, p := range declared {
		names = append(names, p.Name)
	}
	for name := range values {
		if !slices.Contains(names, name) {
			unknown = append(unknown, name)
		}
	}
	switch {
	case unknown == nil:
		return nil
	case names == nil:
		return engine.InputErrorf("unknown parameter %q: there are none here", Clip(slices.Min(unknown)))
	}
	return engine.InputErrorf("unknown parameter %q: want %s", Clip(slices.Min(unknown)), strings.Join(names, ", "))
}

// Clip shortens text from a client for messages.
func Clip(text string) string {
	if len(text) > 80 {
		return text[:80] + "…"
	}
	return text
}

// CheckTurns refuses a text with too many turns.
func CheckTurns(text string) error { return turnsParam.check(text) }
