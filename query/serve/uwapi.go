package serve

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/answers"
)

// uwapi answers in the protocol of the public GamesmanUni front end. Databases with the same name
// form a game, and each of them is a variant.
type uwapi struct {
	variants []*uwapiVariant
	tag      string // ETag of answers about all databases
}

// uwapiVariant is a database as a variant of a game.
type uwapiVariant struct {
	game             *Game
	face             Face
	family, id       string // in paths
	familyName, name string // for people
	gui              string // "v3" if the front end draws positions, "v0" if it shows texts
	codec            uwapiCodec
	image            *uwapiImage // nil for texts
	gains            bool        // players make points on the way, so positions include the margin so far
	ties             tieFinder
}

func newUWAPI(games []*Game, faces map[string]Face, tag string) *uwapi {
	u := &uwapi{tag: tag}
	taken := map[string]bool{}
	for _, g := range games {
		v := newUWAPIVariant(g, faces[g.Name()])
		if taken[v.family+"/"+v.id] {
			v.id, v.name = g.Variant(), g.Variant()
		}
		taken[v.family+"/"+v.id] = true
		u.variants = append(u.variants, v)
	}
	return u
}

func newUWAPIVariant(g *Game, face Face) *uwapiVariant {
	spec := g.DB().Game().Spec()
	v := &uwapiVariant{game: g, face: face, family: cmp.Or(face.Family, g.Name()), id: g.Variant(), gui: "v0", ties: tieFinder{db: g.DB()}}
	v.gains = !engine.Plain(g.DB().Game().Slices())
	if face.Variant != nil {
		v.id = cmp.Or(face.Variant(spec), v.id)
	}
	title, variant := g.DB().Names()
	v.familyName, v.name = title, cmp.Or(variant, "Regular")
	v.codec = newUWAPICodec(g, v.face)
	if v.codec.Listed() {
		v.gui, v.image = "v3", newUWAPIImage(&v.codec, v.face)
	}
	return v
}

// uwapiPositionParam is the parameter of positions. The front end sends others, too.
var uwapiPositionParam = Parameter{Name: "p", Required: true}

func (u *uwapi) routes() (all []Route) {
	for _, slash := range []string{"", "/{$}"} {
		for _, r := range []Route{
			{Pattern: "", Handle: u.games},
			{Pattern: "/{game}", Handle: u.one},
			{Pattern: "/{game}/{variant}", Handle: u.at(u.variant)},
			{Pattern: "/{game}/{variant}/instructions", Handle: u.at(u.instructions)},
			{Pattern: "/{game}/{variant}/positions", Handle: u.at(u.positions), Listing: true, Query: []Parameter{uwapiPositionParam}, OthersPass: true},
		} {
			r.Pattern, r.Method = "/uwapi"+r.Pattern+slash, http.MethodGet
			all = append(all, r)
		}
	}
	return all
}

// uwapiEntry is a game or a variant in a list.
type uwapiEntry struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Type string `json:"type,omitempty"` // of a game
	GUI  string `json:"gui"`
}

// games answers /uwapi/.
func (u *uwapi) games(*Call) (Answer, error) {
	list := []uwapiEntry{}
	seen := map[string]bool{}
	for _, v := range u.variants {
		if !seen[v.family] {
			seen[v.family] = true
			players := map[bool]string{false: "twoPlayer", true: "onePlayer"}[v.game.DB().Game().Kind().Single()]
			list = append(list, uwapiEntry{v.family, v.familyName, players, v.gui})
		}
	}
	return answers.Marshal(list, u.tag)
}

// next returns the player who moves after a turn of another, or of the only player.
func (v *uwapiVariant) next(turn int) int {
	if v.game.DB().Game().Kind().Single() {
		return turn
	}
	return 3 - turn
}

// one answers /uwapi/{game}/.
func (u *uwapi) one(c *Call) (Answer, error) {
	out := struct {
		ID            string       `json:"id"`
		Name          string       `json:"name"`
		Variants      []uwapiEntry `json:"variants"`
		AllowCustom   bool         `json:"allowCustomVariantCreation"`
		SupportsWinBy bool         `json:"supportsWinBy"`
	}{}
	for _, v := range u.variants {
		if name := c.PathValue("game"); name == v.family || name == v.game.Name() {
			out.ID, out.Name = v.family, v.familyName
			out.SupportsWinBy = v.game.DB().Game().Kind() == engine.Score
			out.Variants = append(out.Variants, uwapiEntry{v.id, v.name, "", v.gui})
		}
	}
	if out.Variants == nil {
		return Answer{}, Errorf(http.StatusNotFound, "no game %q is served: see /uwapi/", answers.Clip(c.PathValue("game")))
	}
	return answers.Marshal(out, u.tag)
}

// at converts a handler for a variant to one for a call: it finds the game and the variant of the
// path. Paths may also have the slug or the canonical spec of the variant.
func (u *uwapi) at(handle func(c *Call, v *uwapiVariant) (Answer, error)) func(*Call) (Answer, error) {
	return func(c *Call) (Answer, error) {
		name, variant := c.PathValue("game"), c.PathValue("variant")
		for _, v := range u.variants {
			if (name == v.family || name == v.game.Name()) && slices.Contains([]string{v.id, v.game.Variant(), v.game.Slug(), v.game.Spec()}, variant) {
				return handle(c, v)
			}
		}
		return Answer{}, Errorf(http.StatusNotFound, "no variant %q of %q is served: see /uwapi/", answers.Clip(variant), answers.Clip(name))
	}
}

// variant answers /uwapi/{game}/{variant}/.
func (u *uwapi) variant(_ *Call, v *uwapiVariant) (Answer, error) {
	start := v.game.Start()
	turn := v.codec.turnOf(start)
	return answers.Marshal(struct {
		ID        string      `json:"id"`
		Name      string      `json:"name"`
		GUI       string      `json:"gui"`
		Start     string      `json:"startPosition"`
		AutoStart string      `json:"autoguiStartPosition"`
		Image     *uwapiImage `json:"imageAutoGUIData"`
	}{v.id, v.name, v.gui, v.codec.encode(start, turn), v.codec.autogui(start, turn), v.image}, v.game.Tag())
}

// instructions answers /uwapi/{game}/{variant}/instructions/, in English only.
func (u *uwapi) instructions(_ *Call, v *uwapiVariant) (Answer, error) {
	family := v.game.DB().Definition()
	// A paragraph of rules keeps its lines.
	text := "# " + v.familyName + "\n\n" + strings.ReplaceAll(strings.TrimSpace(family.Rules), "\n", "  \n") + "\n"
	return answers.Marshal(struct {
		Instructions string `json:"instructions"`
	}{text}, v.game.Tag())
}

// uwapiPosition is a position, or the result of a move.
type uwapiPosition struct {
	Position   string `json:"position"`
	Autogui    string `json:"autoguiPosition"`
	Value      string `json:"positionValue"` // for the player to move there
	Remoteness int    `json:"remoteness"`    // plies, or one of the constants below
	WinBy      *int   `json:"winby,omitempty"`
}

const (
	noRemoteness    = -100 // the value is known, its plies are not
	endless         = -200 // play need not end
	endedRemoteness = 0    // for the front end the match is over
)

// uwapiMove is a move with its result.
type uwapiMove struct {
	uwapiPosition
	Move        string `json:"move"`
	AutoguiMove string `json:"autoguiMove"`
	MoveValue   string `json:"moveValue"` // for the player who makes it
	// Delta is the number of plies by which the move is worse than the best of its value: a later
	// win or an earlier loss.
	Delta int `json:"deltaRemoteness"`

	group, rank int // sort keys
}

// positions answers /uwapi/{game}/{variant}/positions/.
func (u *uwapi) positions(c *Call, v *uwapiVariant) (Answer, error) {
	at, err := v.parse(c.Text(uwapiPositionParam))
	if err != nil {
		return Answer{}, err
	}
	return Listed(c, v.game.Tag(), func(ctx context.Context) (reply uwapiMoves, err error) {
		if at.ended {
			return uwapiMoves{v.ended(at), []uwapiMove{}}, nil
		}
		m, err := v.game.DB().Moves(ctx, at.position, false)
		if err == nil {
			reply.uwapiPosition, err = v.describe(ctx, at, m.Text, m.Verdict, len(m.Moves) == 0)
		}
		if err == nil {
			reply.Moves, err = v.moves(ctx, m, at)
		}
		if err == nil && v.face.Steps {
			return v.steps(reply, at)
		}
		return reply, err
	})
}

// uwapiMoves is a position with its moves.
type uwapiMoves struct {
	uwapiPosition
	Moves []uwapiMove `json:"moves"`
}

// moves returns the moves of a position, every turn of each.
func (v *uwapiVariant) moves(ctx context.Context, m query.Moves, at uwapiAt) ([]uwapiMove, error) {
	list := []uwapiMove{}
	group := 0
	for i, move := range m.Moves { // best first
		if i > 0 && move.Verdict != m.Moves[i-1].Verdict {
			group++
		}
		to, err := v.result(ctx, m, move, at)
		if err != nil {
			return nil, err
		}
		word, _ := uwapiValue(at.whole(move.Verdict))
		if to.Value == "draw" {
			word = "draw"
		}
		for _, text := range append([]string{move.Turn}, move.Also...) {
			u := uwapiMove{uwapiPosition: to, MoveValue: word, group: group}
			shown := v.move(text, m.Text, to, at.turn)
			u.Move, u.AutoguiMove, u.rank = shown.Name, shown.Button, shown.Rank
			list = append(list, u)
		}
	}
	slices.SortStableFunc(list, func(a, b uwapiMove) int {
		return cmp.Or(a.group-b.group, a.rank-b.rank)
	})
	tellApart(list)
	setDeltas(list)
	return list, nil
}

// tellApart lists moves with the same drawing by name: the front end identifies moves by
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

// setDeltas sets Delta of all moves.
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

func (v *uwapiVariant) result(ctx context.Context, m query.Moves, move query.Move, at uwapiAt) (uwapiPosition, error) {
	if move.Ended {
		return v.ended(uwapiAt{position: m.Position, turn: at.turn, points: at.points, ended: true, by: move.Turn, to: move.To, end: opposite(move.Verdict)}), nil
	}
	rules := v.game.DB().Game()
	_, over := rules.Finished(move.To)
	to := uwapiAt{position: move.To, turn: v.next(at.turn), points: at.points}
	verdict := opposite(move.Verdict)
	if v.gains {
		if engine.KeepsTurn(rules, m.Position, move.To) {
			to.turn = at.turn
		}
		next, err := v.game.DB().Value(move.To)
		if err != nil {
			return uwapiPosition{}, err
		}
		// The points of the move are the drop of the first player's score.
		verdict = next.Verdict
		to.points += at.signed(move.Verdict) - to.signed(verdict)
	}
	return v.describe(ctx, to, move.Text, verdict, over)
}

// describe returns a position with its value. It distinguishes ties from endless draws.
func (v *uwapiVariant) describe(ctx context.Context, at uwapiAt, text string, verdict query.Verdict, over bool) (uwapiPosition, error) {
	out := at.valued(verdict)
	out.Position, out.Autogui = v.codec.encode(text, at.turn)+at.margin(), v.codec.autogui(text, at.turn)
	switch {
	case over:
		out.Remoteness = endedRemoteness
	case verdict.Kind.Single():
	case verdict.Outcome() == engine.Draw:
		plies, tie, err := v.ties.find(ctx, at.position)
		if err != nil {
			return out, err
		}
		if out.Remoteness = plies; !tie {
			out.Value, out.Remoteness = "draw", endless
		}
	}
	return out, nil
}

// ended returns the position after a turn that ended the game.
func (v *uwapiVariant) ended(at uwapiAt) uwapiPosition {
	rules := v.game.DB().Game()
	before := rules.Text(at.position)
	out := uwapiAt{turn: v.next(at.turn), points: at.points}.valued(at.end)
	out.Position, out.Remoteness = v.codec.encode(before, at.turn)+at.margin()+endMark+escape(at.by), endedRemoteness
	after := rules.Text(at.to)
	if strings.HasPrefix(after, before) {
		out.Autogui = v.codec.autogui(before, at.turn)
	} else {
		out.Autogui = v.codec.autogui(after, 3-at.turn)
	}
	return out
}

// uwapiAt is a position of a request.
type uwapiAt struct {
	position engine.Position // if the game has ended, the one before
	turn     int             // the player to move at position, 1 or 2
	points   int             // the margin of the first player so far, in games with points on the way
	ended    bool
	by       string          // the turn that ended the game
	to       engine.Position // the finished position
	end      query.Verdict   // for the player who would be to move
	steps    string          // the beginning of a turn, if each step is a click
}

// signed converts a score for the player to move to points for the first player.
func (at uwapiAt) signed(v query.Verdict) int {
	if v.Outcome() != engine.Scored {
		return 0
	}
	if at.turn == 2 {
		return -v.Kind.Points(v.Value)
	}
	return v.Kind.Points(v.Value)
}

// whole adds the points so far to a score, and returns other values unchanged.
func (at uwapiAt) whole(v query.Verdict) query.Verdict {
	if at.points == 0 || v.Outcome() != engine.Scored {
		return v
	}
	points := at.signed(v) + at.points
	if at.turn == 2 {
		points = -points
	}
	value, err := v.Kind.FromPoints(points)
	return query.Verdict{Kind: v.Kind, Value: value, Known: err == nil}
}

// valued returns the value of the position in the words of the protocol.
func (at uwapiAt) valued(v query.Verdict) (out uwapiPosition) {
	v = at.whole(v)
	out.Value, out.Remoteness = uwapiValue(v)
	if v.Outcome() == engine.Scored {
		points := v.Kind.Points(v.Value)
		out.WinBy, out.Remoteness = new(max(points, -points)), noRemoteness
	}
	return out
}

// margin writes the points so far.
func (at uwapiAt) margin() string {
	if at.points == 0 {
		return ""
	}
	return marginMark + strconv.Itoa(at.points)
}

// marginMark separates a position and the margin of the first player.
const marginMark = "@"

// endMark separates a position and the turn that ends the game there.
const endMark = "~"

// parse reads a position in the form of the protocol or in any notation of the game, with or
// without the turn that ended the game.
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
	if v.face.Steps && by != "" {
		at.steps = by + ","
		for _, m := range v.game.DB().Game().Moves(at.position) {
			if strings.HasPrefix(m.Turn, at.steps) {
				return at, nil
			}
		}
		at.steps = ""
	}
	r, err := v.game.DB().Game().Play(at.position, by)
	if err != nil {
		return at, err
	}
	if !r.Ended {
		return uwapiAt{position: r.To, turn: v.next(at.turn), points: at.points}, nil
	}
	at.ended, at.by, at.to = true, by, r.To
	at.end = opposite(query.Verdict{Kind: v.game.DB().Game().Kind(), Value: r.End, Known: true})
	return at, nil
}

func (v *uwapiVariant) parsePosition(text string) (at uwapiAt, err error) {
	if text, at.points, err = v.cutMargin(text); err != nil {
		return at, err
	}
	if plain, turn, ok := v.codec.decode(text); ok {
		if at.position, err = v.game.DB().Parse(plain); err == nil {
			at.turn = turn
			return at, nil
		}
	}
	if at.position, err = v.game.DB().Parse(text); err != nil {
		return uwapiAt{}, err
	}
	at.turn = v.codec.turnOf(v.game.DB().Game().Text(at.position))
	return at, nil
}

// cutMargin cuts the margin off the end of a position.
func (v *uwapiVariant) cutMargin(text string) (position string, points int, err error) {
	cut := strings.LastIndex(text, marginMark)
	if !v.gains || cut < 0 {
		return text, 0, nil
	}
	points, err = strconv.Atoi(text[cut+len(marginMark):])
	if _, fault := engine.Score.FromPoints(points); err != nil || fault != nil {
		return "", 0, engine.InputErrorf("%q are not points of %s", answers.Clip(text[cut+len(marginMark):]), v.game.Spec())
	}
	return text[:cut], points, nil
}

// opposite returns the value for the other player, a ply later, of a move of value v, or for the
// only player.
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
	value, err := v.Kind.Decided(v.Kind.Single() || v.Outcome() != engine.Win, plies-1)
	return query.Verdict{Kind: v.Kind, Value: value, Known: err == nil}
}

// uwapiValue returns the word for a value, which is the sign of a score, and its plies.
func uwapiValue(v query.Verdict) (word string, plies int) {
	plies, _ = v.Plies()
	if v.Known && v.Kind.Single() && v.Value == engine.Tie {
		return "lose", noRemoteness // unsolvable
	}
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
