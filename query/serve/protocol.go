package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/pool"
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

// Errorf returns an error that the server answers with an HTTP status and the text.
func Errorf(status int, format string, args ...any) error {
	return answers.Errorf(status, format, args...)
}

var errOverloaded = Errorf(http.StatusServiceUnavailable, "overloaded: try again in a while")

func methodError(want string) error {
	return Errorf(http.StatusMethodNotAllowed, "wrong method: want %s", want)
}

// panicked makes an error from a panic. It has the stack for the log, unless a game in another
// language failed.
func panicked(p any) error {
	if failure, ok := p.(pool.Failure); ok {
		return failure.Err
	}
	return fmt.Errorf("panic: %v\n%s", p, debug.Stack())
}

// statusClosed is the status in the log for requests whose client has gone.
const statusClosed = 499

// failure returns the status and the answer of an error. No other place maps errors to statuses.
func (s *Server) failure(request *http.Request, r *Route, err error) (int, Answer) {
	status, msg := http.StatusInternalServerError, "the database could not be read"
	var known *answers.Refusal
	switch {
	case errors.As(err, &known):
		status, msg = known.Status, known.Text
	case engine.IsInput(err):
		status, msg = http.StatusBadRequest, err.Error()
	case request.Context().Err() != nil:
		status, msg = statusClosed, "the client has gone"
	case errors.Is(err, context.DeadlineExceeded):
		status, msg = http.StatusServiceUnavailable, "the answer takes too long"
	default: // only the log has the cause, which may name files
		s.log.LogAttrs(request.Context(), slog.LevelError, "failed", slog.String("path", request.URL.Path), slog.String("error", err.Error()))
	}
	if r.Plain {
		return status, Answer{Body: []byte(msg + "\n"), ContentType: "text/plain; charset=utf-8"}
	}
	body, err := json.Marshal(errorObject{msg})
	if err != nil {
		panic(err) // a string always has JSON
	}
	return status, Answer{Body: body}
}
