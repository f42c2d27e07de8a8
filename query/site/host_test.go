package site_test

import (
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// fileHost serves the files of a folder under /repo/, as static hosts do. Its fields may be set between
// requests.
type fileHost struct {
	*httptest.Server
	files    http.Handler
	noRanges atomic.Bool
	delay    atomic.Int64 // nanoseconds added to each request
	rate     atomic.Int64 // bytes a second for all connections together; 0: no limit
	requests atomic.Int64 // of parts
	bytes    atomic.Int64 // of the bodies of parts
	fault    atomic.Pointer[func(w http.ResponseWriter, r *http.Request, next http.Handler)]

	mu   sync.Mutex
	free time.Time // when the line is free again
}

// newHost serves a folder until the test ends.
func newHost(t testing.TB, folder string) *fileHost {
	h := &fileHost{files: http.StripPrefix("/repo", http.FileServer(http.Dir(folder)))}
	h.Server = httptest.NewServer(h)
	t.Cleanup(h.Close)
	return h
}

// base is the address of the site.
func (h *fileHost) base() string { return h.URL + "/repo/" }

// ServeHTTP implements [http.Handler].
func (h *fileHost) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	time.Sleep(time.Duration(h.delay.Load()))
	if h.noRanges.Load() {
		r.Header.Del("Range")
		w.Header().Set("Accept-Ranges", "none")
	}
	out := &shaped{ResponseWriter: w, host: h, part: isPart(r.URL.Path)}
	if out.part {
		h.requests.Add(1)
	}
	if fault := h.fault.Load(); fault != nil {
		(*fault)(out, r, h.files)
		return
	}
	h.files.ServeHTTP(out, r)
}

// isPart reports whether a path is that of a part of a table or of keys.
func isPart(path string) bool {
	return len(path) > 15 && path[len(path)-15:len(path)-5] == ".foregone."
}

// shaped sends no faster than the host's rate.
type shaped struct {
	http.ResponseWriter
	host *fileHost
	part bool
}

func (s *shaped) Write(b []byte) (n int, err error) {
	for len(b) > 0 && err == nil {
		some := b[:min(len(b), 8<<10)]
		s.host.wait(len(some))
		var k int
		k, err = s.ResponseWriter.Write(some)
		if n, b = n+k, b[k:]; s.part {
			s.host.bytes.Add(int64(k))
		}
	}
	if f, ok := s.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
	return n, err
}

// wait waits until the line has sent n bytes.
func (h *fileHost) wait(n int) {
	rate := h.rate.Load()
	if rate == 0 {
		return
	}
	h.mu.Lock()
	now := time.Now()
	if h.free.Before(now) {
		h.free = now
	}
	h.free = h.free.Add(time.Duration(n) * time.Second / time.Duration(rate))
	until := h.free
	h.mu.Unlock()
	time.Sleep(time.Until(until))
}
