package serve

import (
	"container/list"
	"context"
	"sync"
)

// sharedBytes bounds the cache of slow answers.
const sharedBytes = 64 << 20

// shared does work once for all requests that wait for it, and caches the results. Work
// stops when no request waits for it any more. It is safe for concurrent use.
type shared struct {
	mu    sync.Mutex
	under map[string]*flight
	kept  map[string]*list.Element // of *keptAnswer
	order list.List                // the most recently used in front
	bytes int
}

// flight is work in progress.
type flight struct {
	done    chan struct{}
	body    []byte // valid when done
	err     error
	waiting int
	cancel  context.CancelFunc
}

type keptAnswer struct {
	key  string
	body []byte
}

// do returns the result of create for a key: from the cache, from the call of another request in
// progress, or from a new call. The context of the call is done when no request waits for it any more.
func (s *shared) do(ctx context.Context, key string, create func(ctx context.Context) ([]byte, error)) ([]byte, error) {
	s.mu.Lock()
	if e, ok := s.kept[key]; ok {
		s.order.MoveToFront(e)
		s.mu.Unlock()
		return e.Value.(*keptAnswer).body, nil
	}
	f, ok := s.under[key]
	if !ok {
		if s.under == nil {
			s.under, s.kept = map[string]*flight{}, map[string]*list.Element{}
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

// leave removes a request that waits no longer.
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

// keep caches an answer, and evicts the least recently used ones.
func (s *shared) keep(key string, body []byte) {
	if _, ok := s.kept[key]; ok || len(body) > sharedBytes/4 {
		return
	}
	s.kept[key] = s.order.PushFront(&keptAnswer{key, body})
	for s.bytes += len(body); s.bytes > sharedBytes; {
		last := s.order.Remove(s.order.Back()).(*keptAnswer)
		delete(s.kept, last.key)
		s.bytes -= len(last.body)
	}
}
