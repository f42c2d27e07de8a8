package serve

import (
	"net/http"
	"path"
	"strings"

	"github.com/foregone-db/foregone/query/opponent"
)

// routes makes the multiplexer.
func (s *Server) routes() (*http.ServeMux, error) {
	mux := http.NewServeMux()
	api := &openAPI{version: s.options.Version, tag: s.allTag}
	add := func(r Route) {
		api.add(r)
		mux.Handle(r.Pattern, s.wrap(&r))
		s.patterns = append(s.patterns, r.Method+" "+r.Pattern)
	}
	get := func(pattern string, handle func(*Call) (Answer, error)) {
		add(Route{Pattern: pattern, Method: http.MethodGet, Handle: handle})
	}
	list := func(pattern string, handle func(*Call) (Answer, error)) {
		add(Route{Pattern: pattern, Method: http.MethodGet, Listing: true, Handle: handle})
	}
	for _, r := range (v1{s}).routes() {
		add(r)
	}
	add(Route{Pattern: "/v1/openapi.json", Method: http.MethodGet, Handle: api.answer, Query: []Parameter{}, Schema: "Description", Summary: "This description."})
	newUWAPI(s.games, s.allTag).routes(get, list)
	get("/healthz", func(*Call) (Answer, error) { return Answer{Body: []byte(`{"status":"ok"}`)}, nil })
	for name := range s.page.files {
		get(pagePattern(name), s.page.file)
	}
	s.astray = s.wrap(&Route{Pattern: "/", Handle: NotFound})
	mux.Handle("/", s.astray)
	if !s.options.MetricsApart {
		get("/metrics", s.metrics.write)
	}
	return mux, s.addProtocols(add)
}

// routes lists the routes under /v1.
func (s v1) routes() []Route {
	get := func(pattern, schema, summary string, listing bool, handle func(*Call) (Answer, error), query ...Parameter) Route {
		if query == nil {
			query = []Parameter{}
		}
		return Route{Pattern: "/v1/" + pattern, Method: http.MethodGet, Listing: listing, Handle: handle, Schema: schema, Summary: summary, Query: query}
	}
	seed := Parameter{Name: "seed", Type: "integer", Help: "With a seed the choice is always the same."}
	plot := get("{game}/plot.svg", "", "How many positions have each remoteness, drawn.", false, s.plot)
	plot.Content = contentTypes[".svg"]
	png := get("{game}/picture.png", "", "A position, drawn.", true, s.picture, positionParam)
	png.Content = contentTypes[".png"]
	shown := positionParam
	shown.Required = false
	return []Route{
		get("games", "Games", "The games that are served.", false, s.listGames),
		get("{game}/value", "Value", "The value of a position.", false, s.value, positionParam),
		{Pattern: "/v1/{game}/values", Method: http.MethodPost, Listing: true, Handle: s.values, Schema: "Values", Summary: "The values of many positions, in their order.", Query: []Parameter{}},
		get("{game}/moves", "Moves", "Every move with its value, best first.", true, s.moves, positionParam, detailParam),
		get("{game}/line", "Line", "Best play to the end.", true, s.line, positionParam),
		get("{game}/stats", "Stats", "How many positions have each value.", false, s.stats),
		get("{game}/play", "Move", "The move that an opponent of some strength plays.", true, s.play, positionParam,
			Parameter{Name: "strength", Type: "integer", Most: opponent.Perfect, Help: "How well it plays; 15 is perfect."},
			Parameter{Name: "aggressive", Type: "integer", Flag: true, Help: "1: among equal moves it leaves the fewest good answers."}, seed),
		get("{game}/game", "Game", "A game turn by turn.", true, s.replay, positionParam,
			Parameter{Name: "turns", Type: "string", Help: "The turns, parted by blanks."}),
		get("{game}/sample", "Samples", "Random stored positions of a value.", true, s.sample,
			Parameter{Name: "value", Type: "string", Required: true, Help: "The value, as the game writes it."},
			Parameter{Name: "n", Type: "integer", Most: maxSample, Help: "How many; 10 where nothing is said."}, seed),
		get("{game}/puzzle", "Puzzle", "The puzzle of a day: a position with exactly one winning move.", true, s.puzzle,
			Parameter{Name: "day", Type: "string", Help: "A day, such as 2026-11-22; today's, in UTC, where nothing is said."}),
		get("{game}/board", "Board", "How to show positions.", false, s.board, shown),
		get("{game}/near", "Value", "The next position of a value above an index, or below it.", true, s.near,
			Parameter{Name: "value", Type: "string", Required: true, Help: "The value, as the game writes it."},
			Parameter{Name: "from", Type: "integer", Required: true, Help: "The index."},
			Parameter{Name: "back", Type: "integer", Flag: true, Help: "1: the previous one."}),
		plot, png,
	}
}

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// The multiplexer would redirect paths such as //v1/./games, and answer "*" in
	// its own way. Nothing here has such a path.
	if p := r.URL.Path; p == "" || p[0] != '/' || clean(p) != p {
		s.astray.ServeHTTP(w, r)
		return
	}
	s.mux.ServeHTTP(w, r)
}

func clean(p string) string {
	q := path.Clean(p)
	if q != "/" && strings.HasSuffix(p, "/") {
		q += "/"
	}
	return q
}
