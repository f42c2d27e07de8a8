package web_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/kv/web"
)

const positions = 400_000

// rough is the salt of a table whose values hardly compress.
const rough = 1 << 40

// valueAt is the value of an index in the table of the tests; salt makes another table.
func valueAt(i, salt uint64) byte {
	if salt == rough {
		x := i * 0x9E3779B97F4A7C15
		return byte((x ^ x>>32) * 0x9E3779B97F4A7C15 >> 61)
	}
	x := (i/7 + salt) * 0x9E3779B97F4A7C15
	return byte(x >> 61)
}

// makeTable returns the bytes of a table in blocks of 512 positions.
func makeTable(t testing.TB, salt uint64) []byte { return makeBlocks(t, salt, 512) }

// makeBlocks returns the bytes of a table.
func makeBlocks(t testing.TB, salt, block uint64) []byte {
	path := filepath.Join(t.TempDir(), "table.foregone")
	header := table.Header{
		Game: "toy", Kind: "byte", Positions: positions, Block: block,
		Slices: []table.Slice{{Name: "all", Size: positions}},
	}
	w, err := table.Create(path, header, table.WriterOptions{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	values := make([]byte, positions)
	for i := range values {
		values[i] = valueAt(uint64(i), salt)
	}
	if err := w.Append(values); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Finish(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// server serves data under every path, with an ETag that follows from the data.
func server(t testing.TB, data []byte, around func(w http.ResponseWriter, r *http.Request, next http.Handler)) *httptest.Server {
	plain := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", fmt.Sprintf(`"%d-%d"`, len(data), data[len(data)-12]))
		http.ServeContent(w, r, "table.foregone", time.Unix(1e9, 0), bytes.NewReader(data))
	})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if around == nil {
			plain.ServeHTTP(w, r)
			return
		}
		around(w, r, plain)
	}))
	t.Cleanup(s.Close)
	return s
}

func host(t testing.TB, o web.Options) *web.Host {
	if o.Pause == 0 {
		o.Pause = time.Microsecond
	}
	h, err := web.NewHost(o)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// open opens the table at a URL.
func open(h *web.Host, url string, o table.ReaderOptions) (*table.Reader, error) {
	f, err := h.Open(url)
	if err != nil {
		return nil, err
	}
	return table.OpenAt(url, f, f.Size(), o)
}

func TestValues(t *testing.T) {
	data := makeTable(t, 0)
	var requests atomic.Int64
	s := server(t, data, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		requests.Add(1)
		next.ServeHTTP(w, r)
	})
	for _, index := range []int64{-1, 1 << 20} {
		r, err := open(host(t, web.Options{}), s.URL, table.ReaderOptions{Index: index, Cache: -1})
		if err != nil {
			t.Fatal(err)
		}
		for range 200 {
			i := rand.Uint64N(positions)
			if v, err := r.Get(i); err != nil || byte(v) != valueAt(i, 0) {
				t.Fatalf("value of %d is %v, %v, want %d", i, v, err, valueAt(i, 0))
			}
		}
		// All values of a run arrive in a few requests.
		before := requests.Load()
		run := make([]byte, 100_000)
		if err := r.ReadValues(run, 1000); err != nil {
			t.Fatal(err)
		}
		for i, v := range run {
			if v != valueAt(uint64(i+1000), 0) {
				t.Fatalf("value of %d is %d", i+1000, v)
			}
		}
		if n := requests.Load() - before; n > 6 {
			t.Errorf("%d requests for one run, want at most 6", n)
		}
	}
}

// TestExpect: distant values take one request each, close ones a common one.
func TestExpect(t *testing.T) {
	var requests atomic.Int64
	s := server(t, makeTable(t, rough), func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		requests.Add(1)
		next.ServeHTTP(w, r)
	})
	r, err := open(host(t, web.Options{}), s.URL, table.ReaderOptions{Index: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	before := requests.Load()
	indices := []uint64{50_005, 50_600, 51_200, 51_201, 200_000, 390_000, 390_600} // none is in the first bytes, which the file has
	if err := r.Expect(indices); err != nil {
		t.Fatal(err)
	}
	for _, i := range indices {
		if v, err := r.Get(i); err != nil || byte(v) != valueAt(i, rough) {
			t.Fatalf("value of %d is %v, %v", i, v, err)
		}
	}
	if n := requests.Load() - before; n != 3 {
		t.Errorf("%d requests, want 3", n)
	}
}

// faults spoil an answer.
var faults = map[string]func(w http.ResponseWriter, r *http.Request, next http.Handler){
	"cut": func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		rec := httptest.NewRecorder()
		next.ServeHTTP(rec, r)
		body := rec.Body.Bytes()
		for k, v := range rec.Header() {
			w.Header()[k] = v
		}
		w.WriteHeader(rec.Code)
		w.Write(body[:rand.IntN(len(body))])
		panic(http.ErrAbortHandler)
	},
	"404": func(w http.ResponseWriter, _ *http.Request, _ http.Handler) { w.WriteHeader(404) },
	"500": func(w http.ResponseWriter, _ *http.Request, _ http.Handler) { w.WriteHeader(500) },
	"503": func(w http.ResponseWriter, _ *http.Request, _ http.Handler) { w.WriteHeader(503) },
	"416": func(w http.ResponseWriter, _ *http.Request, _ http.Handler) { w.WriteHeader(416) },
	"login": func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		io.WriteString(w, "<html>log in, please</html>")
	},
	"redirected": func(w http.ResponseWriter, r *http.Request, _ http.Handler) {
		if r.URL.Path == "/login" {
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, "<html>")
			return
		}
		http.Redirect(w, r, "/login", http.StatusFound)
	},
	"whole": func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		r.Header.Del("Range")
		next.ServeHTTP(w, r)
	},
	"other range": func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		from := rand.IntN(5000)
		r.Header.Set("Range", fmt.Sprintf("bytes=%d-%d", from, from+200))
		next.ServeHTTP(w, r)
	},
	"lying range": func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		rec := httptest.NewRecorder()
		was := rec.Header()
		honest := r.Clone(r.Context())
		next.ServeHTTP(rec, honest)
		said := was.Get("Content-Range")
		from := rand.IntN(2000)
		n := rec.Body.Len()
		r.Header.Set("Range", fmt.Sprintf("bytes=%d-%d", from, from+n-1))
		rec = httptest.NewRecorder()
		next.ServeHTTP(rec, r)
		for k, v := range rec.Header() {
			w.Header()[k] = v
		}
		w.Header().Set("Content-Range", said)
		w.WriteHeader(rec.Code)
		w.Write(rec.Body.Bytes())
	},
	"damaged": func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		rec := httptest.NewRecorder()
		next.ServeHTTP(rec, r)
		body := rec.Body.Bytes()
		if len(body) > 0 {
			body[rand.IntN(len(body))] ^= byte(1 + rand.IntN(255))
		}
		for k, v := range rec.Header() {
			w.Header()[k] = v
		}
		w.WriteHeader(rec.Code)
		w.Write(body)
	},
	"long": func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		rec := httptest.NewRecorder()
		next.ServeHTTP(rec, r)
		for k, v := range rec.Header() {
			w.Header()[k] = v
		}
		w.Header().Del("Content-Length")
		w.WriteHeader(rec.Code)
		w.Write(append(rec.Body.Bytes(), "more"...))
	},
	"compressed": func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		w.Header().Set("Content-Encoding", "gzip")
		next.ServeHTTP(w, r)
	},
	"slow": func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		select {
		case <-time.After(60 * time.Millisecond):
		case <-r.Context().Done():
		}
		next.ServeHTTP(w, r)
	},
}

// TestFaults: whatever a host does, a value is right or an error. Some faults go away, and then a
// repetition finds the value.
func TestFaults(t *testing.T) {
	data, other := makeTable(t, 0), makeTable(t, 1)
	var names []string
	for name := range faults {
		names = append(names, name)
	}
	names = append(names, "another file")
	var fault atomic.Pointer[string]
	var share atomic.Int64 // percent of the answers that are spoiled
	s := server(t, data, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		name := fault.Load()
		switch {
		case r.URL.Path != "/login" && (name == nil || rand.Int64N(100) >= share.Load()):
			next.ServeHTTP(w, r)
		case *name == "another file":
			w.Header().Set("ETag", `"other"`)
			http.ServeContent(w, r, "", time.Unix(1e9, 0), bytes.NewReader(other))
		default:
			faults[*name](w, r, next)
		}
	})
	answered, failed := 0, 0
	for n := range 1000 {
		name := names[n%len(names)]
		fault.Store(nil)
		r, err := open(host(t, web.Options{Retries: 2, Timeout: 40 * time.Millisecond}), s.URL, table.ReaderOptions{Index: -1})
		if err != nil {
			t.Fatal(err)
		}
		if n%10 == 0 { // from the beginning
			fault.Store(&name)
			share.Store(50)
			if r, err = open(host(t, web.Options{Retries: 2, Timeout: 40 * time.Millisecond}), s.URL, table.ReaderOptions{Index: -1}); err != nil {
				failed++
				continue
			}
		}
		fault.Store(&name)
		share.Store([]int64{30, 100}[n/len(names)%2])
		i := rand.Uint64N(positions)
		switch v, err := r.Get(i); {
		case err != nil:
			failed++
			if !strings.Contains(err.Error(), s.URL) {
				t.Errorf("%s: %v: the message does not name %s", name, err, s.URL)
			}
		case byte(v) != valueAt(i, 0) && (byte(v) != valueAt(i, 1) || name != "another file" || n%10 != 0):
			t.Fatalf("%s: the value of %d is %d, want %d", name, i, v, valueAt(i, 0))
		default:
			answered++
		}
	}
	if answered < 100 || failed < 100 {
		t.Errorf("%d answers and %d errors: want some of both", answered, failed)
	}
}

func TestRefusals(t *testing.T) {
	data := makeTable(t, 0)
	for name, test := range map[string]struct {
		fault string
		want  string
		is    error
	}{
		"login page":  {"login", "web page", kv.ErrCorrupt},
		"redirection": {"redirected", "/login", kv.ErrCorrupt},
		"missing":     {"404", "status 404", kv.ErrNotFound},
		"compressed":  {"compressed", "compresses", nil},
		"failing":     {"503", "3 attempts", nil},
	} {
		t.Run(name, func(t *testing.T) {
			s := server(t, data, faults[test.fault])
			_, err := host(t, web.Options{Retries: 2}).Open(s.URL + "/t")
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), s.URL+"/t") || test.is != nil && !errors.Is(err, test.is) {
				t.Errorf("%v, want %q and the URL", err, test.want)
			}
		})
	}
	for _, url := range []string{"https://", "http:///x", "https://user:secret@host/x", "http://a b"} {
		if _, err := host(t, web.Options{}).Open(url); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", url, err)
		}
	}
}

// TestChanged: a file that is replaced is noticed, with and without ETags.
func TestChanged(t *testing.T) {
	for _, tags := range []bool{true, false} {
		old, young := makeTable(t, 0), makeTable(t, 1)
		var replaced atomic.Bool
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			data, when := old, time.Unix(1e9, 0)
			if replaced.Load() {
				data, when = young, time.Unix(2e9, 0)
			}
			if tags {
				w.Header().Set("ETag", fmt.Sprintf(`"%d"`, when.Unix()))
			}
			http.ServeContent(w, r, "t", when, bytes.NewReader(data))
		}))
		r, err := open(host(t, web.Options{}), s.URL, table.ReaderOptions{Index: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		replaced.Store(true)
		if _, err := r.Get(70_000); !errors.Is(err, web.ErrChanged) || !strings.Contains(err.Error(), s.URL) {
			t.Errorf("tags %v: %v, want ErrChanged", tags, err)
		}
		s.Close()
	}
}

// TestNoRanges: a host without range requests serves small files.
func TestNoRanges(t *testing.T) {
	s := server(t, makeTable(t, 0), faults["whole"])
	r, err := open(host(t, web.Options{}), s.URL, table.ReaderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if v, err := r.Get(1234); err != nil || byte(v) != valueAt(1234, 0) {
		t.Errorf("%v, %v", v, err)
	}
	large := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", fmt.Sprint(web.WholeFile+1))
	}))
	defer large.Close()
	if _, err := host(t, web.Options{Retries: -1}).Open(large.URL); err == nil || !strings.Contains(err.Error(), "range requests") {
		t.Errorf("a large file without range requests: %v", err)
	}
}

// TestDiskCache: checked blocks are read once, damaged records are read again, and the cache keeps
// its size.
func TestDiskCache(t *testing.T) {
	var mu sync.Mutex
	requests := 0
	s := server(t, makeTable(t, 0), func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		mu.Lock()
		requests++
		mu.Unlock()
		next.ServeHTTP(w, r)
	})
	o := web.Options{Folder: t.TempDir(), Cache: 1 << 20}
	look := func() int {
		before := requests
		f, err := host(t, o).Open(s.URL)
		if err != nil {
			t.Fatal(err)
		}
		r, err := table.OpenAt(s.URL, f, f.Size(), table.ReaderOptions{Index: -1})
		if err != nil {
			t.Fatal(err)
		}
		for i := uint64(1000); i < positions; i += 20_000 {
			if v, err := r.Get(i); err != nil || byte(v) != valueAt(i, 0) {
				t.Fatalf("value of %d is %v, %v", i, v, err)
			}
		}
		r.Close()
		f.Close()
		return requests - before
	}
	if n := look(); n < 20 {
		t.Errorf("%d requests at first, want at least 20", n)
	}
	if n := look(); n > 3 {
		t.Errorf("%d requests with the cache, want the start and the end of the file alone", n)
	}
	files, err := filepath.Glob(filepath.Join(o.Folder, "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v: want one file", files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		damaged := bytes.Clone(data)
		damaged[rand.IntN(len(data))] ^= 4
		if rand.IntN(3) == 0 {
			damaged = damaged[:rand.IntN(len(data))]
		}
		if err := os.WriteFile(files[0], damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		look()
	}
	// A small cache stays small.
	o = web.Options{Folder: t.TempDir(), Cache: 8 << 10}
	look()
	if info, err := os.Stat(o.Folder); err != nil || !info.IsDir() {
		t.Fatal(err)
	}
	total := int64(0)
	files, _ = filepath.Glob(filepath.Join(o.Folder, "*"))
	for _, f := range files {
		info, err := os.Stat(f)
		if err != nil {
			t.Fatal(err)
		}
		total += info.Size()
	}
	if total > o.Cache {
		t.Errorf("the cache has %d bytes, want at most %d", total, o.Cache)
	}
}

// TestAllocations: a value takes a bounded number of bytes, those of the server included.
func TestAllocations(t *testing.T) {
	s := server(t, makeTable(t, 0), nil)
	r, err := open(host(t, web.Options{}), s.URL, table.ReaderOptions{Index: 1 << 20, Cache: -1})
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	const n = 300
	for range n {
		if _, err := r.Get(rand.Uint64N(positions)); err != nil {
			t.Fatal(err)
		}
	}
	runtime.ReadMemStats(&after)
	if per := (after.TotalAlloc - before.TotalAlloc) / n; per > 64<<10 {
		t.Errorf("a value allocates %d bytes, want at most 64 KiB", per)
	}
}

// BenchmarkValue looks up random values, with a warm index and no cache of blocks.
func BenchmarkValue(b *testing.B) {
	for _, block := range []uint64{512, table.DefaultBlock} {
		b.Run(fmt.Sprint(block), func(b *testing.B) {
			data := makeBlocks(b, 0, block)
			s := server(b, data, nil)
			r, err := open(host(b, web.Options{}), s.URL, table.ReaderOptions{Index: 1 << 20, Cache: -1})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := r.Get(rand.Uint64N(positions)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkDecode decodes the same blocks from memory.
func BenchmarkDecode(b *testing.B) {
	data := makeBlocks(b, 0, table.DefaultBlock)
	r, err := table.OpenAt("memory", bytes.NewReader(data), int64(len(data)), table.ReaderOptions{Cache: -1})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := r.Get(rand.Uint64N(positions)); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRequest asks the server of BenchmarkValue for as many bytes by net/http alone.
func BenchmarkRequest(b *testing.B) {
	data := makeBlocks(b, 0, table.DefaultBlock)
	s := server(b, data, nil)
	n := len(data) / (positions / table.DefaultBlock)
	buffer := make([]byte, n)
	b.ReportAllocs()
	for b.Loop() {
		q, _ := http.NewRequest("GET", s.URL, nil)
		at := rand.IntN(len(data) - n)
		q.Header.Set("Range", fmt.Sprintf("bytes=%d-%d", at, at+n-1))
		a, err := http.DefaultClient.Do(q)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := io.ReadFull(a.Body, buffer); err != nil {
			b.Fatal(err)
		}
		io.Copy(io.Discard, a.Body)
		a.Body.Close()
	}
}
