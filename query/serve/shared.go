package serve

import (
	"container/list"
	"context"
	"sync"
)

// sharedBytes bounds the answers that are kept because they took long to make.
const sharedBytes = 64 << 20

// shared does work once that several requests wait for, and keeps what came of it. Work
// goes on as long as somebody waits for it. It is safe for concurrent use.
type shared struct {
	mu    sync.Mutex
	under map[string]*flight
	kept  map[string]*list.Element // of *keptAnswer
	order list.List                // the one used last in front
	bytes int
}

// flight is work under way.
type flight struct {
	done    chan struct{}
	body    []byte // when done
	err     error
	waiting int
	cancel  context.CancelFunc
}

type keptAnswer struct {
	key  string
	body []byte
}

// do returns what create returns for a key: as it was kept, as another request is just
// making it, or by calling it, with a context that is done when nobody waits any more.
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
		// The work outlives the request that began it.
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

// leave is called by a request that waits no longer.
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

// keep keeps an answer, and forgets those that were not asked for the longest time.
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
