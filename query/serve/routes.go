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
	v := v1{s}
	get("/v1/games", v.listGames)
	get("/v1/{game}/value", v.value)
	add(Route{Pattern: "/v1/{game}/values", Method: http.MethodPost, Listing: true, Handle: v.values})
	list("/v1/{game}/moves", v.moves)
	list("/v1/{game}/line", v.line)
	get("/v1/{game}/stats", v.stats)
	list("/v1/{game}/play", v.play)
	list("/v1/{game}/game", v.replay)
	list("/v1/{game}/sample", v.sample)
	get("/v1/{game}/board", v.board)
	get("/v1/{game}/plot.svg", v.plot)
	u := uwapi{s}
	for _, slash := range []string{"", "/{$}"} {
		get("/uwapi"+slash, u.answerGames)
		get("/uwapi/{game}"+slash, u.answerGame)
		get("/uwapi/{game}/{variant}"+slash, u.answerVariant)
		list("/uwapi/{game}/{variant}/positions"+slash, u.answerPositions)
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
