package serve

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

// Protocol is a way of asking that a program adds to those of every server, mostly what
// programs for one game speak: see [Options]. It is given the databases that are
// served, any of which may be of other games, and returns its routes. They are under
// the same limits as all others, and counted and logged as they are. A protocol of one
// route, which tells how many positions a game has:
//
//	func sizes(games []*serve.Game) []serve.Route {
//		return []serve.Route{{Pattern: "/mygame/size", Method: "GET", Handle: func(c *serve.Call) (serve.Answer, error) {
//			for _, g := range games {
//				if g.DB().Game().Spec().Name() == "mygame" {
//					return serve.Answer{Body: fmt.Append(nil, g.DB().Game().Size()), Tag: g.Tag()}, nil
//				}
//			}
//			return serve.Answer{}, serve.Errorf(http.StatusNotFound, "no table of mygame is served")
//		}}}
//	}
type Protocol func(games []*Game) []Route

// Route is a path with what answers it.
type Route struct {
	// Pattern is one of [http.ServeMux], without method and host. It must not be that
	// of another route.
	Pattern string
	// Method is the one that is answered; GET stands for HEAD and OPTIONS, too.
	// "": any.
	Method string
	// Listing says that the answer lists moves, or takes as long: it has half a minute
	// instead of ten seconds.
	Listing bool
	// Query declares the parameters. The server refuses others unless OthersPass is set. nil: it takes any.
	Query      []Parameter
	OthersPass bool
	// Summary says in a line what the route answers, Returns is a zero value of what its JSON is written from, and
	// ContentType the type of an answer that is not JSON. /v1/openapi.json describes the routes under /v1 by them.
	Summary     string
	Returns     any
	ContentType string
	// Plain says that errors are plain text and not JSON.
	Plain bool
	// Handle makes the answer, concurrently with others. Before slow work
	// it asks [Call.Fresh] whether the client has the answer already. Wrong
	// requests get an [engine.InputError] (status 400) or an error of
	// [Errorf]; any other error is the server's own (500), and goes to the log only.
	Handle func(c *Call) (Answer, error)
}

// Answer is what a request gets.
type Answer struct {
	Body        []byte // nil where the client has it
	ContentType string // "": JSON
	Tag         string // the ETag, such as [Game.Tag]; "" where the answer must not be kept

	ask bool // what is kept must not be used without asking whether it is fresh
}

// Call is a request being answered.
type Call struct {
	*http.Request
	server *Server
	w      http.ResponseWriter
	ctx    context.Context // done when the answer comes too late, or the client has gone
	params url.Values      // checked against the route's declarations
}

// Fresh reports whether the client has the answer of that tag: it gets an [Answer] with
// the tag and without a body then.
func (c *Call) Fresh(tag string) bool {
	for _, header := range c.Header["If-None-Match"] {
		for _, t := range strings.Split(header, ",") {
			if t = strings.TrimPrefix(strings.TrimSpace(t), "W/"); t == tag || t == "*" {
				return true
			}
		}
	}
	return false
}

// Moves lists the moves at a position, without the replies to them, when it is this
// request's turn to: see [Options.Listings].
func (c *Call) Moves(g *Game, p engine.Position) (query.Moves, error) {
	release, err := c.server.acquire(c.ctx, c.server.listings)
	if err != nil {
		return query.Moves{}, err
	}
	defer release()
	return g.db.Moves(c.ctx, p, false)
}

// Listing calls f, which lists moves, when it is this request's turn to: see
// [Options.Listings].
func (c *Call) Listing(f func(ctx context.Context) error) error {
	release, err := c.server.acquire(c.ctx, c.server.listings)
	if err != nil {
		return err
	}
	defer release()
	return f(c.ctx)
}

// listed answers with what create makes, when it is this request's turn to among the listings, unless the client has the
// answer of that tag. "": the answer must not be kept.
func (c *Call) listed(tag string, create func(ctx context.Context) ([]byte, error)) (a Answer, err error) {
	a.Tag = tag
	if tag != "" && c.Fresh(tag) {
		return a, nil
	}
	err = c.Listing(func(ctx context.Context) (err error) {
		a.Body, err = create(ctx)
		return err
	})
	return a, err
}

// WithReplies returns the answer that create makes, which looks at the replies to moves, when
// it is its turn to. That takes long: it has two minutes, those of ctx, waiting included.
// Requests of one key are answered together, and answers are kept for a while. Others are
// served in the order in which they came.
func (c *Call) WithReplies(key string, create func(ctx context.Context) ([]byte, error)) ([]byte, error) {
	waiting, cancel := context.WithTimeout(c.Context(), detailTime)
	defer cancel()
	return c.server.shared.do(waiting, key, func(ctx context.Context) ([]byte, error) {
		select {
		case c.server.details <- struct{}{}:
			defer func() { <-c.server.details }()
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		return create(ctx)
	})
}

// NotFound answers that there is nothing: for patterns that take in more paths than
// have an answer.
func NotFound(*Call) (Answer, error) {
	return Answer{}, Errorf(http.StatusNotFound, "there is nothing at this path")
}

// addProtocols adds the routes of the protocols. A pattern that cannot be read, or is
// another's, is an error.
func (s *Server) addProtocols(add func(Route)) (err error) {
	defer func() {
		if p := recover(); p != nil { // so the multiplexer tells
			err = fmt.Errorf("a route of a protocol: %v", p)
		}
	}()
	for _, protocol := range s.options.Protocols {
		for _, r := range protocol(s.games) {
			add(r)
		}
	}
	return nil
}
