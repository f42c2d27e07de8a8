package serve

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"sync/atomic"
	"time"

	"golang.org/x/net/netutil"

	"github.com/foregone-db/foregone/query"
)

// Options of [New]. The zero value of every field means its default.
type Options struct {
	// Log gets a record for each request, and errors; default: none.
	Log *slog.Logger
	// Requests is how many may be answered at a time; default: 1024.
	Requests int
	// Listings is how many answers that list moves, lines or batches may be made
	// at a time; default: four per core.
	Listings int
	// Connections is how many may be open at a time; default: 4096.
	Connections int
	// PendingBytes bounds the answers that are made and not sent yet; default:
	// 256 MiB.
	PendingBytes int64
	// MetricsApart says that /metrics is not answered: [Server.Metrics] is served elsewhere.
	MetricsApart bool
	// TLS has the certificates to speak HTTPS with; default: HTTP.
	TLS *tls.Config
	// HTTP2 says to speak HTTP/2 in clear text besides HTTP/1.1.
	HTTP2 bool
	// Page holds the files under /, index.html for / itself; default: the page of
	// this package. It must not change.
	Page fs.FS
	// Protocols are served in addition to those of this package.
	Protocols []Protocol
	// Faces are the games that the GamesmanUni front end knows, by name.
	Faces map[string]Face
	// Version of the program is a part of ETags.
	Version string
}

const (
	// MaxBatch is the number of positions that a batch may have.
	MaxBatch = 10_000

	maxBody    = 2 << 20  // bytes; a batch of drawn boards of 64 squares takes 1 MB
	maxHeader  = 16 << 10 // bytes, the request line included
	maxText    = 1 << 10  // bytes, of a position or a value
	maxDetails = 2        // listings with replies at a time: in a game of thousands of moves each takes 100 MB and all cores

	valueTime   = 10 * time.Second // for an answer, waiting included
	listTime    = 30 * time.Second
	detailTime  = 2 * time.Minute
	queueTime   = 2 * time.Second
	headerTime  = 5 * time.Second
	readTime    = 30 * time.Second
	writeTime   = 30 * time.Second // and a second for every 64 KiB
	idleTime    = time.Minute
	shutdownFor = 10 * time.Second
)

// Server answers from databases. It implements [http.Handler].
type Server struct {
	games    []*Game
	byName   map[string]*Game  // by slug and by canonical spec
	families map[string]family // by the name of a game without parameters
	log      *slog.Logger
	mux      *http.ServeMux
	patterns []string // METHOD PATTERN of what it has
	notFound http.Handler
	metrics  *metrics
	page     *page
	allTag   string // ETag of what speaks of all databases
	requests chan struct{}
	listings chan struct{}
	details  chan struct{}
	bodies   chan struct{}
	shared   shared       // answers that take long
	pending  atomic.Int64 // bytes of answers under way
	options  Options
}

// New makes a server of databases, which stay the caller's. It fails when two hold the
// same game, or one is damaged.
func New(dbs []*query.DB, o Options) (*Server, error) {
	o.Requests = cmp.Or(max(o.Requests, 0), 1024)
	o.Listings = cmp.Or(max(o.Listings, 0), 4*runtime.GOMAXPROCS(0))
	o.Connections = cmp.Or(max(o.Connections, 0), 4096)
	o.PendingBytes = cmp.Or(max(o.PendingBytes, 0), 256<<20)
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Page == nil {
		o.Page = defaultPage()
	}
	s := &Server{
		byName:   map[string]*Game{},
		families: map[string]family{},
		log:      o.Log,
		requests: make(chan struct{}, o.Requests),
		listings: make(chan struct{}, o.Listings),
		details:  make(chan struct{}, maxDetails),
		bodies:   make(chan struct{}, o.Listings),
		options:  o,
	}
	tags := []string{o.Version}
	for _, db := range dbs {
		g, err := newGame(db, o.Version)
		if err != nil {
			return nil, err
		}
		if other, ok := s.byName[g.spec]; ok {
			return nil, fmt.Errorf("%s and %s both hold %s", other.db.Dir(), db.Dir(), g.spec)
		}
		s.byName[g.spec], s.byName[g.slug] = g, g
		s.games = append(s.games, g)
		s.families[g.name] = append(s.families[g.name], g)
		tags = append(tags, g.tag)
	}
	s.allTag = makeTag(tags...)
	var err error
	if s.page, err = newPage(o.Page); err != nil {
		return nil, err
	}
	s.metrics = newMetrics(s)
	if s.mux, err = s.routes(); err != nil {
		return nil, err
	}
	return s, nil
}

// Serve answers requests that come in at the listener, which it closes, until ctx is
// done; then it lets the requests under way finish, cuts those off that take more than
// ten seconds, and returns nil. It can be called once, and no request is answered
// afterwards, so that the databases may be closed.
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
		WriteTimeout:      detailTime + writeTime, // shortened when an answer is sent
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	failed := make(chan error, 1)
	go func() {
		limited := netutil.LimitListener(listener, s.options.Connections) // the others wait in the system's queue
		if s.options.TLS != nil {
			failed <- server.ServeTLS(limited, "", "")
			return
		}
		failed <- server.Serve(limited)
	}()
	defer func() { // wait for every answer that still looks into a database
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
	if server.Shutdown(grace) != nil { // some client is slow
		server.Close()
	}
	if err := <-failed; !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}
