package serve

import (
	"context"
	"sync"
)

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
