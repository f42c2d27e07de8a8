//go:build js

package main

import (
	"context"
	"encoding/json"
	"sync"
	"syscall/js"

	"github.com/foregone-db/foregone/kv/web"
	"github.com/foregone-db/foregone/query/site/reading"
)

// calls are the functions that the worker calls. Each returns a promise.
type calls struct {
	reader *reading.Reader

	mu    sync.Mutex
	stops map[int]func() // of the requests in progress, by number
}

// promise returns a promise of what make returns, in a goroutine of its own.
func promise(make func() (any, error)) any {
	var start js.Func
	start = js.FuncOf(func(_ js.Value, args []js.Value) any {
		resolve, reject := args[0], args[1]
		go func() {
			defer start.Release()
			if v, err := make(); err != nil {
				reject.Invoke(js.Global().Get("Error").New(err.Error()))
			} else {
				resolve.Invoke(v)
			}
		}()
		return nil
	})
	return js.Global().Get("Promise").New(start)
}

// open opens a game: slug, folder, JSON of its files, bytes of their roots.
func (s *calls) open(_ js.Value, args []js.Value) any {
	slug, folder, text := args[0].String(), args[1].String(), args[2].String()
	root := make([]byte, args[3].Length())
	js.CopyBytesToGo(root, args[3])
	return promise(func() (any, error) {
		var files []web.Split
		if err := json.Unmarshal([]byte(text), &files); err != nil {
			return nil, err
		}
		return nil, s.reader.Open(slug, folder, files, root)
	})
}

// ask answers a request: its number, slug, path, query, body or null. The answer is a status and a text.
func (s *calls) ask(_ js.Value, args []js.Value) any {
	id, slug, path, query := args[0].Int(), args[1].String(), args[2].String(), args[3].String()
	var body []byte
	if !args[4].IsNull() {
		body = []byte(args[4].String())
	}
	ctx, end := s.begin(id)
	return promise(func() (any, error) {
		defer end()
		status, answer := s.reader.Ask(ctx, slug, path, query, body)
		return []any{status, string(answer)}, nil
	})
}

// keep reads all of a game: number, slug, a function that is told positions done and in all.
func (s *calls) keep(_ js.Value, args []js.Value) any {
	id, slug, progress := args[0].Int(), args[1].String(), args[2]
	ctx, end := s.begin(id)
	return promise(func() (any, error) {
		defer end()
		return nil, s.reader.Keep(ctx, slug, func(done, total uint64) { progress.Invoke(float64(done), float64(total)) })
	})
}

// forget removes what was read of a game from memory: slug.
func (s *calls) forget(_ js.Value, args []js.Value) any {
	slug := args[0].String()
	return promise(func() (any, error) { return nil, s.reader.Forget(slug) })
}

// begin begins a request.
func (s *calls) begin(id int) (ctx context.Context, end func()) {
	ctx, cancel := context.WithCancel(context.Background())
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stops[id] = cancel
	return ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.stops, id)
		cancel()
	}
}

// stop ends a request by its number.
func (s *calls) stop(_ js.Value, args []js.Value) any {
	s.mu.Lock()
	defer s.mu.Unlock()
	if stop := s.stops[args[0].Int()]; stop != nil {
		stop()
	}
	return nil
}
