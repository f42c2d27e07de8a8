package cluster

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"github.com/foregone-db/foregone/kv/blob"
	"github.com/foregone-db/foregone/kv/blobtest"
)

// witness forwards requests to an S3 service, and records which objects were made.
type witness struct {
	service http.Handler
	mu      sync.Mutex
	stands  map[string]string // digests of the objects that exist, by path
	twice   []string          // objects that a conditional write made although they existed
}

// ServeHTTP implements [http.Handler].
func (w *witness) ServeHTTP(answer http.ResponseWriter, r *http.Request) {
	once := r.Header.Get("If-None-Match") == "*"
	if r.Method != http.MethodPut && r.Method != http.MethodDelete {
		w.service.ServeHTTP(answer, r)
		return
	}
	sum := sha256.New()
	r.Body = io.NopCloser(io.TeeReader(r.Body, sum))
	w.mu.Lock() // the order of records is that of the requests
	defer w.mu.Unlock()
	rec := httptest.NewRecorder()
	w.service.ServeHTTP(rec, r)
	if rec.Code < 300 {
		_, stood := w.stands[r.URL.Path]
		switch {
		case r.Method == http.MethodDelete:
			delete(w.stands, r.URL.Path)
		default:
			if stood && once {
				w.twice = append(w.twice, r.URL.Path)
			}
			w.stands[r.URL.Path] = fmt.Sprintf("%x", sum.Sum(nil))
		}
	}
	for name, values := range rec.Header() {
		answer.Header()[name] = values
	}
	answer.WriteHeader(rec.Code)
	_, _ = answer.Write(rec.Body.Bytes()) // the client may be gone
}

// solveOverFaults solves a game over an S3 service with faults, and then checks the bucket.
func solveOverFaults(t *testing.T, game string, service http.Handler, of, least int) {
	w := &witness{service: service, stands: map[string]string{}}
	faults := blobtest.NewFaults(w, of, 7)
	location := bucketOf(t, faults)
	s := newSetup(t, game, location)
	want := alone(t, s.spec)
	s.onlyWorkers()
	for n := range 3 {
		s.worker(t.Context(), fmt.Sprint("w", n), nil)
	}
	got, err := s.run(t.Context())
	if err != nil || got.SHA256 != want {
		t.Fatalf("the digest is %s, want %s (%v)", got.SHA256, want, err)
	}
	s.group.Wait()
	for name, err := range s.ends {
		if err != nil {
			t.Errorf("worker %s ends with %v", name, err)
		}
	}
	if n, kinds := faults.Count(); n < least || kinds < 4 {
		t.Errorf("there were %d faults of %d kinds", n, kinds)
	} else {
		t.Logf("%d faults", n)
	}
	w.check(t)
	faults.Of = 1 << 30 // no more faults
	checkTruth(t, location)
}

// check fails if an object was made twice.
func (w *witness) check(t *testing.T) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.twice) > 0 {
		t.Errorf("made twice: %q", w.twice)
	}
	if len(w.stands) < 10 {
		t.Errorf("there are only %d objects", len(w.stands))
	}
}

// checkTruth checks the store of a finished solve: each unit of a finished stage has one result,
// which agrees with the manifest, and there are no other objects.
func checkTruth(t *testing.T, location string) {
	t.Helper()
	s, err := blob.Open(location)
	if err != nil {
		t.Fatal(err)
	}
	names, err := s.List(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	known, units := map[string]bool{}, 0
	for _, name := range names {
		folder, stage, ok := strings.Cut(name, "/"+stageFolder)
		if !ok {
			continue
		}
		m := manifest{}
		if found, err := readJSON(t.Context(), s, name, &m); err != nil || !found || m.Stage+".json" != stage {
			t.Fatalf("%s: %v", name, err)
		}
		done := map[string]bool{}
		for _, o := range m.Objects {
			raw, err := s.Get(t.Context(), folder+"/"+o.Name)
			if err != nil || hexDigest(raw) != o.SHA256 || int64(len(raw)) != o.Size {
				t.Errorf("%s is not what %s says (%v)", o.Name, stage, err)
			}
			_, unit, _, ok := resultParts(o.Name)
			if !ok || done[unit] {
				t.Errorf("%s has two results of %s", stage, unit)
			}
			done[unit], known[folder+"/"+o.Name] = true, true
			units++
		}
	}
	if units < 10 {
		t.Errorf("there are only %d units", units)
	}
	for _, name := range names {
		if strings.Contains(name, "/"+resultFolder) && !known[name] {
			t.Errorf("%s belongs to nothing", name)
		}
	}
}

// Errors, slow answers, resets, lost answers and truncated uploads change nothing: the table is the
// same, and no object is made twice or lost.
func TestBucketFaults(t *testing.T) {
	solveOverFaults(t, "pushfight:movers=0,pushers=2", gofakes3.New(s3mem.New(), gofakes3.WithAutoBucket(true)).Server(), 30, 15)
}

// The witness notices an object that is made twice.
func TestWitness(t *testing.T) {
	w := &witness{service: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), stands: map[string]string{}}
	for range 2 {
		r := httptest.NewRequest(http.MethodPut, "/bucket/a", bytes.NewReader([]byte("a")))
		r.Header.Set("If-None-Match", "*")
		w.ServeHTTP(httptest.NewRecorder(), r)
	}
	w.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPut, "/bucket/a", bytes.NewReader([]byte("b"))))
	if !slices.Equal(w.twice, []string{"/bucket/a"}) {
		t.Errorf("made twice: %q", w.twice)
	}
}
