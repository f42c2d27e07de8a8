package serve

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/answers"
	"github.com/foregone-db/foregone/query/picture"
)

// front answers / with the first view of the page: a browser shows title, board and verdict before
// any script runs, and so do programs that run none, such as chats that show where a link leads.
type front struct {
	s *Server
	page
	gallery func() template.HTML
}

func newFront(s *Server, p page) *front {
	return &front{s, p, sync.OnceValue(s.gallery)}
}

// view is what the first view shows. The page's script gets it as JSON, so that it need not ask for
// it again.
type view struct {
	Slug  string               `json:"slug,omitempty"` // "": the list of games
	Error string               `json:"error,omitempty"`
	Games json.RawMessage      `json:"games"`
	Board *answers.BoardObject `json:"board,omitempty"`
	Game  *answers.GameObject  `json:"game,omitempty"` // nil if the position is refused
	Site  any                  `json:"site,omitempty"` // of a page that asks the reader of a site

	title, words, about string
	picture             template.HTML
	image               string // address of a picture, relative
	status              int
}

// answer answers /.
func (f *front) answer(c *Call) (Answer, error) {
	c.w.Header().Set("Content-Security-Policy", f.policy)
	base := f.s.base(c)
	state := c.URL.Query() // what cannot be read is left out
	tag := f.tag
	if f.s.options.PublicURL == "" {
		tag = answers.MakeTag(f.tag, base)
	}
	if c.Fresh(tag) {
		return Answer{Tag: tag, Ask: true}, nil
	}
	release, err := f.s.acquire(c.ctx, f.s.listings)
	if err != nil {
		return Answer{}, err
	}
	defer release()
	v, err := f.view(c.ctx, state)
	if err != nil {
		return Answer{}, err
	}
	list, err := f.s.set.List()
	if err != nil {
		return Answer{}, err
	}
	v.Games = list.Body
	body, err := f.render(v, base, c.URL.RawQuery)
	return Answer{Body: body, ContentType: contentTypes[".html"], Tag: tag, Ask: true, Status: v.status}, err
}

// base returns the address of the page without query: that of the options, or the one that the
// client uses.
func (s *Server) base(c *Call) string {
	if s.options.PublicURL != "" {
		return strings.TrimSuffix(s.options.PublicURL, "/") + "/"
	}
	u := url.URL{Scheme: "http", Host: c.Host, Path: "/"}
	if s.options.TLS != nil {
		u.Scheme = "https"
	}
	return u.String()
}

// view makes the first view of a state of the page. The state of an error is shown as far as it is
// valid.
func (f *front) view(ctx context.Context, state url.Values) (*view, error) {
	name := state.Get("g")
	if name == "" {
		return f.list("", http.StatusOK), nil
	}
	one := f.s.set.Game(name)
	games, ok := answers.Family{one}, one != nil
	if !ok {
		games = f.s.set.FamilyOf(strings.ToLower(name))
		ok = games != nil
	}
	if !ok {
		return f.list("No game "+answers.Clip(name)+" is served here. These are:", http.StatusNotFound), nil
	}
	g, text := games[0], state.Get("p")
	if text == "" {
		text = g.Description().Start
	} else if len(games) > 1 && strings.HasPrefix(text, "#") {
		games = games[:1]
	}
	v := &view{status: http.StatusOK}
	found, p, err := games.Parse(text)
	if err == nil {
		g = found
	}
	d := g.Description()
	v.Slug, v.Board = g.Slug(), &d
	v.title = g.FullName()
	if err == nil {
		err = f.replay(ctx, v, g, p, state)
	}
	if engine.IsInput(err) {
		v.status, v.Error, v.title, v.about = http.StatusBadRequest, err.Error(), v.title+": no such position", err.Error()
		return v, nil
	}
	return v, err
}

// replay adds the game that a state describes to a view.
func (f *front) replay(ctx context.Context, v *view, g *Game, p engine.Position, state url.Values) error {
	turns := strings.Fields(state.Get("t"))
	if err := answers.CheckTurns(state.Get("t")); err != nil {
		return err
	}
	game, err := answers.Replay(ctx, g, p, turns, true)
	if err != nil {
		return err
	}
	if game.Refused != nil {
		v.Error, v.status = game.Refused.Error, http.StatusBadRequest
	}
	v.Game = &game
	at := len(game.Steps) - 1
	if n, err := strconv.ParseUint(state.Get("at"), 10, 31); err == nil && n < uint64(at) {
		at = int(n)
	}
	shown := game.Steps[at]
	v.words = f.words(g, game.Steps, at)
	v.title += ": " + v.words
	v.about = v.words + ". Every position of " + g.FullName() + " is solved: see who wins, how, and what each move is worth."
	position, err := g.DB().Parse(shown.Shown)
	if engine.IsInput(err) {
		return nil // the end of a game need not have a notation
	} else if err != nil {
		return err
	}
	ply := answers.Passed(game.Steps, at)
	o := picture.BoardOptions{Ply: ply}
	v.picture = picture.Board(g.DB().Game(), position, o).HTML()
	v.image = "v1/" + url.PathEscape(g.Slug()) + "/picture.png?" + url.Values{"position": {shown.Shown}, "ply": {strconv.Itoa(ply)}}.Encode()
	return nil
}

// words says what a step is worth to whom, as the page's script does.
func (f *front) words(g *Game, steps []answers.Step, at int) string {
	s := steps[at]
	switch {
	case g.DB().Game().Kind().Single() && s.Over && s.Position == nil:
		return "Solved"
	case s.Position == nil:
		return g.Ended(s.MoveWorth, g.Side(steps, at-1))
	case s.Over && !g.DB().Game().Kind().Single():
		return g.Ended(s.Worth, g.Side(steps, at))
	}
	text := answers.InWords(s.Worth)
	if g.DB().Game().Kind().Single() {
		return strings.ToUpper(text[:1]) + text[1:]
	}
	who := g.Players()[g.Side(steps, at)] + " to move"
	if g.DB().Game().Kind().Uncertain() {
		who += ", before the roll"
	}
	return g.Who(who+":") + " " + text
}

// list is the list of games, with an error that led there.
func (f *front) list(problem string, status int) *view {
	return &view{
		Error: problem, status: status, title: "Foregone: solved games",
		about: "Games that are solved completely: for every position the table knows who wins, how, and in how many turns.",
	}
}

//go:embed head.tmpl
var headText string

var headTemplate = template.Must(template.New("head").Parse(strings.TrimSpace(headText)))

// render writes a view into the page.
func (f *front) render(v *view, base, query string) ([]byte, error) {
	address, image := base, ""
	if query != "" {
		address += "?" + query
	}
	if v.image != "" {
		image = base + v.image
	}
	var head strings.Builder
	err := headTemplate.Execute(&head, map[string]string{"Title": v.title, "About": v.about, "Address": address, "Image": image})
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(v) // it escapes < and >
	if err != nil {
		return nil, err
	}
	escape := template.HTMLEscapeString
	kind, cards, hidden := "game", template.HTML(""), " hidden"
	if v.Slug == "" {
		kind, cards = "gallery", f.gallery()
	}
	if v.Error != "" {
		hidden = ""
	}
	name, goal := "", ""
	if v.Board != nil {
		name, goal = strings.TrimSpace(v.Board.Title+" "+v.Board.Variant), v.Board.Goal
	}
	page, missing := f.html, error(nil)
	put := func(mark, with string) {
		if !strings.Contains(page, mark) {
			missing = errors.New("page/index.html has no " + mark)
		}
		page = strings.Replace(page, mark, with, 1)
	}
	put("<title>Foregone</title>", head.String())
	put(`<body>`, `<body data-view="`+kind+`">`)
	put(`<p id="error" role="alert" hidden></p>`, `<p id="error" role="alert"`+hidden+`>`+escape(v.Error)+`</p>`)
	put(`<p id="verdict" role="status"></p>`, `<p id="verdict" role="status"><strong>`+escape(v.words)+`</strong></p>`)
	put(`<h2 id="name"></h2>`, `<h2 id="name">`+escape(name)+`</h2>`)
	put(`<p id="goal"></p>`, `<p id="goal">`+escape(goal)+`</p>`)
	put(`<div id="board"></div>`, `<div id="board">`+string(v.picture)+`</div>`)
	put(`<div id="cards"></div>`, `<div id="cards">`+string(cards)+`</div>`)
	put(`<script id="given" type="application/json">null</script>`, `<script id="given" type="application/json">`+string(data)+`</script>`)
	return []byte(page), missing
}

// thumbnails is the number of games that the gallery draws. A page of more would load slowly.
const thumbnails = 60

var galleryTemplate = template.Must(template.New("gallery").Parse(`{{range .}}<a class="card" href="?g={{.Slug}}"><span class="thumb" aria-hidden="true">{{.Picture}}</span>
<strong>{{.Name}}</strong> <span>{{.Result}}</span> <small>{{.Positions}} positions</small> <span class="go">Play and explore ›</span></a>
{{end}}`))

// gallery makes the list of all games: a picture, the name, the result and the number of positions
// of each.
func (s *Server) gallery() template.HTML {
	type card struct {
		Slug, Name, Result, Positions string
		Picture                       template.HTML
	}
	var cards []card
	games := slices.SortedStableFunc(slices.Values(s.set.Games()), func(a, b *Game) int {
		title, _ := a.DB().Names()
		other, _ := b.DB().Names()
		return cmp.Or(strings.Compare(title, other), cmp.Compare(a.Stats().Positions, b.Stats().Positions))
	})
	for i, g := range games {
		c := card{Slug: url.QueryEscape(g.Slug()), Name: g.FullName(), Result: g.Result(), Positions: query.Thousands(g.Stats().Positions)}
		if p, err := g.DB().Parse(g.Start()); err == nil && i < thumbnails {
			c.Picture = picture.Board(g.DB().Game(), p, picture.BoardOptions{}).HTML()
		}
		cards = append(cards, c)
	}
	var b strings.Builder
	if err := galleryTemplate.Execute(&b, cards); err != nil {
		panic(err) // a Builder does not fail
	}
	return template.HTML(b.String())
}
