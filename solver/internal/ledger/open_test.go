package ledger

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/foregone-db/foregone/kv"
)

// contents returns all files below dir with their contents, but not lock files.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.EqualFold(d.Name(), kv.LockName) {
			return err
		}
		content, err := os.ReadFile(path)
		files[path] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// locked checks that a call fails because this process has the store open.
func locked(t *testing.T, call func() (*Ledger, error), dir string) {
	t.Helper()
	_, err := call()
	if process := fmt.Sprintf("process %d ", os.Getpid()); !errors.Is(err, kv.ErrLocked) || !strings.Contains(err.Error(), process) || !strings.Contains(err.Error(), dir) {
		t.Errorf("error %v", err)
	}
}

// refused checks that a call fails with an error of that kind that contains the texts, and leaves
// the folder as it is.
func refused(t *testing.T, dir string, call func() (*Ledger, error), kind error, texts ...string) {
	t.Helper()
	before := contents(t, dir)
	s, err := call()
	if err == nil {
		s.Close()
	}
	if !errors.Is(err, kind) {
		t.Errorf("error %v, want %v", err, kind)
		return
	}
	for _, text := range texts {
		if !strings.Contains(err.Error(), text) {
			t.Errorf("%q is not in: %v", text, err)
		}
	}
	if after := contents(t, dir); !maps.Equal(before, after) {
		t.Errorf("the folder was changed: %q, before %q", slices.Sorted(maps.Keys(after)), slices.Sorted(maps.Keys(before)))
	}
}

func opening(dir string) func() (*Ledger, error) {
	return func() (*Ledger, error) { return OpenExisting(dir) }
}

func creating(dir string) func() (*Ledger, error) {
	return func() (*Ledger, error) {
		m := toy()
		return open(dir, &m, Options{})
	}
}

func TestNothingThere(t *testing.T) {
	dir := t.TempDir()
	refused(t, dir, opening(dir), kv.ErrNotFound, dir)
	none := filepath.Join(dir, "none")
	refused(t, dir, opening(none), kv.ErrNotFound, none)
	if _, err := os.Stat(none); err == nil {
		t.Error("the folder was made")
	}
}

func TestLocked(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "db")
	s := mustCreate(t, dir, Options{})
	locked(t, opening(dir), dir)
	locked(t, creating(dir), dir)
	// Another way to write the same path.
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err == nil {
		locked(t, opening(link), dir)
	}
	t.Chdir(filepath.Dir(dir))
	locked(t, opening("db"), dir)
	mustClose(t, s)
	mustClose(t, mustOpen(t, "db", Options{}))

	memory := vfs.NewMem()
	s = mustCreate(t, "/db", Options{FS: memory})
	if _, err := open("/db", nil, Options{FS: memory}); !errors.Is(err, kv.ErrLocked) {
		t.Error(err)
	}
	mustClose(t, s)
}

func TestExisting(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "db")
	mustClose(t, mustCreate(t, dir, Options{}))
	s, err := creating(dir)() // it opens the store that exists
	if err != nil {
		t.Fatal(err)
	}
	mustClose(t, s)
	for _, change := range []func(*manifest){
		func(m *manifest) { m.Game = "toy:size=4" },
		func(m *manifest) { m.Files["file"] = "b\n" },
	} {
		m := toy()
		change(&m)
		refused(t, dir, func() (*Ledger, error) { return open(dir, &m, Options{}) }, kv.ErrGameMismatch, dir, "toy:size=3")
	}
	mustClose(t, mustOpen(t, dir, Options{}))
}

func TestForeignFolders(t *testing.T) {
	t.Run("other files", func(t *testing.T) {
		dir := t.TempDir()
		os.WriteFile(filepath.Join(dir, "diary.txt"), []byte("dear diary"), 0o600)
		refused(t, dir, creating(dir), kv.ErrForeign, dir, "diary.txt")
	})
	t.Run("a Pebble store", func(t *testing.T) {
		dir := t.TempDir()
		foreignPebble(t, dir, pebble.FormatNewest)
		refused(t, dir, creating(dir), kv.ErrForeign, dir)
		refused(t, dir, opening(dir), kv.ErrNotFound, dir)
	})
	t.Run("a Pebble store in the place of ours", func(t *testing.T) {
		dir := t.TempDir()
		foreignPebble(t, kv.StorePath(dir), pebble.FormatMinSupported)
		refused(t, dir, opening(dir), kv.ErrForeign, kv.StorePath(dir))
		refused(t, dir, creating(dir), kv.ErrForeign, kv.StorePath(dir))
	})
	t.Run("a folder in the place of ours", func(t *testing.T) {
		dir := t.TempDir()
		os.Mkdir(kv.StorePath(dir), 0o700)
		os.WriteFile(filepath.Join(kv.StorePath(dir), "shop.txt"), []byte("goods"), 0o600)
		refused(t, dir, opening(dir), kv.ErrForeign, kv.StorePath(dir))
		refused(t, dir, creating(dir), kv.ErrForeign, kv.StorePath(dir))
	})
	t.Run("a file in the place of ours", func(t *testing.T) {
		dir := t.TempDir()
		os.WriteFile(kv.StorePath(dir), []byte("goods"), 0o600)
		refused(t, dir, opening(dir), kv.ErrForeign, kv.StorePath(dir))
		refused(t, dir, creating(dir), kv.ErrForeign, kv.StorePath(dir))
	})
	t.Run("a file in the place of the folder", func(t *testing.T) {
		dir := t.TempDir()
		file := filepath.Join(dir, "db")
		os.WriteFile(file, []byte("goods"), 0o600)
		for _, call := range []func() (*Ledger, error){opening(file), creating(file)} {
			if _, err := call(); err == nil || !strings.Contains(err.Error(), file) {
				t.Error(err)
			}
		}
	})
}

func foreignPebble(t *testing.T, dir string, format pebble.FormatMajorVersion) {
	t.Helper()
	os.MkdirAll(dir, 0o700)
	db, err := pebble.Open(dir, &pebble.Options{FormatMajorVersion: format, Logger: newJournal(nil)})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Set([]byte("key"), []byte("value"), pebble.Sync), db.Close()); err != nil {
		t.Fatal(err)
	}
}

// rewrite changes the value under the manifest's key.
func rewrite(t *testing.T, dir string, change func(value []byte) []byte) {
	t.Helper()
	db, err := pebble.Open(kv.StorePath(dir), &pebble.Options{FormatMajorVersion: formatMajorVersion, Logger: newJournal(nil)})
	if err != nil {
		t.Fatal(err)
	}
	key := []byte{tagManifest}
	value, closer, err := db.Get(key)
	if err != nil {
		t.Fatal(err)
	}
	value = change(append([]byte(nil), value...))
	closer.Close()
	if err := errors.Join(db.Set(key, value, pebble.Sync), db.Close()); err != nil {
		t.Fatal(err)
	}
}

func TestDamagedManifest(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "db")
	mustClose(t, mustCreate(t, dir, Options{}))
	good := toy()
	text, _ := good.marshal()
	for i := range text {
		bad := append([]byte(nil), text...)
		bad[i] ^= 4
		if err := new(manifest).unmarshal("/p", bad); !errors.Is(err, kv.ErrCorrupt) || !strings.Contains(err.Error(), "/p") {
			t.Fatalf("byte %d: %v", i, err)
		}
		if err := new(manifest).unmarshal("/p", text[:i]); !errors.Is(err, kv.ErrCorrupt) {
			t.Fatalf("cut to %d bytes: %v", i, err)
		}
	}
	rewrite(t, dir, func(value []byte) []byte { value[10] ^= 1; return value })
	refused(t, dir, opening(dir), kv.ErrCorrupt, kv.StorePath(dir), "manifest")
	refused(t, dir, creating(dir), kv.ErrCorrupt, kv.StorePath(dir), "manifest")
	newer := toy()
	newer.Format = 7
	rewrite(t, dir, func([]byte) []byte { value, _ := newer.marshal(); return value })
	refused(t, dir, opening(dir), kv.ErrNewer, kv.StorePath(dir), "format 7")
	for _, spoil := range []func(m *manifest){
		func(m *manifest) { m.Chunk = 0 },
		func(m *manifest) { m.Format = 0 },
	} {
		wrong := toy()
		spoil(&wrong)
		rewrite(t, dir, func([]byte) []byte { value, _ := wrong.marshal(); return value })
		refused(t, dir, opening(dir), kv.ErrCorrupt, kv.StorePath(dir))
	}
	rewrite(t, dir, func([]byte) []byte { return text })
	mustClose(t, mustOpen(t, dir, Options{}))
}

// A store that Pebble cannot read is named in the error and left alone.
func TestDamagedStore(t *testing.T) {
	fresh := func(t *testing.T) string {
		dir := filepath.Join(t.TempDir(), "db")
		mustClose(t, mustCreate(t, dir, Options{}))
		return dir
	}
	files := func(t *testing.T, dir, pattern string) []string {
		t.Helper()
		paths, _ := filepath.Glob(filepath.Join(kv.StorePath(dir), pattern))
		if len(paths) == 0 {
			t.Fatalf("no %s", pattern)
		}
		return paths
	}
	t.Run("newer Pebble", func(t *testing.T) {
		dir := fresh(t)
		for _, path := range files(t, dir, "marker.format-version.*") {
			os.Rename(path, filepath.Join(kv.StorePath(dir), "marker.format-version.000099.099"))
		}
		refused(t, dir, opening(dir), kv.ErrNewer, kv.StorePath(dir))
	})
	t.Run("manifest file lost", func(t *testing.T) {
		dir := fresh(t)
		for _, path := range files(t, dir, "MANIFEST-*") {
			os.Remove(path)
		}
		if _, err := OpenExisting(dir); err == nil || !strings.Contains(err.Error(), kv.StorePath(dir)) {
			t.Error(err)
		}
	})
	t.Run("manifest file cut short", func(t *testing.T) {
		dir := fresh(t)
		for _, path := range files(t, dir, "MANIFEST-*") {
			os.Truncate(path, 20)
		}
		if _, err := OpenExisting(dir); err == nil || !strings.Contains(err.Error(), kv.StorePath(dir)) {
			t.Error(err)
		}
	})
	t.Run("table lost", func(t *testing.T) {
		dir := fresh(t)
		for _, path := range files(t, dir, "*.sst") {
			os.Remove(path)
		}
		if _, err := OpenExisting(dir); err == nil || !strings.Contains(err.Error(), kv.StorePath(dir)) {
			t.Error(err)
		}
	})
	t.Run("table damaged", func(t *testing.T) {
		dir := fresh(t)
		for _, path := range files(t, dir, "*.sst") {
			content, _ := os.ReadFile(path)
			for i := range content[:len(content)/2] {
				content[i] ^= 0x55
			}
			os.WriteFile(path, content, 0o600)
		}
		refused(t, dir, opening(dir), kv.ErrCorrupt, kv.StorePath(dir))
	})
}
