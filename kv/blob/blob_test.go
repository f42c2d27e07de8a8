package blob

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv/blobtest"
)

// damage changes the stored bytes of an object, bypassing the store.
type damage func(name string, change func(raw []byte) []byte)

// stores calls f with a store of each driver.
func stores(t *testing.T, f func(t *testing.T, s Store, d damage)) {
	t.Run("dir", func(t *testing.T) {
		root := filepath.Join(t.TempDir(), "not", "there")
		d := OpenDir(root)
		for range 2 {
			if _, err := d.Get(t.Context(), "a"); err == nil || errors.Is(err, ErrNotFound) {
				t.Errorf("before the store is made: %v", err)
			}
			if err := d.Put(t.Context(), "a", nil); err == nil {
				t.Error("an object is put before the store is made")
			}
			os.MkdirAll(root, 0o777) // as if a file system is not mounted
		}
		if err := d.Make(t.Context()); err != nil {
			t.Fatal(err)
		}
		f(t, d, func(name string, change func([]byte) []byte) {
			path := filepath.Join(root, name)
			raw, err := os.ReadFile(path)
			if err == nil {
				err = os.WriteFile(path, change(raw), 0o666)
			}
			if err != nil {
				t.Fatal(err)
			}
		})
	})
	t.Run("s3", func(t *testing.T) {
		backend := s3mem.New()
		s := serveS3(t, gofakes3.New(backend).Server())
		f(t, s, func(name string, change func([]byte) []byte) {
			o, err := backend.GetObject("bucket", "some/prefix/"+name, nil)
			if err != nil {
				t.Fatal(err)
			}
			raw, _ := io.ReadAll(o.Contents)
			raw = change(raw)
			if _, err := backend.PutObject("bucket", "some/prefix/"+name, map[string]string{}, bytes.NewReader(raw), int64(len(raw)), nil); err != nil {
				t.Fatal(err)
			}
		})
	})
}

func serveS3(t *testing.T, h http.Handler) *S3 {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	s, err := openS3(server.URL, "us-east-1", "bucket", "some/prefix", credentials.NewStaticV4("key", "not told", ""))
	if err != nil {
		t.Fatal(err)
	}
	for range 20 { // the server may have faults
		if err = s.client.MakeBucket(t.Context(), "bucket", minio.MakeBucketOptions{}); err == nil || strings.Contains(err.Error(), "exist") {
			return s
		}
	}
	t.Fatal(err)
	return nil
}

// A store keeps the content that was put, and refuses another content for the same name.
func TestStore(t *testing.T) {
	stores(t, func(t *testing.T, s Store, _ damage) {
		ctx := t.Context()
		if _, err := s.Get(ctx, "a/b"); !errors.Is(err, ErrNotFound) {
			t.Errorf("an object that is not there: %v", err)
		}
		if names, err := s.List(ctx, ""); err != nil || len(names) > 0 {
			t.Errorf("an empty store has %q, %v", names, err)
		}
		contents := map[string][]byte{"a/b": []byte("one"), "a/c=1,2": {}, "ab": bytes.Repeat([]byte("large "), 1<<18), "b/x/y.json": []byte("{}")}
		for name, content := range contents {
			for range 2 {
				if err := s.Put(ctx, name, content); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.Put(ctx, name, append([]byte("other"), content...)); !errors.Is(err, ErrConflict) || !strings.Contains(err.Error(), name) {
				t.Errorf("another %s: %v", name, err)
			}
			if got, err := s.Get(ctx, name); err != nil || !bytes.Equal(got, content) {
				t.Errorf("%s is %d bytes, want %d: %v", name, len(got), len(content), err)
			}
		}
		for prefix, want := range map[string][]string{"": {"a/b", "a/c=1,2", "ab", "b/x/y.json"}, "a": {"a/b", "a/c=1,2", "ab"}, "a/": {"a/b", "a/c=1,2"}, "z/": nil} {
			if got, err := s.List(ctx, prefix); err != nil || !slices.Equal(got, want) {
				t.Errorf("list %q: %q, want %q: %v", prefix, got, want, err)
			}
		}
		part := &Patient{Store: s, Folder: "a/"}
		if got, err := part.List(ctx, ""); err != nil || !slices.Equal(got, []string{"b", "c=1,2"}) {
			t.Errorf("a part has %q: %v", got, err)
		}
		if got, err := part.Get(ctx, "b"); err != nil || string(got) != "one" {
			t.Errorf("the part has %q: %v", got, err)
		}
		if err := s.Replace(ctx, "ab", []byte("new")); err != nil {
			t.Error(err)
		}
		if got, err := s.Get(ctx, "ab"); err != nil || string(got) != "new" {
			t.Errorf("after Replace: %q, %v", got, err)
		}
		for range 2 {
			if err := s.Delete(ctx, "ab"); err != nil {
				t.Error(err)
			}
		}
		if _, err := s.Get(ctx, "ab"); !errors.Is(err, ErrNotFound) {
			t.Errorf("a deleted object: %v", err)
		}
		for _, name := range []string{"", "/a", "a/", "../a", "a/../b", "a//b", ".a", "a/.b", "a b", "ä", strings.Repeat("a", 513)} {
			if s.Put(ctx, name, nil) == nil {
				t.Errorf("%q is a name", name)
			}
		}
	})
}

// The store detects any damage to an object, and the object may be put again.
func TestDamage(t *testing.T) {
	stores(t, func(t *testing.T, s Store, d damage) {
		content := bytes.Repeat([]byte("content"), 100)
		for what, change := range map[string]func([]byte) []byte{
			"flipped":  func(raw []byte) []byte { raw[rand.IntN(len(raw))] ^= 4; return raw },
			"cut":      func(raw []byte) []byte { return raw[:rand.IntN(len(raw))] },
			"empty":    func([]byte) []byte { return nil },
			"longer":   func(raw []byte) []byte { return append(raw, 0) },
			"zeros":    func(raw []byte) []byte { clear(raw[100:200]); return raw },
			"repeated": func(raw []byte) []byte { return append(raw, raw...) },
		} {
			if err := s.Put(t.Context(), "x/object", content); err != nil {
				t.Fatal(err)
			}
			d("x/object", change)
			if _, err := s.Get(t.Context(), "x/object"); !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), "x/object") {
				t.Errorf("%s: %v", what, err)
			}
			if err := s.Put(t.Context(), "x/object", content); err != nil {
				t.Errorf("%s, put again: %v", what, err)
			}
			if got, err := s.Get(t.Context(), "x/object"); err != nil || !bytes.Equal(got, content) {
				t.Errorf("%s, put again: %v", what, err)
			}
		}
	})
}

// An object that stood when it was put, and was deleted before it was compared, is put again.
func TestSettleDeleted(t *testing.T) {
	stores(t, func(t *testing.T, s Store, _ damage) {
		if err := settle(t.Context(), s, "a/b", []byte("content")); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Get(t.Context(), "a/b"); err != nil || string(got) != "content" {
			t.Errorf("the object is %q (%v)", got, err)
		}
	})
}

// If many writers put different contents under one name, one of them wins. If they put the same
// content, all succeed.
func TestRace(t *testing.T) {
	stores(t, func(t *testing.T, s Store, _ damage) {
		for round := range 5 {
			var group sync.WaitGroup
			var won [2]atomic.Int32
			for n := range 8 {
				group.Go(func() {
					err := s.Put(t.Context(), fmt.Sprint("r", round), []byte{byte(n % 2)})
					if err == nil {
						won[n%2].Add(1)
					} else if !errors.Is(err, ErrConflict) {
						t.Error(err)
					}
				})
			}
			group.Wait()
			if a, b := won[0].Load(), won[1].Load(); a+b != 4 || a*b != 0 {
				t.Errorf("%d and %d writers succeeded", a, b)
			}
		}
	})
}

// With errors, resets, lost answers and truncated uploads, no object is lost and none is there
// twice.
func TestFaults(t *testing.T) {
	f := blobtest.NewFaults(gofakes3.New(s3mem.New()).Server(), 12, 1)
	below := serveS3(t, f)
	s := &Patient{Store: below, Most: 20 * time.Millisecond}
	const objects, writers = 12, 3
	content := func(n int) []byte { return bytes.Repeat([]byte{byte(n)}, 1000*n) }
	var group sync.WaitGroup
	for w := range writers {
		group.Go(func() {
			for n := range objects {
				n = (n + w*7) % objects
				if err := s.Put(t.Context(), fmt.Sprintf("o/%d", n), content(n)); err != nil {
					t.Errorf("writer %d, object %d: %v", w, n, err)
				}
				if err := s.Put(t.Context(), fmt.Sprintf("o/%d", n), append(content(n), 1)); !errors.Is(err, ErrConflict) {
					t.Errorf("writer %d, another object %d: %v", w, n, err)
				}
			}
		})
	}
	group.Wait()
	names, err := s.List(t.Context(), "o/")
	if err != nil || len(names) != objects {
		t.Errorf("%d objects, want %d: %v", len(names), objects, err)
	}
	for n := range objects {
		if got, err := s.Get(t.Context(), fmt.Sprintf("o/%d", n)); err != nil || !bytes.Equal(got, content(n)) {
			t.Errorf("object %d: %v", n, err)
		}
	}
	if faults, kinds := f.Count(); faults < 15 || kinds < 6 {
		t.Errorf("there were %d faults of %d kinds", faults, kinds)
	}
}

// Calls wait for an unreachable store, until the context is done.
func TestAway(t *testing.T) {
	f := blobtest.NewFaults(gofakes3.New(s3mem.New()).Server(), 12, 2)
	below := serveS3(t, f)
	retries := 0
	s := &Patient{Store: below, Most: 20 * time.Millisecond, Retry: func(string, string, int, error) { retries++ }}
	f.Away.Store(true)
	time.AfterFunc(300*time.Millisecond, func() { f.Away.Store(false) })
	if err := s.Put(t.Context(), "a", []byte("content")); err != nil || retries == 0 {
		t.Errorf("%v after %d retries", err, retries)
	}
	f.Away.Store(true)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	started := time.Now()
	if _, err := s.Get(ctx, "a"); !errors.Is(err, context.DeadlineExceeded) || time.Since(started) > 5*time.Second {
		t.Errorf("%v after %v", err, time.Since(started))
	}
}

// Wrong locations are refused, and the messages do not contain their secrets.
func TestOpen(t *testing.T) {
	for _, location := range []string{"", "http://a/b", "s3://", "s3://user:hidden@bucket/a", "s3://bucket/a?key=hidden", "s3://bucket/../a"} {
		_, err := Open(location)
		if !engine.IsInput(err) || strings.Contains(err.Error(), "hidden") {
			t.Errorf("%q: %v", location, err)
		}
	}
	t.Setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:1")
	s, err := Open("s3://bucket/a/b/")
	if err != nil || s.String() != "s3://bucket/a/b" {
		t.Errorf("%v, %v", s, err)
	}
	if s, err = Open("/some/folder/"); err != nil || s.String() != "/some/folder" {
		t.Errorf("%v, %v", s, err)
	}
}

// Leftovers of killed writers do not count as objects.
func TestLeftovers(t *testing.T) {
	d := OpenDir(filepath.Join(t.TempDir(), "store"))
	if err := d.Make(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := d.Put(t.Context(), "a/b", []byte("content")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(d.root, "a", "b.tmp-OLD"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if names, err := d.List(t.Context(), ""); err != nil || !slices.Equal(names, []string{"a/b"}) {
		t.Errorf("%q, %v", names, err)
	}
}

// TestUnmounted looks for the file systems of paths in a table.
func TestUnmounted(t *testing.T) {
	if isMount(t.TempDir()) {
		t.Skip("this system does not tell where file systems are mounted")
	}
	dir := t.TempDir()
	table := filepath.Join(dir, "fstab")
	text := "# a comment\nUUID=1 / ext4 defaults 0 1\nUUID=2 none swap sw 0 0\n\nserver:/export " + dir + "/net nfs defaults 0 0\nproc /proc proc defaults 0 0\n"
	if err := os.WriteFile(table, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "net"), 0o777); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		dir + "/net": dir + "/net", dir + "/net/a/store": dir + "/net", dir + "/network": "", dir: "", "/proc/store": "", "store": "",
	} {
		if got := unmounted(path, table); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	d := &Dir{dir + "/net/store", table}
	if err := d.Make(t.Context()); !engine.IsInput(err) || !strings.Contains(err.Error(), "is on the file system of "+dir+"/net, which is not mounted: mount it") {
		t.Errorf("a store on it: %v", err)
	}
	if got := unmounted(dir+"/net", filepath.Join(dir, "missing")); got != "" {
		t.Errorf("without a table: %q", got)
	}
}

// FuzzUnseal opens arbitrary objects, with the right seal or without. What is accepted was sealed.
func FuzzUnseal(f *testing.F) {
	f.Add([]byte("abc"), false)
	f.Add(seal([]byte("abc")), true)
	f.Add(seal(nil)[1:], true)
	f.Fuzz(func(t *testing.T, raw []byte, sealed bool) {
		if !sealed {
			if content, err := unseal("x", seal(raw)); err != nil || !bytes.Equal(content, raw) {
				t.Fatalf("%q becomes %q, %v", raw, content, err)
			}
		}
		content, err := unseal("x", raw)
		if err == nil && !bytes.Equal(seal(content), raw) || err != nil && !errors.Is(err, ErrCorrupt) {
			t.Errorf("%q gives %q, %v", raw, content, err)
		}
	})
}
