package pack

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/kv/formattest"
)

// toy writes the pack of the fixture.
func toy(t testing.TB, path string) {
	dir := t.TempDir()
	h := Header{
		Game: "toy:size=3", Files: map[string]string{"board": "..x"}, Program: "foregone 1.0.0", Kind: "byte", Positions: 3,
		Counts: []Count{{"T", 1, 2}, {"W1", 2, 4}}, SHA256: strings.Repeat("ab", 32), Licence: "CC0-1.0",
	}
	var paths []string
	for name, content := range map[string]string{kv.TableName: "the table", EvidenceName: ""} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{EvidenceName, kv.TableName} {
		h.Parts = append(h.Parts, Part{Name: name})
		paths = append(paths, filepath.Join(dir, name))
	}
	if err := Create(context.Background(), path, h, paths); err != nil {
		t.Fatal(err)
	}
}

// The package reads files of every version. The program of that version wrote those under testdata, which must never be
// written again; a new version adds its own.
func TestEveryVersion(t *testing.T) {
	for version := 1; version <= Format; version++ {
		data, err := os.ReadFile(filepath.Join("testdata", fmt.Sprintf("%d.pack", version)))
		if err != nil {
			t.Fatal(err)
		}
		p, err := Open("x", bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		h := p.Header()
		if h.Game != "toy:size=3" || h.Files["board"] != "..x" || h.Licence != "CC0-1.0" || len(h.Counts) != 2 || h.Counts[1] != (Count{"W1", 2, 4}) {
			t.Errorf("version %d: the header is %+v", version, h)
		}
		r, n, err := p.Part(kv.TableName)
		if err != nil {
			t.Fatal(err)
		}
		if text, err := io.ReadAll(io.NewSectionReader(r, 0, n)); err != nil || string(text) != "the table" {
			t.Errorf("version %d: the table is %q, %v", version, text, err)
		}
		if _, _, err := p.Part(kv.KeysName); !errors.Is(err, kv.ErrNotFound) {
			t.Errorf("version %d: a missing part: %v", version, err)
		}
		if err := p.Check(context.Background()); err != nil {
			t.Error(err)
		}
	}
}

// TestSameBytes: equal databases make equal packs, of the latest version.
func TestSameBytes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "toy.pack")
	toy(t, path)
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join("testdata", fmt.Sprintf("%d.pack", Format)))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("the pack has %d bytes, %v, want those of the fixture", len(got), err)
	}
}

// TestDamage: every changed byte and every cut is an error.
func TestDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "toy.pack")
	toy(t, path)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	check := func(data []byte) error {
		p, err := Open("FILE", bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return err
		}
		return p.Check(context.Background())
	}
	for i := range data {
		damaged := bytes.Clone(data)
		damaged[i] ^= 1
		if err := check(damaged); err == nil || !strings.Contains(err.Error(), "FILE") {
			t.Errorf("byte %d: %v", i, err)
		}
		if err := check(data[:i]); !errors.Is(err, kv.ErrCorrupt) {
			t.Errorf("cut to %d bytes: %v", i, err)
		}
	}
	if err := check(append(bytes.Clone(data), 0)); !errors.Is(err, kv.ErrCorrupt) {
		t.Errorf("a byte more: %v", err)
	}
}

// TestFormatHeader: the page lists the fields of the header.
func TestFormatHeader(t *testing.T) {
	formattest.Same(t, "header of a pack", formattest.Names(t, "../FORMAT.md", "### Header"), formattest.Fields(Header{}))
}

// FuzzOpen opens arbitrary packs with the right checksums. All parts of one that is accepted are in it.
func FuzzOpen(f *testing.F) {
	data, err := os.ReadFile(filepath.Join("testdata", "1.pack"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		data = bytes.Clone(data)
		if len(data) >= prefixSize {
			if n := le.Uint32(data[12:]); int64(n) <= int64(len(data)-prefixSize) {
				le.PutUint32(data[16:], durable.Checksum(data[prefixSize:][:n]))
			}
			le.PutUint32(data[20:], durable.Checksum(data[:20]))
		}
		p, err := Open("x", bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		for _, part := range p.Header().Parts {
			if _, _, err := p.Part(part.Name); err != nil {
				t.Error(err)
			}
		}
	})
}
