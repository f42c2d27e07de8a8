package serve

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"path"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/net/netutil"

	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/answers"
)

// Options of [New]. The zero value of every field means its default.
type Options struct {
	// Log gets a record for each request, and errors; default: no log.
	Log *slog.Logger
	// Requests bounds the requests in progress; default: 1024.
	Requests int
	// Listings bounds the answers with moves, lines or batches in progress;
	// default: four per core.
	Listings int
	// Connections bounds the open connections; default: 4096.
	Connections int
	// PendingBytes bounds the bytes of answers that are not yet sent; default: 256 MiB.
	PendingBytes int64
	// MetricsApart removes /metrics: the program serves [Server.Metrics] elsewhere.
	MetricsApart bool
	// TLS has the certificates for HTTPS; default: HTTP.
	TLS *tls.Config
	// HTTP2 enables HTTP/2 in clear text, in addition to HTTP/1.1.
	HTTP2 bool
	// Protocols are served in addition to those of this package.
	Protocols []Protocol
	// Faces are the games that the GamesmanUni front end knows, by name.
	Faces map[string]Face
	// PublicURL is the address of the page for links to pictures of it, such as
	// https://games.example/; default: the one that a client uses.
	PublicURL string
	// Version is the version of the program, a part of ETags.
	Version string
}

const (
	// MaxBatch bounds the positions of a batch.
	MaxBatch = answers.MaxBatch

	maxHeader  = 16 << 10 // bytes, the request line included
	maxDetails = 2        // listings with replies in progress: in a game with thousands of moves each takes 100 MB and all cores

	valueTime   = 10 * time.Second // for an answer, waiting included
	listTime    = 30 * time.Second
	detailTime  = 2 * time.Minute
	queueTime   = 2 * time.Second
	headerTime  = 5 * time.Second
	readTime    = 30 * time.Second
	writeTime   = 30 * time.Second // plus a second for every 64 KiB
	idleTime    = time.Minute
	shutdownFor = 10 * time.Second
)

// Server answers from databases. It implements [http.Handler].
type Server struct {
	set      *answers.Set
	log      *slog.Logger
	mux      *http.ServeMux
	patterns []string // METHOD PATTERN of each route
	notFound http.Handler
	metrics  *metrics
	requests chan struct{}
	listings chan struct{}
	details  chan struct{}
	bodies   chan struct{}
	shared   shared       // slow answers
	pending  atomic.Int64 // bytes of answers that are not yet sent
	options  Options
}

// New makes a server of databases, which the caller closes. It fails if two databases hold the
// same game, or if one is damaged.
func New(dbs []*query.DB, o Options) (*Server, error) {
	o.Requests = cmp.Or(max(o.Requests, 0), 1024)
	o.Listings = cmp.Or(max(o.Listings, 0), 4*runtime.GOMAXPROCS(0))
	o.Connections = cmp.Or(max(o.Connections, 0), 4096)
	o.PendingBytes = cmp.Or(max(o.PendingBytes, 0), 256<<20)
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	set, err := answers.New(dbs, o.Version)
	if err != nil {
		return nil, err
	}
	s := &Server{
		set:      set,
		log:      o.Log,
		requests: make(chan struct{}, o.Requests),
		listings: make(chan struct{}, o.Listings),
		details:  make(chan struct{}, maxDetails),
		bodies:   make(chan struct{}, o.Listings),
		options:  o,
	}
	s.metrics = newMetrics(s)
	if s.mux, err = s.routes(); err != nil {
		return nil, err
	}
	return s, nil
}

// Serve answers requests from the listener, which it closes, until ctx is done. Then it gives the
// requests in progress ten seconds to finish, and returns nil. It can be called once. After its
// return the server answers no requests, so the caller may close the databases.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(s.options.HTTP2)
	protocols.SetHTTP2(s.options.TLS != nil)
	server := &http.Server{
		Handler:           s,
		Protocols:         protocols,
		TLSConfig:         s.options.TLS,
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       readTime,
		WriteTimeout:      detailTime + writeTime, // send shortens it
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	failed := make(chan error, 1)
	go func() {
		limited := netutil.LimitListener(listener, s.options.Connections) // excess connections wait in the system's queue
		if s.options.TLS != nil {
			failed <- server.ServeTLS(limited, "", "")
			return
		}
		failed <- server.Serve(limited)
	}()
	defer func() { // wait for every answer that still reads a database
		for range cap(s.requests) {
			s.requests <- struct{}{}
		}
	}()
	select {
	case err := <-failed:
		server.Close()
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownFor)
	defer cancel()
	if server.Shutdown(grace) != nil { // a client is slow
		server.Close()
	}
	if err := <-failed; !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}

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
	p := path.Clean(r.URL.Path)
	if p != "/" && strings.HasSuffix(r.URL.Path, "/") {
		p += "/"
	}
	if r.URL.Path == "" || r.URL.Path[0] != '/' || r.URL.Path != p {
		s.notFound.ServeHTTP(w, r)
		return
	}
	s.mux.ServeHTTP(w, r)
}
