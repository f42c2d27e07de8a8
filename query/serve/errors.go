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
)

// statusError is an error with the status it is answered with.
type statusError struct {
	status int
	msg    string
}

func (e *statusError) Error() string { return e.msg }

func Errorf(status int, format string, args ...any) error {
	return &statusError{status, fmt.Sprintf(format, args...)}
}

var errOverloaded = Errorf(http.StatusServiceUnavailable, "overloaded: try again in a while")

func methodError(want string) error {
	return Errorf(http.StatusMethodNotAllowed, "wrong method: want %s", want)
}

// panicked makes an error of a panic, with the stack for the log unless a game in another
// language is what failed.
func panicked(p any) error {
	if failure, ok := p.(pool.Failure); ok {
		return failure.Err
	}
	return fmt.Errorf("panic: %v\n%s", p, debug.Stack())
}

// statusClosed is what the log says of requests whose client has gone; nobody sees it.
const statusClosed = 499

// failure returns the status and the answer that an error means. It is the one place
// that knows.
func (s *Server) failure(request *http.Request, r *Route, err error) (int, Answer) {
	status, msg := http.StatusInternalServerError, "the database could not be read"
	var known *statusError
	switch {
	case errors.As(err, &known):
		status, msg = known.status, known.msg
	case engine.IsInput(err):
		status, msg = http.StatusBadRequest, err.Error()
	case request.Context().Err() != nil:
		status, msg = statusClosed, "the client has gone"
	case errors.Is(err, context.DeadlineExceeded):
		status, msg = http.StatusServiceUnavailable, "the answer takes too long"
	default: // what is wrong is told in the log: it names files
		s.log.LogAttrs(request.Context(), slog.LevelError, "failed", slog.String("path", request.URL.Path), slog.String("error", err.Error()))
	}
	if r.Plain {
		return status, Answer{Body: []byte(msg + "\n"), ContentType: "text/plain; charset=utf-8"}
	}
	body, err := json.Marshal(errorObject{msg})
	if err != nil {
		panic(err) // a string can be written
	}
	return status, Answer{Body: body}
}
