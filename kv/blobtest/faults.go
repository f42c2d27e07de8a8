// Package blobtest simulates the faults of an S3 service for tests.
package blobtest

import (
	"errors"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// Kinds of faults.
const (
	refused = iota // an answer with status 500 or 503
	reset          // the connection ends before anything is read
	swallow        // it ends in the middle of the upload, and the service sees nothing
	half           // the service sees half of the upload
	unheard        // the service executes the request, and the answer is lost
	cut            // the answer ends in the middle
	slow           // the answer is late
	kindsOfFaults
)

// Faults forwards requests to a service and makes some of them fail. It is safe for concurrent use.
type Faults struct {
	Service http.Handler
	Of      int         // about seven of this many requests fail, one for each kind of fault
	Away    atomic.Bool // the service is unreachable

	mu    sync.Mutex
	rng   *rand.Rand
	count [kindsOfFaults]int
}

// NewFaults returns Faults that a seed determines.
func NewFaults(service http.Handler, of int, seed uint64) *Faults {
	return &Faults{Service: service, Of: max(of, kindsOfFaults), rng: rand.New(rand.NewPCG(seed, seed))}
}

// Count returns the number of faults, and of their kinds. It leaves out slow answers, which a
// client may not notice.
func (f *Faults) Count() (faults, kinds int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, n := range f.count[:slow] {
		faults += n
		kinds += min(n, 1)
	}
	return faults, kinds
}

// choose returns the kind of a request's fault, or kindsOfFaults and more for none.
func (f *Faults) choose(r *http.Request) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	kind := f.rng.IntN(f.Of)
	if (kind == swallow || kind == half) && r.ContentLength <= 0 {
		kind = kindsOfFaults
	}
	if kind < kindsOfFaults {
		f.count[kind]++
	}
	return kind
}

// ServeHTTP implements [http.Handler].
func (f *Faults) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if f.Away.Load() {
		hang(w)
		return
	}
	switch f.choose(r) {
	case refused:
		w.WriteHeader([]int{http.StatusInternalServerError, http.StatusServiceUnavailable}[rand.IntN(2)])
	case reset:
		hang(w)
	case swallow:
		_, _ = io.CopyN(io.Discard, r.Body, r.ContentLength/2)
		hang(w)
	case half:
		r.Body = io.NopCloser(io.MultiReader(io.LimitReader(r.Body, r.ContentLength/2), broken{}))
		serve(f.Service, httptest.NewRecorder(), r)
		hang(w)
	case unheard:
		serve(f.Service, httptest.NewRecorder(), r)
		hang(w)
	case cut:
		rec := httptest.NewRecorder()
		serve(f.Service, rec, r)
		maps.Copy(w.Header(), rec.Header())
		w.Header().Set("Content-Length", strconv.Itoa(rec.Body.Len()))
		w.WriteHeader(rec.Code)
		_, _ = w.Write(rec.Body.Bytes()[:rec.Body.Len()/2]) // the client may be gone
		hang(w)
	case slow:
		time.Sleep(time.Duration(20+rand.IntN(200)) * time.Millisecond)
		f.Service.ServeHTTP(w, r)
	default:
		f.Service.ServeHTTP(w, r)
	}
}

// serve lets the service answer a request, and ignores panics for broken requests.
func serve(service http.Handler, w http.ResponseWriter, r *http.Request) {
	defer func() {
		if p := recover(); p != nil && p != http.ErrAbortHandler {
			panic(p)
		}
	}()
	service.ServeHTTP(w, r)
}

// hang closes the connection of a request.
func hang(w http.ResponseWriter) {
	if c, _, err := http.NewResponseController(w).Hijack(); err == nil {
		c.Close()
	}
}

// broken is an upload that ends with an error.
type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("the upload ended in the middle") }
