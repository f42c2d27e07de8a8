package serve

import (
	"context"
	"errors"
	"io"
	"net/http"

	"github.com/foregone-db/foregone/query/answers"
)

// gate is the limits of a server, for one request. It implements [answers.Gate].
type gate struct {
	server  *Server
	w       http.ResponseWriter
	request *http.Request
	ctx     context.Context // done when the time limit expires or the client has gone
}

// Fresh implements [answers.Gate].
func (g *gate) Fresh(tag string) bool { return isFresh(g.request, tag) }

// List implements [answers.Gate].
func (g *gate) List(ctx context.Context) (release func(), err error) {
	return g.server.acquire(ctx, g.server.listings)
}

// Share implements [answers.Gate].
func (g *gate) Share(ctx context.Context, key string, listed bool, create func(ctx context.Context) ([]byte, error)) ([]byte, error) {
	if listed {
		return g.server.shared.do(ctx, key, func(ctx context.Context) ([]byte, error) {
			release, err := g.List(ctx)
			if err != nil {
				return nil, err
			}
			defer release()
			return create(ctx)
		})
	}
	waiting, cancel := context.WithTimeout(g.request.Context(), detailTime)
	defer cancel()
	return g.server.shared.do(waiting, key, func(ctx context.Context) ([]byte, error) {
		select {
		case g.server.details <- struct{}{}:
			defer func() { <-g.server.details }()
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		return create(ctx)
	})
}

// Body implements [answers.Gate].
func (g *gate) Body() ([]byte, error) {
	r := g.request
	if coding := r.Header.Get("Content-Encoding"); coding != "" && coding != "identity" {
		return nil, Errorf(http.StatusUnsupportedMediaType, "the body has the encoding %q: want none", answers.Clip(coding))
	}
	if r.ContentLength > answers.MaxBody {
		return nil, answers.ErrTooLarge
	}
	release, err := g.server.acquire(g.ctx, g.server.bodies)
	if err != nil {
		return nil, err
	}
	defer release()
	body, err := io.ReadAll(http.MaxBytesReader(g.w, r.Body, answers.MaxBody))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, answers.ErrTooLarge
	case err != nil:
		return nil, Errorf(http.StatusBadRequest, "the body could not be read to its end")
	}
	return body, nil
}
