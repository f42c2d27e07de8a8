package serve

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"

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
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return nil, answers.ErrTooLarge
	} else if err != nil {
		return nil, Errorf(http.StatusBadRequest, "the body could not be read to its end")
	}
	return body, nil
}

// sharedBytes bounds the cache of slow answers.
const sharedBytes = 64 << 20

// shared does work once for all requests that wait for it, and caches the results. Work stops when
// no request waits for it. It is safe for concurrent use.
type shared struct {
	mu    sync.Mutex
	under map[string]*flight
	kept  map[string][]byte
	bytes int // in kept
}

// flight is work in progress.
type flight struct {
	done    chan struct{}
	body    []byte // valid when done
	err     error
	waiting int
	cancel  context.CancelFunc
}

// do returns the result of create for a key: from the cache, from the call of another request in
// progress, or from a new call. The context of the call is done when no request waits for it.
func (s *shared) do(ctx context.Context, key string, create func(ctx context.Context) ([]byte, error)) ([]byte, error) {
	s.mu.Lock()
	if body, ok := s.kept[key]; ok {
		s.mu.Unlock()
		return body, nil
	}
	f, ok := s.under[key]
	if !ok {
		if s.under == nil {
			s.under, s.kept = map[string]*flight{}, map[string][]byte{}
		}
		// The work may outlive the request that began it.
		working, cancel := context.WithTimeout(context.WithoutCancel(ctx), detailTime)
		f = &flight{done: make(chan struct{}), cancel: cancel}
		s.under[key] = f
		go s.work(working, key, f, create)
	}
	f.waiting++
	s.mu.Unlock()
	select {
	case <-f.done:
		return f.body, f.err
	case <-ctx.Done():
		s.leave(key, f)
		return nil, ctx.Err()
	}
}

// leave removes a request that has stopped waiting.
func (s *shared) leave(key string, f *flight) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f.waiting--; f.waiting == 0 {
		f.cancel()
		if s.under[key] == f {
			delete(s.under, key)
		}
	}
}

func (s *shared) work(ctx context.Context, key string, f *flight, create func(ctx context.Context) ([]byte, error)) {
	defer f.cancel()
	defer func() {
		if p := recover(); p != nil {
			f.body, f.err = nil, panicked(p)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.under[key] == f {
			delete(s.under, key)
		}
		if f.err == nil {
			s.keep(key, f.body)
		}
		close(f.done)
	}()
	f.body, f.err = create(ctx)
}

// keep caches an answer. It empties a full cache first.
func (s *shared) keep(key string, body []byte) {
	if s.bytes += len(body); s.bytes > sharedBytes {
		clear(s.kept)
		s.bytes = len(body)
	}
	s.kept[key] = body
}
