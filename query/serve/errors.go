package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/query/answers"
)

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
