package serve

import (
	"net/http"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

// gui is the name of the front end's plain view, which needs nothing but texts.
const gui = "v0"

// uwapi answers the routes under /uwapi.
type uwapi struct{ *Server }

// answerGames answers /uwapi/: a game is all databases of one name.
func (s uwapi) answerGames(c *Call) (Answer, error) {
	type entry struct {
		ID   string `json:"id"`
		Name string `json:"name"`
		Type string `json:"type"`
		GUI  string `json:"gui"`
	}
	if c.Fresh(s.allTag) {
		return Answer{Tag: s.allTag}, nil
	}
	list := []entry{}
	seen := map[string]bool{}
	for _, g := range s.games {
		if !seen[g.name] {
			seen[g.name] = true
			list = append(list, entry{g.name, g.name, "twoPlayer", gui})
		}
	}
	return marshal(list, s.allTag)
}

// answerGame answers /uwapi/{game}/.
func (s uwapi) answerGame(c *Call) (Answer, error) {
	type variant struct {
		ID   string `json:"id"`
		Name string `json:"name"`
		GUI  string `json:"gui"`
	}
	var variants []variant
	for _, g := range s.games {
		if g.name == c.PathValue("game") {
			variants = append(variants, variant{g.variant, strings.TrimPrefix(strings.TrimPrefix(g.spec, g.name), ":"), gui})
		}
	}
	if variants == nil {
		return Answer{}, Errorf(http.StatusNotFound, "no game %q is served: see /uwapi/", clip(c.PathValue("game")))
	}
	if c.Fresh(s.allTag) {
		return Answer{Tag: s.allTag}, nil
	}
	for i := range variants {
		if variants[i].Name == "" {
			variants[i].Name = "Regular"
		}
	}
	return marshal(struct {
		ID            string    `json:"id"`
		Name          string    `json:"name"`
		Variants      []variant `json:"variants"`
		AllowCustom   bool      `json:"allowCustomVariantCreation"`
		SupportsWinBy bool      `json:"supportsWinBy"`
	}{c.PathValue("game"), c.PathValue("game"), variants, false, false}, s.allTag)
}

// find returns the database of the path's game and variant, which may be named by
// its slug or canonical spec, too.
func (s uwapi) find(c *Call) (*Game, error) {
	name, variant := c.PathValue("game"), c.PathValue("variant")
	for _, g := range s.games {
		if g.name == name && (variant == g.variant || variant == g.slug || variant == g.spec) {
			return g, nil
		}
	}
	return nil, Errorf(http.StatusNotFound, "no variant %q of %q is served: see /uwapi/", clip(variant), clip(name))
}

// answerVariant answers /uwapi/{game}/{variant}/.
func (s uwapi) answerVariant(c *Call) (Answer, error) {
	g, err := s.find(c)
	if err != nil {
		return Answer{}, err
	}
	if c.Fresh(g.tag) {
		return Answer{Tag: g.tag}, nil
	}
	start := g.start()
	return marshal(struct {
		ID        string `json:"id"`
		Name      string `json:"name"`
		GUI       string `json:"gui"`
		Start     string `json:"startPosition"`
		AutoStart string `json:"autoguiStartPosition"`
	}{g.variant, g.spec, gui, start, autogui(start)}, g.tag)
}

// autogui returns a position for views that draw it: whose turn it is, always the first
// player's as positions are those of the player to move, and the text.
func autogui(position string) string { return "1_" + position }

// uwapiPosition is a position, or where a move leads.
type uwapiPosition struct {
	Position   string `json:"position"`
	Autogui    string `json:"autoguiPosition"`
	Value      string `json:"positionValue"` // for the player to move there
	Remoteness int    `json:"remoteness"`    // plies; 0 where there is none
}

// uwapiMove is a move with where it leads.
type uwapiMove struct {
	uwapiPosition
	Move        string `json:"move"`
	AutoguiMove string `json:"autoguiMove"`
	MoveValue   string `json:"moveValue"` // for the player who makes it
	// Delta is how many plies worse the move is than the best of its value: a win
	// later, a loss earlier.
	Delta int `json:"deltaRemoteness"`
}

// answerPositions answers /uwapi/{game}/{variant}/positions/.
func (s uwapi) answerPositions(c *Call) (Answer, error) {
	g, err := s.find(c)
	if err != nil {
		return Answer{}, err
	}
	values, err := c.Params()
	if err != nil {
		return Answer{}, err
	}
	text, err := c.required(values, "p")
	if err != nil {
		return Answer{}, err
	}
	p, end, err := g.uwapiParse(text)
	if err != nil {
		return Answer{}, err
	}
	if c.Fresh(g.tag) {
		return Answer{Tag: g.tag}, nil
	}
	reply := struct {
		uwapiPosition
		Moves []uwapiMove `json:"moves"`
	}{uwapiPosition{text, autogui(text), "", 0}, []uwapiMove{}}
	if p == nil {
		reply.Value, reply.Remoteness = uwapiValue(end)
		return marshal(reply, g.tag)
	}
	m, err := c.Moves(g, p)
	if err != nil {
		return Answer{}, err
	}
	reply.Position, reply.Autogui = m.Text, autogui(m.Text)
	reply.Value, reply.Remoteness = uwapiValue(m.Verdict)
	best := map[engine.Outcome]int{} // plies of the best move of an outcome
	for _, move := range m.Moves {   // best first
		plies, _ := move.Verdict.Plies()
		if _, ok := best[move.Verdict.Outcome()]; !ok {
			best[move.Verdict.Outcome()] = plies
		}
		u := uwapiMove{Move: move.Turn, AutoguiMove: move.Turn, Delta: plies - best[move.Verdict.Outcome()]}
		if u.Delta < 0 {
			u.Delta = -u.Delta
		}
		u.MoveValue, _ = uwapiValue(move.Verdict)
		u.Position = move.Text
		if move.Ended {
			u.Position = m.Text + ended + move.Turn
		}
		u.Autogui = autogui(u.Position)
		u.Value, u.Remoteness = uwapiValue(opposite(move.Verdict))
		reply.Moves = append(reply.Moves, u)
	}
	return marshal(reply, g.tag)
}

// ended stands between a position and the turn that ends the game there.
const ended = "~"

// uwapiParse reads a position. Where the game has ended with a turn, so that there is
// no position, it returns none, and the value for the player who would be to move.
func (g *Game) uwapiParse(text string) (engine.Position, query.Verdict, error) {
	p, err := g.db.Parse(text)
	at := strings.LastIndex(text, ended)
	if err == nil || at < 0 {
		return p, query.Verdict{}, err
	}
	before, err := g.db.Parse(text[:at])
	if err != nil {
		return nil, query.Verdict{}, err
	}
	r, err := g.db.Game().Play(before, text[at+len(ended):])
	if err != nil || !r.Ended {
		return r.To, query.Verdict{}, err
	}
	return nil, opposite(query.Verdict{Kind: g.db.Game().Kind(), Value: r.End, Known: true}), nil
}

// opposite returns what a move of that worth leaves to the other player, a ply later.
func opposite(v query.Verdict) query.Verdict {
	if !v.Known {
		return v
	}
	plies, decided := v.Plies()
	switch {
	case v.Outcome() == engine.Scored:
		value, err := v.Kind.FromPoints(-v.Kind.Points(v.Value))
		return query.Verdict{Kind: v.Kind, Value: value, Known: err == nil}
	case !decided:
		return v
	}
	value, err := v.Kind.Decided(v.Outcome() != engine.Win, plies-1)
	return query.Verdict{Kind: v.Kind, Value: value, Known: err == nil}
}

// uwapiValue returns the word for a value, a score by its sign, and its remoteness.
func uwapiValue(v query.Verdict) (word string, remoteness int) {
	plies, _ := v.Plies()
	outcome := v.Outcome()
	if outcome == engine.Scored {
		switch points := v.Kind.Points(v.Value); {
		case points > 0:
			outcome = engine.Win
		case points < 0:
			outcome = engine.Loss
		default:
			outcome = engine.Draw
		}
	}
	switch outcome {
	case engine.Win:
		return "win", plies
	case engine.Loss:
		return "lose", plies
	case engine.Draw:
		return "tie", plies
	}
	return "unsolved", 0
}
