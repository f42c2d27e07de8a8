package pushfight

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
	rules "github.com/foregone-db/foregone/engine/pushfight"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/answers"
	"github.com/foregone-db/foregone/query/serve"
)

// permLength is the number of characters of a position in the Analyzer's protocol.
const permLength = 26

// analysis is an answer in the protocol of the public Push Fight Analyzer.
type analysis struct {
	Status     string  `json:"status"`
	Successors []group `json:"successors"`
}

// group is the moves of one value, for the player who makes them.
type group struct {
	Status  string   `json:"status"`
	Moves   []string `json:"moves"`
	Details []string `json:"details,omitempty"` // parallel to Moves
}

// Analyzer is the [serve.Protocol] of the public Analyzer. If several databases have a position,
// the first answers.
func Analyzer(served []*serve.Game) []serve.Route {
	var a analyzer
	for _, g := range served {
		// Other boards than the full one are file parameters.
		_, drawn := g.DB().Game().Spec().File("board")
		if _, ok := g.DB().Game().(*rules.Variant); ok && !drawn {
			a.games = append(a.games, g)
		}
	}
	var routes []serve.Route
	for _, prefix := range []string{"/lookup/perms/", "/perms/"} {
		routes = append(routes, serve.Route{Pattern: prefix + "{position}", Method: http.MethodGet, Listing: true, Plain: true, Handle: a.answer})
	}
	for _, pattern := range []string{"/lookup", "/lookup/", "/perms", "/perms/"} {
		routes = append(routes, serve.Route{Pattern: pattern, Plain: true, Handle: serve.NotFound})
	}
	return routes
}

// analyzer answers from the databases that have positions of 26 characters.
type analyzer struct{ games []*serve.Game }

// answer answers /lookup/perms/{position}.
func (a analyzer) answer(c *serve.Call) (serve.Answer, error) {
	detail, err := detailWanted(c.URL.RawQuery)
	if err != nil {
		return serve.Answer{}, err
	}
	g, p, err := a.parse(c.PathValue("position"))
	if err != nil {
		return serve.Answer{}, err
	}
	create := func(ctx context.Context) (analysis, error) {
		m, err := g.DB().Moves(ctx, p, false)
		if err == nil && detail {
			err = g.DB().AddReplies(ctx, m.Moves, detailed)
		}
		if err != nil {
			return analysis{}, err
		}
		return analyse(m, detail)
	}
	if detail {
		return serve.Detailed(c, g.Tag(), "analysis "+g.DB().Game().Text(p), create)
	}
	return serve.Listed(c, g.Tag(), create)
}

// detailWanted reads the parameter d as the public server does: the last d counts. It ignores an
// empty d and other parameters.
func detailWanted(query string) (bool, error) {
	d := "0"
	for _, part := range strings.Split(query, "&") {
		if value, ok := strings.CutPrefix(part, "d="); ok && value != "" {
			d = value
		}
	}
	switch d {
	case "0", "1":
		return d == "1", nil
	}
	return false, engine.InputErrorf("parameter d is %.20q: want 0 or 1", d)
}

// parse reads a position of any member of the family that is served.
func (a analyzer) parse(text string) (*serve.Game, engine.Position, error) {
	if len(a.games) == 0 {
		return nil, nil, serve.Errorf(http.StatusNotFound, "no table of Push Fight on the full board is served")
	}
	line := len(text) == permLength && strings.Trim(text, ".oOxXYP") == ""
	if number := strings.TrimLeft(text, "+-"); !line && (number == "" || len(text) > len(number)+1 || len(text) > 20 || strings.Trim(number, "0123456789") != "") {
		return nil, nil, engine.InputErrorf("%q is not a position: want %d characters of \".oOxXYP\", one for each square, the index of a permutation, or a minimized index with its sign", answers.Clip(text), permLength)
	}
	var first error
	for _, g := range a.games {
		p, err := g.DB().Parse(text)
		if err == nil {
			return g, p, nil
		}
		if first == nil {
			first = err
		}
	}
	return nil, nil, first
}

// detailed reports whether the protocol has the replies to a move. It omits those of W1 (there are
// none) and of L1 (the opponent wins at once).
func detailed(m query.Move) bool {
	plies, ok := m.Verdict.Plies()
	return !ok || plies > 2
}

// analyse returns moves in the Analyzer's form. The public page has no text for unknown values
// and fails to show a list with one. So for a partial table analyse leaves out unknown moves if
// a known move has the value of the position. Otherwise it returns status 404.
func analyse(m query.Moves, detail bool) (analysis, error) {
	if !m.Verdict.Known || len(m.Moves) > 0 && m.Moves[0].Verdict != m.Verdict {
		return analysis{}, serve.Errorf(http.StatusNotFound, "the table that is served does not have the value of %s", m.Text)
	}
	m.Moves = slices.DeleteFunc(m.Moves, func(move query.Move) bool { return !move.Verdict.Known })
	a := analysis{Status: m.Verdict.String(), Successors: []group{}}
	for i, move := range m.Moves {
		if i == 0 || move.Verdict != m.Moves[i-1].Verdict {
			a.Successors = append(a.Successors, group{Status: move.Verdict.String()})
		}
		last := &a.Successors[len(a.Successors)-1]
		last.Moves = append(last.Moves, move.Turn)
		if detail && detailed(move) {
			last.Details = append(last.Details, repliesText(move.Replies))
		}
	}
	return a, nil
}

// repliesText returns a distribution as VALUE*COUNT, separated by commas.
func repliesText(replies []query.Reply) string {
	var b strings.Builder
	for _, r := range replies {
		if !r.Verdict.Known {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		b.WriteString(r.Verdict.String() + "*" + strconv.FormatUint(r.Results, 10))
	}
	return b.String()
}
