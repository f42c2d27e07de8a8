package ledger

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
	"go.uber.org/goleak"

	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/solver/internal/phase"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// toy is the manifest of a game with three slices, the middle one empty.
func toy() manifest {
	return manifest{
		Format: Format, Game: "toy:size=3", Files: map[string]string{"file": "a\n"}, Kind: "byte", Positions: 350,
		Slices: []table.Slice{{Name: "a", First: 0, Size: 250}, {Name: "none", First: 250}, {Name: "b", First: 250, Size: 100}},
		Chunk:  100,
	}
}

func mustCreate(t testing.TB, dir string, o Options) *Ledger {
	t.Helper()
	m := toy()
	s, err := open(dir, &m, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func mustOpen(t testing.TB, dir string, o Options) *Ledger {
	t.Helper()
	s, err := open(dir, nil, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func mustClose(t testing.TB, s *Ledger) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestManifest(t *testing.T) {
	m := toy()
	if m.chunks(0) != 3 || m.chunks(1) != 0 || m.chunks(2) != 1 {
		t.Error("wrong numbers of chunks")
	}
	next := uint64(0)
	for slice := range m.Slices {
		for chunk := range m.chunks(slice) {
			first, n := m.chunkRange(slice, chunk)
			if first != next || n == 0 || n > m.Chunk {
				t.Errorf("chunk %d of slice %d has %d positions from %d on, want them from %d on", chunk, slice, n, first, next)
			}
			next = first + n
		}
		if s := m.Slices[slice]; next != s.First+s.Size {
			t.Errorf("the chunks of slice %d end at %d", slice, next)
		}
	}
	for name, change := range map[string]func(*manifest){
		"kind":   func(m *manifest) { m.Kind = "x" },
		"game":   func(m *manifest) { m.Game = "" },
		"chunk":  func(m *manifest) { m.Chunk = maxChunkSize + 1 },
		"none":   func(m *manifest) { m.Chunk = 0 },
		"slices": func(m *manifest) { m.Slices[0].Size-- },
		"utf8":   func(m *manifest) { m.Files["x"] = "\xff" },
	} {
		m := toy()
		change(&m)
		dir := filepath.Join(t.TempDir(), "db")
		if _, err := open(dir, &m, Options{}); err == nil || !strings.Contains(err.Error(), dir) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("%s: the folder was made", name)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "db")
	s := mustCreate(t, dir, Options{})
	if !reflect.DeepEqual(s.manifest, toy()) {
		t.Errorf("manifest %+v", s.manifest)
	}
	sets := map[Key]*roaring.Bitmap{
		{Frontier, 0, 0, 0}:     roaring.BitmapOf(0, 1, 2, 3, 99),
		{Frontier, 0, 0, 2}:     roaring.New(),
		{Frontier, 0, 1, 1}:     roaring.BitmapOf(7),
		{Frontier, 0, 65535, 0}: roaring.BitmapOf(8),
		{Frontier, 2, 0, 0}:     roaring.BitmapOf(9),
		{Seeds, 0, 0, 0}:        roaring.BitmapOf(10, 11),
		{Rescued, 2, 3, 0}:      roaring.BitmapOf(12),
	}
	type note struct{ A, B int }
	c := Change{Notes: map[string]any{"phase/0": note{1, 2}, "phase/1": note{3, 4}, "other": "x"}, Sync: true}
	for k, bits := range sets {
		c.Unite = append(c.Unite, Set{k, bits.Clone()})
	}
	if _, err := s.Commit(c); err != nil {
		t.Fatal(err)
	}
	mustClose(t, s)
	mustClose(t, s)
	if _, err := os.Stat(filepath.Join(dir, kv.HolderName)); err == nil {
		t.Error("the holder file stays")
	}
	if _, err := s.Get(Key{Record: Frontier}); !errors.Is(err, kv.ErrClosed) {
		t.Errorf("after closing: %v", err)
	}
	if _, err := s.Commit(Change{}); !errors.Is(err, kv.ErrClosed) {
		t.Errorf("after closing: %v", err)
	}

	s = mustOpen(t, dir, Options{})
	defer mustClose(t, s)
	for k, want := range sets {
		got, err := s.Get(k)
		if err != nil || got == nil || !got.Equals(want) {
			t.Errorf("%v: %v, %v", k, got, err)
		}
		if n, ok, err := count(s, k); err != nil || !ok || n != want.GetCardinality() {
			t.Errorf("count of %v: %d, %v, %v", k, n, ok, err)
		}
	}
	absent := Key{Frontier, 0, 0, 1}
	if b, err := s.Get(absent); b != nil || err != nil {
		t.Errorf("%v: %v, %v", absent, b, err)
	}
	if _, ok, err := count(s, absent); ok || err != nil {
		t.Errorf("%v: %v, %v", absent, ok, err)
	}
	if _, ok, err := count(s, Key{Frontier, 0, 0, 2}); !ok || err != nil {
		t.Errorf("empty record: %v, %v", ok, err)
	}
	var seen []string
	err := s.Each(Frontier, 0, 0, func(chunk int, b *roaring.Bitmap) error {
		seen = append(seen, fmt.Sprint(chunk, b))
		return nil
	})
	if want := []string{"0 {0,1,2,3,99}", "2 {}"}; err != nil || !reflect.DeepEqual(seen, want) {
		t.Errorf("%q, %v; want %q", seen, err, want)
	}
	seen = nil
	err = s.EachKey(Frontier, 0, func(p phase.Phase, chunk int) error {
		seen = append(seen, fmt.Sprint(p, chunk))
		return nil
	})
	if want := []string{"0 0", "0 2", "1 1", "65535 0"}; err != nil || !reflect.DeepEqual(seen, want) {
		t.Errorf("%q, %v; want %q", seen, err, want)
	}
	stop := errors.New("stop")
	if err := s.Each(Frontier, 0, 0, func(int, *roaring.Bitmap) error { return stop }); !errors.Is(err, stop) {
		t.Error(err)
	}
	var n note
	if ok, err := s.Note("phase/1", &n); !ok || err != nil || n != (note{3, 4}) {
		t.Errorf("%v, %v, %v", n, ok, err)
	}
	if ok, err := s.Note("phase/2", &n); ok || err != nil {
		t.Errorf("%v, %v", ok, err)
	}
	if _, err := s.Note("other", &n); !errors.Is(err, kv.ErrCorrupt) {
		t.Errorf("a note of another shape: %v", err)
	}

	if _, err := s.Commit(Change{Remove: []Key{{Frontier, 0, 1, 1}, absent, {Frontier, 0, 0, 0}, {Frontier, 0, 0, 2}}, Sync: true}); err != nil {
		t.Fatal(err)
	}
	for k := range sets {
		gone := k.Record == Frontier && k.Slice == 0 && k.Phase < 2
		if _, ok, err := count(s, k); ok == gone || err != nil {
			t.Errorf("after deletion: %v: %v, %v", k, ok, err)
		}
		if b, err := s.Get(k); (b != nil) == gone || err != nil {
			t.Errorf("after deletion: %v: %v, %v", k, b, err)
		}
	}
}

func TestBadKeys(t *testing.T) {
	s := mustCreate(t, "/db", Options{FS: vfs.NewMem()})
	defer mustClose(t, s)
	fine := Set{Key{Frontier, 0, 7, 0}, roaring.BitmapOf(1)}
	for _, k := range []Key{
		{'X', 0, 0, 0}, {Frontier, 3, 0, 0}, {Frontier, -1, 0, 0}, {Frontier, 0, 65536, 0}, {Frontier, 0, -1, 0}, {Frontier, 0, 0, 3}, {Frontier, 1, 0, 0}, {Frontier, 0, 0, -1},
	} {
		if _, err := s.Get(k); err == nil {
			t.Errorf("get %v", k)
		}
		for name, c := range map[string]Change{"unite": {Unite: []Set{fine, {k, roaring.New()}}}, "remove": {Unite: []Set{fine}, Remove: []Key{k}}} {
			if _, err := s.Commit(c); err == nil {
				t.Errorf("%s %v", name, k)
			}
		}
	}
	// The chunk has 50 positions.
	if _, err := s.Commit(Change{Unite: []Set{fine, {Key{Frontier, 0, 0, 2}, roaring.BitmapOf(50)}}}); err == nil || !strings.Contains(err.Error(), "offset 50") {
		t.Error(err)
	}
	if _, err := s.Commit(Change{Unite: []Set{fine}, Notes: map[string]any{"channel": make(chan int)}}); err == nil {
		t.Error("a channel was stored")
	}
	if b, err := s.Get(fine.Key); b != nil || err != nil {
		t.Errorf("part of a failed change was stored: %v, %v", b, err)
	}
}

// Records that are damaged although Pebble's checksums match are refused.
func TestDamagedRecords(t *testing.T) {
	fs := vfs.NewMem()
	s := mustCreate(t, "/db", Options{FS: fs})
	defer mustClose(t, s)
	k := Key{Frontier, 0, 0, 0}
	good, _ := roaring.BitmapOf(1, 5, 70).ToBytes()
	outside, _ := roaring.BitmapOf(100).ToBytes()
	unordered, _ := roaring.BitmapOf(1, 5, 70).ToBytes()
	unordered[len(unordered)-6], unordered[len(unordered)-4] = unordered[len(unordered)-4], unordered[len(unordered)-6]
	for name, value := range map[string][]byte{
		"none": nil, "short": good[:len(good)-1], "long": append(good[:len(good):len(good)], 0), "outside": outside, "unordered": unordered, "other": []byte("something else"),
	} {
		if err := s.db.Set(k.append(nil), value, pebble.NoSync); err != nil {
			t.Fatal(err)
		}
		_, err := s.Get(k)
		if !errors.Is(err, kv.ErrCorrupt) || !strings.Contains(err.Error(), "/db/store") {
			t.Errorf("%s: %v", name, err)
		}
		if err := s.Each(Frontier, 0, 0, func(int, *roaring.Bitmap) error { return nil }); !errors.Is(err, kv.ErrCorrupt) {
			t.Errorf("%s: each: %v", name, err)
		}
	}
}

func TestConcurrentUse(t *testing.T) {
	s := mustCreate(t, "/db", Options{FS: vfs.NewMem()})
	defer mustClose(t, s)
	var all sync.WaitGroup
	for g := range 4 {
		all.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(g), 0))
			for i := range 50 {
				k := Key{Frontier, 0, phase.Phase(4*i + g), rng.IntN(2)}
				bits := roaring.BitmapOf(rng.Uint32N(100), rng.Uint32N(100))
				if _, err := s.Commit(Change{Unite: []Set{{k, bits}}, Sync: true}); err != nil {
					t.Error(err)
				}
				if got, err := s.Get(k); err != nil || got == nil || !got.Equals(bits) {
					t.Errorf("%v: %v, %v", k, got, err)
				}
				if err := s.EachKey(Frontier, 0, func(phase.Phase, int) error { return nil }); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}

func TestDropLog(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "db")
	s := mustCreate(t, dir, Options{})
	os.WriteFile(kv.TablePath(dir), []byte("table"), 0o600)
	os.MkdirAll(kv.ScratchPath(dir), 0o700)
	os.WriteFile(filepath.Join(kv.ScratchPath(dir), "spill"), nil, 0o600)
	if err := s.Drop(); err != nil {
		t.Fatal(err)
	}
	mustClose(t, s)
	if err := s.Drop(); !errors.Is(err, kv.ErrClosed) {
		t.Error(err)
	}
	entries, _ := os.ReadDir(dir)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if !reflect.DeepEqual(names, []string{kv.LockName, kv.TableName}) {
		t.Errorf("left: %q", names)
	}
	if _, err := OpenExisting(dir); !errors.Is(err, kv.ErrNotFound) {
		t.Error(err)
	}
	mustClose(t, mustCreate(t, dir, Options{}))
}

// count returns the number of positions that a store has for a record, or false if there is none.
func count(l *Ledger, k Key) (n uint64, ok bool, err error) {
	ok, err = l.lookup(k.append([]byte{tagPresent}), func(value []byte) error {
		size := 0
		if n, size = binary.Uvarint(value); size != len(value) {
			return fmt.Errorf("the count of the %v is malformed", k)
		}
		return nil
	})
	return n, ok, err
}
