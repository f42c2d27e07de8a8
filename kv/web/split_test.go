package web_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/kv/web"
)

// splitServer serves data in parts of some bytes, and counts the requests.
func splitServer(t testing.TB, data []byte, part int, ranges bool, requests *atomic.Int64) *httptest.Server {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		var n int
		if _, err := fmt.Sscanf(path.Base(r.URL.Path), "table.foregone.%05d", &n); err != nil || n*part >= len(data) {
			http.NotFound(w, r)
			return
		}
		if !ranges {
			r.Header.Del("Range")
		}
		http.ServeContent(w, r, "part", time.Unix(1e9, 0), strings.NewReader(string(data[n*part:min((n+1)*part, len(data))])))
	}))
	t.Cleanup(s.Close)
	return s
}

// openSplit opens a table in parts, of which the root has what a reader needs first.
func openSplit(t testing.TB, url string, data []byte, part int) (*table.Reader, error) {
	t.Helper()
	whole, err := table.OpenAt("table", strings.NewReader(string(data)), int64(len(data)), table.ReaderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	s := web.Split{Name: "table.foregone", Bytes: int64(len(data)), Part: int64(part)}
	var root []byte
	for _, span := range whole.Root(1 << 10) {
		s.Root = append(s.Root, [2]int64{span.Offset, int64(span.Length)})
		root = append(root, data[span.Offset:span.Offset+int64(span.Length)]...)
	}
	f, err := host(t, web.Options{Retries: 1}).OpenSplit(url+"/folder", s, root)
	if err != nil {
		return nil, err
	}
	return table.OpenAt("table", f, f.Size(), table.ReaderOptions{Index: 1 << 10})
}

// TestSplit reads a table in parts, on hosts with and without range requests. To open it takes no request.
func TestSplit(t *testing.T) {
	data := makeTable(t, 0)
	for _, ranges := range []bool{true, false} {
		var requests atomic.Int64
		s := splitServer(t, data, 10_000, ranges, &requests)
		r, err := openSplit(t, s.URL, data, 10_000)
		if err != nil || requests.Load() > 0 {
			t.Fatalf("%d requests, %v", requests.Load(), err)
		}
		random := rand.New(rand.NewPCG(1, 2))
		var indices []uint64
		for i := uint64(0); i < positions; i += 1 + random.Uint64N(2000) {
			indices = append(indices, i)
		}
		if err := r.Expect(indices); err != nil {
			t.Fatal(err)
		}
		for _, i := range indices {
			if v, err := r.Get(i); err != nil || byte(v) != valueAt(i, 0) {
				t.Fatalf("ranges %v: index %d is %d, %v", ranges, i, v, err)
			}
		}
		if parts := int64(len(data)/10_000 + 1); !ranges && requests.Load() > 2*parts {
			t.Errorf("%d requests for %d parts without ranges", requests.Load(), parts)
		}
	}
}

// TestSplitRefused: a part of another site is noticed, and so is a host that cannot send ranges of a large
// part, before it has sent it.
func TestSplitRefused(t *testing.T) {
	data := makeTable(t, 0)
	var requests atomic.Int64
	s := splitServer(t, data[:len(data)-1], 10_000, true, &requests)
	r, err := openSplit(t, s.URL, data, 10_000)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Get(0); err != nil {
		t.Fatal(err)
	}
	s = splitServer(t, data, 9_999, true, &requests)
	if r, err = openSplit(t, s.URL, data, 10_000); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Get(0); !errors.Is(err, web.ErrChanged) {
		t.Errorf("parts of other lengths: %v", err)
	}
	large := append(makeTable(t, 1), make([]byte, 3<<20)...)
	s = splitServer(t, large, 2<<20, false, &requests)
	f, err := host(t, web.Options{}).OpenSplit(s.URL, web.Split{Name: "table.foregone", Bytes: int64(len(large)), Part: 2 << 20}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.ReadAt(make([]byte, 10), 5); err == nil || !strings.Contains(err.Error(), "does not answer range requests") {
		t.Errorf("large parts without ranges: %v", err)
	}
	if _, err := host(t, web.Options{}).OpenSplit(s.URL, web.Split{Name: "x", Bytes: 10, Part: 5, Root: [][2]int64{{8, 5}}}, make([]byte, 5)); err == nil {
		t.Error("a root beyond the end is taken")
	}
}
