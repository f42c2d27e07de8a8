package keys

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
)

// crowded draws distinct keys, ascending, that are clustered, as those of sets of squares are, or
// far apart.
func crowded(t *rapid.T, name string) []uint64 {
	mask := rapid.Uint64().Draw(t, "mask of "+name)
	keys := rapid.SliceOfN(rapid.Uint64(), 0, 2000).Draw(t, name)
	for i := range keys {
		keys[i] &= mask
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

func TestFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys")
	rapid.Check(t, func(t *rapid.T) {
		lists := [][]uint64{crowded(t, "first"), crowded(t, "second")}
		var parts []discover.Slice
		for n, list := range lists {
			parts = append(parts, discover.Slice{Number: 5 + n, Targets: []int{1}, Size: uint64(len(list)), Keys: discover.NewKeySet(slices.Clone(list))})
		}
		if err := Write(path, "game:x=1", parts, nil); err != nil {
			t.Fatal(err)
		}
		f, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if f.Game() != "game:x=1" || f.Size() != uint64(len(lists[0])+len(lists[1])) {
			t.Fatalf("%d keys of %s", f.Size(), f.Game())
		}
		for _, unpack := range []bool{false, true} {
			for n, p := range f.Parts(unpack) {
				if p.Number != 5+n || !slices.Equal(p.Targets, []int{1}) || p.Size != uint64(len(lists[n])) {
					t.Fatalf("part %d is %+v", n, p)
				}
				if !unpack || p.Size > 0 {
					checkSet(t, p.Keys, lists[n], lists[1-n])
				}
			}
		}
	})
}

// checkSet compares a set with the keys it should have.
func checkSet(t *rapid.T, set discover.KeySet, keys, others []uint64) {
	if set.Len() != uint64(len(keys)) {
		t.Fatalf("%d keys, want %d", set.Len(), len(keys))
	}
	for rank, key := range keys {
		if got := set.Key(uint64(rank)); got != key {
			t.Fatalf("key %d is %#x, want %#x", rank, got, key)
		}
		if got, ok := set.Rank(key); !ok || got != uint64(rank) {
			t.Fatalf("rank of %#x is %d, %v, want %d", key, got, ok, rank)
		}
		others = append(others[:len(others):len(others)], key-1, key+1, key^1<<63)
	}
	for _, key := range append(others[:len(others):len(others)], 0, 1<<64-1) {
		if _, want := slices.BinarySearch(keys, key); !want {
			if rank, ok := set.Rank(key); ok {
				t.Fatalf("rank of %#x is %d, and it is not there", key, rank)
			}
		}
	}
}

// TestWriteFails: a failed writer leaves no file.
func TestWriteFails(t *testing.T) {
	dir := t.TempDir()
	parts := []discover.Slice{{Number: 1, Keys: discover.NewKeySet([]uint64{3, 5})}, {Number: 2, Keys: discover.NewKeySet([]uint64{7}), File: "x"}}
	if err := Write(filepath.Join(dir, "nowhere", "keys"), "game", parts, nil); err == nil {
		t.Error("a file in no folder was written")
	}
	parts[1].Keys = nil
	if err := Write(filepath.Join(dir, "keys"), "game", parts, NewFolder(filepath.Join(dir, "lists"))); err == nil {
		t.Error("keys were read from a missing file")
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("the folder has %v (%v)", left, err)
	}
}

func TestFolder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp("", "lists")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		keys := crowded(t, "keys")
		d := NewFolder(filepath.Join(dir, "lists"))
		w, err := d.Create("run-1")
		if err != nil {
			t.Fatal(err)
		}
		for rest := keys; len(rest) > 0; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "n")
			if err := w.Write(rest[:n]); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if state, err := d.LoadState(); err != nil || state != nil {
			t.Fatalf("a state %q, %v at first", state, err)
		}
		if err := d.SaveState([]byte("here")); err != nil {
			t.Fatal(err)
		}
		if state, err := d.LoadState(); err != nil || string(state) != "here" {
			t.Fatalf("state %q, %v", state, err)
		}
		r, err := d.Open("run-1")
		if err != nil {
			t.Fatal(err)
		}
		var got []uint64
		buffer := make([]uint64, rapid.IntRange(1, 700).Draw(t, "buffer"))
		for {
			n, err := r.Next(buffer)
			if err != nil {
				t.Fatal(err)
			}
			if n == 0 {
				break
			}
			got = append(got, buffer[:n]...)
		}
		if err := r.Close(); err != nil || !slices.Equal(got, keys) {
			t.Fatalf("%d keys read, %v, want %d", len(got), err, len(keys))
		}
		if err := d.Remove("run-1"); err != nil {
			t.Fatal(err)
		}
		if _, err := d.Open("run-1"); err == nil {
			t.Fatal("a removed list can still be opened")
		}
	})
}

// Changing any byte, or cutting off the end, is detected.
func TestDamage(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "keys")
	var keys []uint64
	for i := range uint64(700) {
		keys = append(keys, i*i)
	}
	if err := Write(path, "g", []discover.Slice{{Keys: discover.NewKeySet(keys)}}, nil); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	folder := NewFolder(filepath.Join(dir, "lists"))
	if err := os.Mkdir(filepath.Join(dir, "lists"), 0o777); err != nil {
		t.Fatal(err)
	}
	check := func(name string, data []byte) {
		t.Helper()
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(path); !errors.Is(err, kv.ErrCorrupt) || !strings.HasPrefix(err.Error(), path) {
			t.Fatalf("%s: %v", name, err)
		}
		if err := os.WriteFile(filepath.Join(dir, "lists", "run"), data, 0o666); err != nil {
			t.Fatal(err)
		}
		r, err := folder.Open("run")
		if err == nil {
			buffer := make([]uint64, 1000)
			for n := 1; n > 0 && err == nil; {
				n, err = r.Next(buffer)
			}
			r.Close()
		}
		if err == nil {
			t.Fatalf("%s: the list is read to its end", name)
		}
	}
	for at := range whole {
		bad := slices.Clone(whole)
		bad[at] ^= 1 << (at % 8)
		check("a bit flipped", bad)
	}
	for n := 0; n < len(whole); n += 7 {
		check("cut short", whole[:n])
	}
	if _, err := Open(filepath.Join(dir, "none")); !errors.Is(err, kv.ErrNotFound) {
		t.Errorf("no file: %v", err)
	}
}

// seedKeys returns the keys of files: far apart, none, of several parts, clustered so that gaps are
// stored, and of more than one block.
func seedKeys() [][][]uint64 {
	var crowds, even []uint64
	for i := range uint64(300) {
		crowds = append(crowds, i/60<<50+i%60)
		even = append(even, 1000*i)
	}
	return [][][]uint64{
		{{1, 5, 1 << 40, 1<<63 + 3}},
		{{}},
		{{0}, {}, {^uint64(0)}},
		{crowds},
		{even, {2}},
	}
}

// FuzzParse parses files with a correct checksum and an arbitrary content.
func FuzzParse(f *testing.F) {
	for n, lists := range seedKeys() {
		path := filepath.Join(f.TempDir(), fmt.Sprint(n))
		var parts []discover.Slice
		for number, keys := range lists {
			parts = append(parts, discover.Slice{Number: 3 * number, Targets: []int{len(lists) - 1}, Size: uint64(len(keys)), Keys: discover.NewKeySet(keys)})
		}
		if err := Write(path, "g", parts, nil); err != nil {
			f.Fatal(err)
		}
		whole, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		whole = whole[:len(whole)-12] // the test adds the checksum and the magic
		f.Add(whole, uint64(7))
		f.Add(bytes.Replace(whole, []byte(`"format":1`), []byte(`"format":9`), 1), uint64(0))
		f.Add(bytes.Replace(whole, []byte(`"index":`), []byte(`"index":9`), 1), uint64(1<<63))
		f.Add(whole[:len(whole)/2], ^uint64(0))
	}
	f.Fuzz(func(t *testing.T, data []byte, key uint64) {
		data = append(le.AppendUint32(slices.Clone(data), durable.Checksum(data)), endMagic...)
		data = slices.Grow(data, padding)
		file, err := parse("x", data)
		if err != nil {
			return
		}
		for _, p := range file.Parts(false) {
			p.Keys.Rank(key)
		}
	})
}

func BenchmarkRank(b *testing.B) {
	var list []uint64
	key := uint64(1)
	for range 1 << 20 {
		key += 1 + key*0x9e3779b97f4a7c15>>58
		list = append(list, key)
	}
	path := filepath.Join(b.TempDir(), "keys")
	if err := Write(path, "g", []discover.Slice{{Keys: discover.NewKeySet(list)}}, nil); err != nil {
		b.Fatal(err)
	}
	f, err := Open(path)
	if err != nil {
		b.Fatal(err)
	}
	for name, unpack := range map[string]bool{"packed": false, "unpacked": true} {
		set := f.Parts(unpack)[0].Keys
		b.Run(name, func(b *testing.B) {
			for n := range b.N {
				if _, ok := set.Rank(list[uint64(n)*0x9e3779b97f4a7c15>>44]); !ok {
					b.Fatal("a key is missing")
				}
			}
		})
	}
}
