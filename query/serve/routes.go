package serve

import (
	"net/http"
	"path"
	"strings"
)

// routes makes the multiplexer.
func (s *Server) routes() (*http.ServeMux, error) {
	mux := http.NewServeMux()
	add := func(r Route) { mux.Handle(r.Pattern, s.wrap(&r)) }
	get := func(pattern string, handle func(*Call) (Answer, error)) {
		add(Route{Pattern: pattern, Method: http.MethodGet, Handle: handle})
	}
	list := func(pattern string, handle func(*Call) (Answer, error)) {
		add(Route{Pattern: pattern, Method: http.MethodGet, Listing: true, Handle: handle})
	}
	get("/v1/games", s.listGames)
	get("/v1/{game}/value", s.value)
	add(Route{Pattern: "/v1/{game}/values", Method: http.MethodPost, Listing: true, Handle: s.values})
	list("/v1/{game}/moves", s.moves)
	list("/v1/{game}/line", s.line)
	get("/v1/{game}/stats", s.stats)
	list("/v1/{game}/play", s.play)
	list("/v1/{game}/game", s.replay)
	list("/v1/{game}/sample", s.sample)
	get("/v1/{game}/board", s.board)
	get("/v1/{game}/plot.svg", s.plot)
	for _, slash := range []string{"", "/{$}"} {
		get("/uwapi"+slash, s.uwapiGames)
		get("/uwapi/{game}"+slash, s.uwapiGame)
		get("/uwapi/{game}/{variant}"+slash, s.uwapiVariant)
		list("/uwapi/{game}/{variant}/positions"+slash, s.uwapiPositions)
	}
	get("/healthz", func(*Call) (Answer, error) { return Answer{Body: []byte(`{"status":"ok"}`)}, nil })
	for name := range s.page.files {
		get(pagePattern(name), s.page.file)
	}
	s.astray = s.wrap(&Route{Pattern: "/", Handle: NotFound})
	mux.Handle("/", s.astray)
	add(Route{Pattern: "/metrics", Method: http.MethodGet, Handle: s.metrics.write})
	return mux, s.addProtocols(add)
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
