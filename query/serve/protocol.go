package serve

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/foregone-db/foregone/query/answers"
)

// Game is a served database. It is safe for concurrent use.
type Game = answers.Game

// Parameter declares a query parameter of a route, once, in [Route.Query]: the server checks
// requests by it, handlers read requests by it, and /v1/openapi.json describes it.
type Parameter = answers.Parameter

// Protocol adds routes to a server, such as those of the public program for one game: see
// [Options]. It gets all served databases, of its game and of others, and returns its routes. The
// server applies its limits, metrics and log to them. This protocol has one route, which returns
// the number of positions of a game:
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

// Route is a path with its handler.
type Route struct {
	// Pattern is a pattern of [http.ServeMux] without method and host. No other route may have
	// it.
	Pattern string
	// Method is the HTTP method; GET includes HEAD and OPTIONS.
	// "": any.
	Method string
	// Listing: the answer lists moves or takes as long. Its time limit is 30
	// instead of 10 seconds.
	Listing bool
	// Query declares the parameters. The server refuses others unless OthersPass is set. nil: it
	// accepts any.
	Query      []Parameter
	OthersPass bool
	// Summary describes the answer in a line. Returns is a zero value of the type of its JSON, and
	// ContentType the media type of an answer that is not JSON. /v1/openapi.json describes the
	// routes under /v1, and those of protocols that set Returns, by them.
	Summary     string
	Returns     any
	ContentType string
	// Takes is the media type of the text in the body of a POST; "": a JSON array of positions.
	Takes string
	// Plain: errors are plain text instead of JSON.
	Plain bool
	// Handle makes the answer, concurrently with others. Before slow work it calls [Call.Fresh] to
	// learn whether the client has the answer already. For invalid requests it returns an
	// [engine.InputError] (status 400) or an error of [Errorf]. Any other error is an internal one
	// (500), which the server logs and does not show to the client.
	Handle func(c *Call) (Answer, error)
}

// Answer is the answer to a request.
type Answer = answers.Answer

// Call is a request in progress. Its parameters are those of [answers.Call].
type Call struct {
	*http.Request
	*answers.Call
	w   http.ResponseWriter
	ctx context.Context // done when the time limit expires or the client has gone
}

// Fresh reports whether the client has the answer of a tag. If so, Handle returns an [Answer] with
// the tag and without a body.
func (c *Call) Fresh(tag string) bool { return isFresh(c.Request, tag) }

func isFresh(r *http.Request, tag string) bool {
	for _, header := range r.Header["If-None-Match"] {
		for _, t := range strings.Split(header, ",") {
			if t = strings.TrimPrefix(strings.TrimSpace(t), "W/"); t == tag || t == "*" {
				return true
			}
		}
	}
	return false
}

// Listed answers with the object that create makes from moves, unless the client has the answer of
// that tag. With the tag "" clients must not cache the answer. It waits until fewer than
// [Options.Listings] listings run.
func Listed[T any](c *Call, tag string, create func(ctx context.Context) (T, error)) (Answer, error) {
	return answers.Listed(c.Call, tag, create)
}

// Detailed answers with the object that create makes from the replies to moves, unless the client
// has the answer of that tag. Only two such calls run at a time, in the order of the requests. A
// call has two minutes, waiting included, until ctx is done. Requests with the same key share one
// call, and the server caches answers.
func Detailed[T any](c *Call, tag, key string, create func(ctx context.Context) (T, error)) (Answer, error) {
	return answers.Detailed(c.Call, tag, key, create)
}

// NotFound answers with status 404. It is for patterns that also match paths without an answer.
func NotFound(*Call) (Answer, error) {
	return Answer{}, Errorf(http.StatusNotFound, "there is nothing at this path")
}

// addProtocols adds the routes of the protocols. An invalid or duplicate pattern
// is an error.
func (s *Server) addProtocols(add func(Route)) (err error) {
	defer func() {
		if p := recover(); p != nil { // the multiplexer panics on such patterns
			err = fmt.Errorf("a route of a protocol: %v", p)
		}
	}()
	for _, protocol := range s.options.Protocols {
		for _, r := range protocol(s.set.Games()) {
			add(r)
		}
	}
	return nil
}
