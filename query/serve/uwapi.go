package serve

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

// uwapi answers in the protocol of the public GamesmanUni front end. A game is all
// databases of one name, and its variants are these.
type uwapi struct {
	variants []*uwapiVariant
	tag      string // ETag of what speaks of all databases
}

// uwapiVariant is a database as the protocol sees it.
type uwapiVariant struct {
	game             *Game
	face             face
	family, id       string // in paths
	familyName, name string // for people
	gui              string // "v3" where positions are drawn, "v0" where texts are all there is
	codec            uwapiCodec
	image            *uwapiImage // nil where positions cannot be drawn
	ties             tieFinder
}

func newUWAPI(games []*Game, tag string) *uwapi {
	u := &uwapi{tag: tag}
	taken := map[string]bool{}
	for _, g := range games {
		if !engine.Plain(g.db.Game().Slices()) {
			continue // the protocol turns a score round with every turn
		}
		v := newUWAPIVariant(g)
		if taken[v.family+"/"+v.id] {
			v.id, v.name = g.variant, g.variant
		}
		taken[v.family+"/"+v.id] = true
		u.variants = append(u.variants, v)
	}
	return u
}

func newUWAPIVariant(g *Game) *uwapiVariant {
	spec := g.db.Game().Spec()
	v := &uwapiVariant{game: g, face: faces[g.name], family: g.name, id: g.variant, gui: "v0", ties: tieFinder{db: g.db}}
	if v.face.family != "" {
		v.family = v.face.family
	}
	if v.face.variant != nil {
		if id := v.face.variant(spec); id != "" {
			v.id = id
		}
	}
	if v.familyName, v.name = g.names(); v.name == "" {
		v.name = "Regular"
	}
	v.codec = newUWAPICodec(g, v.face)
	if v.codec.drawn {
		v.gui, v.image = "v3", newUWAPIImage(&v.codec, v.face)
	}
	return v
}

func (u *uwapi) routes(get, list func(pattern string, handle func(*Call) (Answer, error))) {
	for _, slash := range []string{"", "/{$}"} {
		get("/uwapi"+slash, u.games)
		get("/uwapi/{game}"+slash, u.one)
		get("/uwapi/{game}/{variant}"+slash, u.variant)
		get("/uwapi/{game}/{variant}/instructions"+slash, u.instructions)
		list("/uwapi/{game}/{variant}/positions"+slash, u.positions)
	}
}

// games answers /uwapi/.
func (u *uwapi) games(c *Call) (Answer, error) {
	type entry struct {
		ID   string `json:"id"`
		Name string `json:"name"`
		Type string `json:"type"`
		GUI  string `json:"gui"`
	}
	if c.Fresh(u.tag) {
		return Answer{Tag: u.tag}, nil
	}
	list := []entry{}
	seen := map[string]bool{}
	for _, v := range u.variants {
		if !seen[v.family] {
			seen[v.family] = true
			list = append(list, entry{v.family, v.familyName, "twoPlayer", v.gui})
		}
	}
	return marshal(list, u.tag)
}

// one answers /uwapi/{game}/.
func (u *uwapi) one(c *Call) (Answer, error) {
	type variant struct {
		ID   string `json:"id"`
		Name string `json:"name"`
		GUI  string `json:"gui"`
	}
	out := struct {
		ID            string    `json:"id"`
		Name          string    `json:"name"`
		Variants      []variant `json:"variants"`
		AllowCustom   bool      `json:"allowCustomVariantCreation"`
		SupportsWinBy bool      `json:"supportsWinBy"`
	}{}
	for _, v := range u.variants {
		if name := c.PathValue("game"); name == v.family || name == v.game.name {
			out.ID, out.Name = v.family, v.familyName
			out.SupportsWinBy = v.game.db.Game().Kind() == engine.Score
			out.Variants = append(out.Variants, variant{v.id, v.name, v.gui})
		}
	}
	if out.Variants == nil {
		return Answer{}, Errorf(http.StatusNotFound, "no game %q is served: see /uwapi/", clip(c.PathValue("game")))
	}
	if c.Fresh(u.tag) {
		return Answer{Tag: u.tag}, nil
	}
	return marshal(out, u.tag)
}

// find returns the database of the path's game and variant, which may be named by its
// slug or canonical spec, too.
func (u *uwapi) find(c *Call) (*uwapiVariant, error) {
	name, variant := c.PathValue("game"), c.PathValue("variant")
	for _, v := range u.variants {
		if (name == v.family || name == v.game.name) && slices.Contains([]string{v.id, v.game.variant, v.game.slug, v.game.spec}, variant) {
			return v, nil
		}
	}
	return nil, Errorf(http.StatusNotFound, "no variant %q of %q is served: see /uwapi/", clip(variant), clip(name))
}

// variant answers /uwapi/{game}/{variant}/.
func (u *uwapi) variant(c *Call) (Answer, error) {
	v, err := u.find(c)
	if err != nil {
		return Answer{}, err
	}
	if c.Fresh(v.game.tag) {
		return Answer{Tag: v.game.tag}, nil
	}
	start := v.game.start()
	turn := v.codec.turnOf(start)
	return marshal(struct {
		ID        string      `json:"id"`
		Name      string      `json:"name"`
		GUI       string      `json:"gui"`
		Start     string      `json:"startPosition"`
		AutoStart string      `json:"autoguiStartPosition"`
		Image     *uwapiImage `json:"imageAutoGUIData"`
	}{v.id, v.name, v.gui, v.codec.encode(start, turn), v.codec.autogui(start, turn), v.image}, v.game.tag)
}

// instructions answers /uwapi/{game}/{variant}/instructions/. There is one language.
func (u *uwapi) instructions(c *Call) (Answer, error) {
	v, err := u.find(c)
	if err != nil {
		return Answer{}, err
	}
	if c.Fresh(v.game.tag) {
		return Answer{Tag: v.game.tag}, nil
	}
	family := v.game.db.Definition()
	// A paragraph of rules keeps its lines.
	text := "# " + v.familyName + "\n\n" + strings.ReplaceAll(strings.TrimSpace(family.Rules), "\n", "  \n") + "\n"
	return marshal(struct {
		Instructions string `json:"instructions"`
	}{text}, v.game.tag)
}

// uwapiPosition is a position, or where a move leads.
type uwapiPosition struct {
	Position   string `json:"position"`
	Autogui    string `json:"autoguiPosition"`
	Value      string `json:"positionValue"` // for the player to move there
	Remoteness int    `json:"remoteness"`    // plies, or one of those below
	WinBy      *int   `json:"winby,omitempty"`
}

const (
	noRemoteness    = -100 // the value is known, how long it takes is not
	endless         = -200 // play need not end
	endedRemoteness = 0    // the front end takes it for the end of the match
)

// uwapiMove is a move with where it leads.
type uwapiMove struct {
	uwapiPosition
	Move        string `json:"move"`
	AutoguiMove string `json:"autoguiMove"`
	MoveValue   string `json:"moveValue"` // for the player who makes it
	// Delta is how many plies worse the move is than the best of its value: a win
	// later, a loss earlier.
	Delta int `json:"deltaRemoteness"`

	group, rank int // moves are sorted by these
}

// positions answers /uwapi/{game}/{variant}/positions/.
func (u *uwapi) positions(c *Call) (Answer, error) {
	v, err := u.find(c)
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
	at, err := v.parse(text)
	if err != nil {
		return Answer{}, err
	}
	if c.Fresh(v.game.tag) {
		return Answer{Tag: v.game.tag}, nil
	}
	reply := struct {
		uwapiPosition
		Moves []uwapiMove `json:"moves"`
	}{Moves: []uwapiMove{}}
	if at.ended {
		reply.uwapiPosition = v.ended(at)
		return marshal(reply, v.game.tag)
	}
	m, err := c.Moves(v.game, at.position)
	if err != nil {
		return Answer{}, err
	}
	err = c.Listing(func(ctx context.Context) error {
		if reply.uwapiPosition, err = v.describe(ctx, m.Text, at.turn, m.Verdict, m.Position, len(m.Moves) == 0); err != nil {
			return err
		}
		reply.Moves, err = v.moves(ctx, m, at.turn)
		return err
	})
	if err != nil {
		return Answer{}, err
	}
	return marshal(reply, v.game.tag)
}

// moves returns the moves of a position, every turn of each.
func (v *uwapiVariant) moves(ctx context.Context, m query.Moves, turn int) ([]uwapiMove, error) {
	list := []uwapiMove{}
	group := 0
	for i, move := range m.Moves { // best first
		if i > 0 && move.Verdict != m.Moves[i-1].Verdict {
			group++
		}
		to, err := v.result(ctx, m, move, turn)
		if err != nil {
			return nil, err
		}
		word, _ := uwapiValue(move.Verdict)
		if to.Value == "draw" {
			word = "draw"
		}
		for _, text := range append([]string{move.Turn}, move.Also...) {
			u := uwapiMove{uwapiPosition: to, MoveValue: word, group: group}
			u.Move, u.AutoguiMove, u.rank = v.moveText(text, m.Text, to, turn)
			list = append(list, u)
		}
	}
	slices.SortStableFunc(list, func(a, b uwapiMove) int {
		if a.group != b.group {
			return a.group - b.group
		}
		return a.rank - b.rank
	})
	tellApart(list)
	setDeltas(list)
	return list, nil
}

// tellApart lets moves that would be drawn alike be listed: the front end tells moves by
// their drawings.
func tellApart(list []uwapiMove) {
	seen := map[string]int{}
	for _, m := range list {
		seen[m.AutoguiMove]++
	}
	for i := range list {
		if seen[list[i].AutoguiMove] > 1 {
			list[i].AutoguiMove = list[i].Move
		}
	}
}

// setDeltas sets how much worse each move is than the best of its value.
func setDeltas(list []uwapiMove) {
	best := map[string]int{}
	for _, m := range list {
		if m.Remoteness < 0 {
			continue
		}
		at, ok := best[m.MoveValue]
		if longer := m.MoveValue == "lose"; !ok || longer && m.Remoteness > at || !longer && m.Remoteness < at {
			best[m.MoveValue] = m.Remoteness
		}
	}
	for i := range list {
		m := &list[i]
		if m.Remoteness < 0 {
			continue
		}
		if m.Delta = m.Remoteness - best[m.MoveValue]; m.Delta < 0 {
			m.Delta = -m.Delta
		}
	}
}

// result returns where a move leads.
func (v *uwapiVariant) result(ctx context.Context, m query.Moves, move query.Move, turn int) (uwapiPosition, error) {
	if move.Ended {
		return v.ended(uwapiAt{position: m.Position, turn: turn, ended: true, by: move.Turn, to: move.To, end: opposite(move.Verdict)}), nil
	}
	_, over := v.game.db.Game().Finished(move.To)
	return v.describe(ctx, move.Text, 3-turn, opposite(move.Verdict), move.To, over)
}

// describe returns a position with its value. Of a draw it finds out whether it ends.
func (v *uwapiVariant) describe(ctx context.Context, text string, turn int, verdict query.Verdict, p engine.Position, over bool) (uwapiPosition, error) {
	out := uwapiPosition{Position: v.codec.encode(text, turn), Autogui: v.codec.autogui(text, turn)}
	out.Value, out.Remoteness = uwapiValue(verdict)
	if verdict.Outcome() == engine.Scored {
		points := verdict.Kind.Points(verdict.Value)
		out.WinBy, out.Remoteness = new(max(points, -points)), noRemoteness
	}
	switch {
	case over:
		out.Remoteness = endedRemoteness
	case verdict.Outcome() == engine.Draw:
		plies, tie, err := v.ties.find(ctx, p)
		if err != nil {
			return out, err
		}
		if out.Remoteness = plies; !tie {
			out.Value, out.Remoteness = "draw", endless
		}
	}
	return out, nil
}

// ended returns a position in which the game has ended with a turn.
func (v *uwapiVariant) ended(at uwapiAt) uwapiPosition {
	rules := v.game.db.Game()
	before := rules.Text(at.position)
	out := uwapiPosition{Position: v.codec.encode(before, at.turn) + endMark + escape(at.by)}
	after := rules.Text(at.to)
	if strings.HasPrefix(after, before) {
		out.Autogui = v.codec.autogui(before, at.turn)
	} else {
		out.Autogui = v.codec.autogui(after, 3-at.turn)
	}
	out.Value, out.Remoteness = uwapiValue(at.end)
	if out.Remoteness = endedRemoteness; at.end.Outcome() == engine.Scored {
		points := at.end.Kind.Points(at.end.Value)
		out.WinBy = new(max(points, -points))
	}
	return out
}

// uwapiAt is a position that was asked for.
type uwapiAt struct {
	position engine.Position // where the game has ended, the one before
	turn     int             // 1 or 2, whose turn it is at position
	ended    bool
	by       string          // the turn that ended the game
	to       engine.Position // the finished position
	end      query.Verdict   // for the player who would be to move
}

// endMark stands between a position and the turn that ends the game there.
const endMark = "~"

// parse reads a position: as it is written here, in any notation of the game, or either
// with the turn that ended the game.
func (v *uwapiVariant) parse(text string) (uwapiAt, error) {
	at, err := v.parsePosition(text)
	cut := strings.LastIndex(text, endMark)
	if err == nil || cut < 0 {
		return at, err
	}
	if at, err = v.parsePosition(text[:cut]); err != nil {
		return at, err
	}
	by := unescape(text[cut+len(endMark):])
	r, err := v.game.db.Game().Play(at.position, by)
	if err != nil {
		return at, err
	}
	if !r.Ended {
		return uwapiAt{position: r.To, turn: 3 - at.turn}, nil
	}
	at.ended, at.by, at.to = true, by, r.To
	at.end = opposite(query.Verdict{Kind: v.game.db.Game().Kind(), Value: r.End, Known: true})
	return at, nil
}

func (v *uwapiVariant) parsePosition(text string) (uwapiAt, error) {
	if plain, turn, ok := v.codec.decode(text); ok {
		if p, err := v.game.db.Parse(plain); err == nil {
			return uwapiAt{position: p, turn: turn}, nil
		}
	}
	p, err := v.game.db.Parse(text)
	if err != nil {
		return uwapiAt{}, err
	}
	return uwapiAt{position: p, turn: v.codec.turnOf(v.game.db.Game().Text(p))}, nil
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

// uwapiValue returns the word for a value, a score by its sign, and its plies.
func uwapiValue(v query.Verdict) (word string, plies int) {
	plies, _ = v.Plies()
	switch v.Result() {
	case engine.Win:
		return "win", plies
	case engine.Loss:
		return "lose", plies
	case engine.Draw:
		return "tie", plies
	}
	return "unsolved", noRemoteness
}
