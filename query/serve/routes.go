package serve

import (
	"cmp"
	"net/http"
	"path"
	"strings"
)

// routes makes the multiplexer.
func (s *Server) routes() (*http.ServeMux, error) {
	mux := http.NewServeMux()
	api := &openAPI{version: s.options.Version, tag: s.set.Tag()}
	add := func(r Route) {
		mux.Handle(r.Pattern, s.wrap(&r))
		s.patterns = append(s.patterns, r.Method+" "+r.Pattern)
	}
	get := func(pattern string, handle func(*Call) (Answer, error)) {
		add(Route{Pattern: pattern, Method: http.MethodGet, Handle: handle})
	}
	described := Route{Pattern: "openapi.json", Handle: api.answer, Returns: descriptionObject{}, Summary: "This description."}
	v1 := []Route{described}
	for _, r := range s.set.Routes() {
		v1 = append(v1, Route{
			Pattern: r.Pattern, Method: r.Method, Listing: r.Listing, Query: r.Query, Summary: r.Summary, Returns: r.Returns,
			ContentType: r.ContentType, Takes: r.Takes, Handle: func(c *Call) (Answer, error) { return r.Answer(c.Call) },
		})
	}
	for _, r := range v1 {
		r.Pattern = "/v1/" + r.Pattern
		r.Method = cmp.Or(r.Method, http.MethodGet)
		if r.Query == nil {
			r.Query = []Parameter{}
		}
		api.routes = append(api.routes, r)
		add(r)
	}
	for _, r := range newUWAPI(s.set.Games(), s.options.Faces, s.set.Tag()).routes() {
		add(r)
	}
	for _, path := range []string{"/v1", "/v1/{$}"} {
		get(path, func(*Call) (Answer, error) {
			return Answer{Body: []byte(`{"games":"/v1/games","description":"/v1/openapi.json"}`)}, nil
		})
	}
	get("/healthz", func(*Call) (Answer, error) { return Answer{Body: []byte(`{"status":"ok"}`)}, nil })
	page, err := s.pageRoutes()
	if err != nil {
		return nil, err
	}
	for _, r := range page {
		add(r)
	}
	s.notFound = s.wrap(&Route{Pattern: "/", Handle: NotFound})
	mux.Handle("/", s.notFound)
	if !s.options.MetricsApart {
		get("/metrics", s.metrics.write)
	}
	return mux, s.addProtocols(func(r Route) {
		if r.Returns != nil {
			api.routes = append(api.routes, r)
		}
		add(r)
	})
}

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// The multiplexer would redirect paths such as //v1/./games, and answer "*" in
	// its own way. No route here has such a path.
	if p := r.URL.Path; p == "" || p[0] != '/' || clean(p) != p {
		s.notFound.ServeHTTP(w, r)
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
