package answers

import (
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/opponent"
	"github.com/foregone-db/foregone/query/puzzle"
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

// The parameters of the routes under /v1.
var (
	positionParam   = Parameter{Name: "position", Required: true, Help: "A position in any notation of the game, or #N for its index N."}
	boardParam      = Parameter{Name: "position", Help: "A position to draw in text, in any notation of the game."}
	detailParam     = Parameter{Name: "detail", Type: Flag, Help: "1: count the replies to each move by value, too."}
	trickyParam     = Parameter{Name: "tricky", Type: Flag, Help: "1: say how hard each move is to answer; of equal moves the hardest is first."}
	strengthParam   = Parameter{Name: "strength", Type: Integer, Most: opponent.Perfect, Default: opponent.Perfect, Help: "How well the opponent plays; the greatest is perfect, and the default."}
	aggressiveParam = Parameter{Name: "aggressive", Type: Flag, Help: "1: among equal moves the opponent prefers those that are hardest to answer."}
	playSeedParam   = Parameter{Name: "seed", Type: Integer, Help: "With a seed the choice is always the same."}
	sampleSeedParam = Parameter{Name: "seed", Type: Integer, Most: math.MaxInt64, Help: "With a seed the choice is always the same."}
	turnsParam      = Parameter{Name: "turns", Type: Words, Most: 1000, Help: "The turns, separated by blanks."}
	partParam       = Parameter{Name: "part", Type: Flag, Help: "1: if a turn is not legal, answer with the turns before it."}
	plyParam        = Parameter{Name: "ply", Type: Integer, Most: 10_000, Help: "The number of turns before the position, so that colours stay with their players; default: 0."}
	valueParam      = Parameter{Name: "value", Required: true, Help: "The value, as the game writes it."}
	countParam      = Parameter{Name: "n", Type: Integer, Most: 100, Default: 10, Help: "The number of positions."}
	dayParam        = Parameter{Name: "day", Help: "A day, such as 2026-11-22; by default today's, in UTC."}
	fromParam       = Parameter{Name: "from", Type: Integer, Required: true, Help: "The index."}
	backParam       = Parameter{Name: "back", Type: Flag, Help: "1: the previous position instead of the next."}
)

// Routes lists what can be asked.
func (s *Set) Routes() []Route {
	return append([]Route{
		{Pattern: "games", Answer: s.listGames, Returns: GamesObject{}, Summary: "The games that are served."},
		{Pattern: "{game}/value", Answer: s.at(s.value), Query: []Parameter{positionParam}, Returns: query.Answer{}, Summary: "The value of a position."},
		{Pattern: "{game}/values", Method: "POST", Listing: true, Answer: s.values, Returns: valuesObject{}, Summary: "The values of many positions, in their order."},
		{Pattern: "{game}/moves", Listing: true, Answer: s.at(s.moves), Query: []Parameter{positionParam, detailParam, trickyParam}, Returns: query.Moves{}, Summary: "Every move with its value, best first."},
		{Pattern: "{game}/line", Listing: true, Answer: s.at(s.line), Query: []Parameter{positionParam}, Returns: query.Line{}, Summary: "Best play to the end."},
		{Pattern: "{game}/stats", Answer: s.in(s.stats), Returns: query.Stats{}, Summary: "The number of positions of each value."},
		{Pattern: "{game}/play", Listing: true, Answer: s.at(s.play), Query: []Parameter{positionParam, strengthParam, aggressiveParam, playSeedParam}, Returns: query.Move{},
			Summary: "The move that an opponent of some strength plays."},
		{Pattern: "{game}/game", Listing: true, Answer: s.at(s.replay), Query: []Parameter{positionParam, turnsParam, partParam}, Returns: GameObject{}, Summary: "A game turn by turn."},
		{Pattern: "{game}/review", Method: "POST", Listing: true, Answer: s.review, Takes: "text/plain", Returns: reviewObject{}, Summary: "Whole games, judged move by move."},
		{Pattern: "{game}/sample", Listing: true, Answer: s.in(s.sample), Query: []Parameter{valueParam, countParam, sampleSeedParam}, Returns: samplesObject{}, Summary: "Random stored positions of a value."},
		{Pattern: "{game}/puzzle", Listing: true, Answer: s.in(s.puzzle), Query: []Parameter{dayParam}, Returns: puzzle.Puzzle{}, Summary: "The puzzle of a day: a position with exactly one winning move."},
		{Pattern: "{game}/board", Listing: true, Answer: s.in(s.board), Query: []Parameter{boardParam}, Returns: BoardObject{}, Summary: "How to show positions."},
		{Pattern: "{game}/near", Listing: true, Answer: s.in(s.near), Query: []Parameter{valueParam, fromParam, backParam}, Returns: query.Answer{}, Summary: "The next position of a value above an index, or below it."},
	}, s.pictures()...)
}
