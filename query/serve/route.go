package serve

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"
)

// answer is what a request gets.
type answer struct {
	body        []byte
	contentType string // default: JSON
	tag         string // ETag, "" where the answer must not be kept
	ask         bool   // what is kept must not be used without asking whether it is fresh
}

// handler makes an answer. Before it does what takes long it asks call.fresh whether
// the client has the answer already.
type handler func(c *call) (answer, error)

// class says which limits a route is under.
type class uint8

const (
	quick   class = iota // a value or less
	listing              // moves, lines, batches
)

// route is a path with what answers it.
type route struct {
	pattern string // of http.ServeMux, without method
	method  string // GET stands for HEAD, too; "": any
	class   class
	plain   bool // errors are plain text
	handle  handler
}

// call is a request being answered.
type call struct {
	w http.ResponseWriter
	*http.Request
	ctx   context.Context // done when the answer comes too late, or the client has gone
	route *route
}

// fresh reports whether the client has the answer of that tag.
func (c *call) fresh(tag string) bool {
	for _, header := range c.Header["If-None-Match"] {
		for _, t := range strings.Split(header, ",") {
			if t = strings.TrimPrefix(strings.TrimSpace(t), "W/"); t == tag || t == "*" {
				return true
			}
		}
	}
	return false
}

func (s *Server) routes() *http.ServeMux {
	mux := http.NewServeMux()
	add := func(r route) { mux.Handle(r.pattern, s.wrap(&r)) }
	get := func(pattern string, class class, h handler) {
		add(route{pattern: pattern, method: http.MethodGet, class: class, handle: h})
	}
	get("/v1/games", quick, s.listGames)
	get("/v1/{game}/value", quick, s.value)
	add(route{pattern: "/v1/{game}/values", method: http.MethodPost, class: listing, handle: s.values})
	get("/v1/{game}/moves", listing, s.moves)
	get("/v1/{game}/line", listing, s.line)
	get("/v1/{game}/stats", quick, s.stats)
	get("/v1/{game}/play", listing, s.play)
	get("/v1/{game}/game", listing, s.replay)
	get("/v1/{game}/sample", listing, s.sample)
	get("/v1/{game}/board", quick, s.board)
	get("/v1/{game}/plot.svg", quick, s.plot)
	for _, prefix := range []string{"/lookup/perms/", "/perms/"} {
		add(route{pattern: prefix + "{position}", method: http.MethodGet, class: listing, plain: true, handle: s.perms})
	}
	for _, pattern := range []string{"/lookup", "/lookup/", "/perms", "/perms/"} {
		add(route{pattern: pattern, plain: true, handle: notFound})
	}
	for _, slash := range []string{"", "/{$}"} {
		get("/uwapi"+slash, quick, s.uwapiGames)
		get("/uwapi/{game}"+slash, quick, s.uwapiGame)
		get("/uwapi/{game}/{variant}"+slash, quick, s.uwapiVariant)
		get("/uwapi/{game}/{variant}/positions"+slash, listing, s.uwapiPositions)
	}
	get("/healthz", quick, func(*call) (answer, error) { return answer{body: []byte(`{"status":"ok"}`)}, nil })
	for name := range s.page.files {
		get(pagePattern(name), quick, s.page.file)
	}
	s.astray = s.wrap(&route{pattern: "/", handle: notFound})
	mux.Handle("/", s.astray)
	mux.Handle("/metrics", s.wrap(&route{pattern: "/metrics", method: http.MethodGet, handle: s.metrics.write}))
	return mux
}

func notFound(c *call) (answer, error) {
	return answer{}, errorf(http.StatusNotFound, "there is nothing at this path")
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

// wrap does for every route what all have in common: the method, limits, errors,
// headers, the log and the counts.
func (s *Server) wrap(r *route) http.Handler {
	counts := s.metrics.of(strings.TrimSuffix(r.pattern, "/{$}"))
	return http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		begin := time.Now()
		a, err := s.respond(w, request, r)
		status := http.StatusOK
		if err != nil {
			status, a = s.failure(request, r, err)
		} else if a.body == nil {
			status = http.StatusNotModified
		}
		status = s.send(w, request, r, status, a)
		took := time.Since(begin)
		counts.count(status, took, len(a.body))
		s.record(request, status, len(a.body), took)
	})
}

// respond makes the answer of a request within the limits. A nil body means that the
// client has it.
func (s *Server) respond(w http.ResponseWriter, request *http.Request, r *route) (a answer, err error) {
	switch {
	case r.method == "", request.Method == r.method:
	case request.Method == http.MethodHead:
		if r.method != http.MethodGet {
			return answer{}, methodError(r.method)
		}
	case request.Method == http.MethodOptions:
		return answer{body: []byte{}}, nil
	default:
		return answer{}, methodError(r.method)
	}
	select {
	case s.requests <- struct{}{}:
		defer func() { <-s.requests }()
	default:
		s.metrics.refused.Inc()
		return answer{}, errOverloaded
	}
	limit := valueTime
	if r.class == listing {
		limit = listTime
	}
	ctx, cancel := context.WithTimeout(request.Context(), limit)
	defer cancel()
	defer func() {
		if p := recover(); p != nil { // a bug must not end the other requests
			a, err = answer{}, panicked(p)
		}
	}()
	return r.handle(&call{w, request, ctx, r})
}

// acquire waits for a place among those that do what takes long, at most for a while,
// and returns what gives it back.
func (s *Server) acquire(ctx context.Context, places chan struct{}) (release func(), err error) {
	release = func() { <-places }
	select {
	case places <- struct{}{}:
		return release, nil
	default:
	}
	timer := time.NewTimer(queueTime)
	defer timer.Stop()
	select {
	case places <- struct{}{}:
		return release, nil
	case <-timer.C:
		s.metrics.refused.Inc()
		return nil, errOverloaded
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// send writes an answer and returns its status.
func (s *Server) send(w http.ResponseWriter, request *http.Request, r *route, status int, a answer) int {
	size := int64(len(a.body))
	if pending := s.pending.Add(size); pending > s.options.PendingBytes && size > 4096 {
		s.pending.Add(-size)
		s.metrics.refused.Inc()
		status, a = s.failure(request, r, errOverloaded)
		size = int64(len(a.body))
		s.pending.Add(size)
	}
	defer s.pending.Add(-size)
	h := w.Header()
	h["X-Content-Type-Options"] = []string{"nosniff"}
	if r.method != http.MethodPost {
		h["Access-Control-Allow-Origin"] = []string{"*"}
	}
	switch {
	case request.Method == http.MethodOptions && status == http.StatusOK:
		h.Set("Allow", allowed(r.method))
		if r.method == http.MethodGet {
			h.Set("Access-Control-Allow-Methods", "GET, HEAD")
			h.Set("Access-Control-Allow-Headers", "*")
			h.Set("Access-Control-Max-Age", "86400")
		}
		w.WriteHeader(http.StatusNoContent)
		return http.StatusNoContent
	case status == http.StatusMethodNotAllowed:
		h.Set("Allow", allowed(r.method))
	case status == http.StatusServiceUnavailable:
		h.Set("Retry-After", "1")
	}
	if a.tag != "" {
		h["Etag"] = []string{a.tag}
		h["Cache-Control"] = []string{"public, max-age=86400"}
		if a.ask {
			h["Cache-Control"] = []string{"no-cache"}
		}
	} else {
		h["Cache-Control"] = []string{"no-store"}
	}
	if status == http.StatusNotModified {
		w.WriteHeader(status)
		return status
	}
	if a.contentType == "" {
		a.contentType = "application/json"
	}
	h["Content-Type"] = []string{a.contentType}
	h["Content-Length"] = []string{strconv.FormatInt(size, 10)}
	if size > 4096 {
		// What fits into the socket's buffer cannot be slow. A server that has no
		// deadlines is not ours.
		late := time.Now().Add(writeTime + time.Duration(size>>16)*time.Second)
		http.NewResponseController(w).SetWriteDeadline(late)
	}
	w.WriteHeader(status)
	if request.Method != http.MethodHead {
		w.Write(a.body) // a client that has gone needs no answer
	}
	return status
}

func allowed(method string) string {
	if method == http.MethodGet {
		return "GET, HEAD, OPTIONS"
	}
	return method + ", OPTIONS"
}

// record writes the access log.
func (s *Server) record(r *http.Request, status, size int, took time.Duration) {
	if !s.log.Enabled(r.Context(), slog.LevelInfo) {
		return
	}
	target := r.URL.RequestURI() // the handler of the log quotes what is not plain
	if len(target) > 512 {
		target = target[:512] + "…"
	}
	client, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		client = r.RemoteAddr
	}
	s.log.LogAttrs(r.Context(), slog.LevelInfo, "request",
		slog.String("client", client), slog.String("method", r.Method), slog.String("target", target),
		slog.Int("status", status), slog.Int("bytes", size), slog.Duration("took", took))
}
