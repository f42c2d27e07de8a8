package table

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/klauspost/compress/zstd"

	"go.uber.org/goleak"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/kv"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// sample returns n values like those of games: few different ones, in runs.
func sample(n int, seed uint64) []byte {
	rng := rand.New(rand.NewPCG(seed, 1))
	values := make([]byte, n)
	v := byte(0)
	for i := range values {
		switch x := rng.Float64(); {
		case x < 0.55: // the same as before
		case x < 0.75:
			v = 0
		case x < 0.88:
			v = 2
		default:
			v = byte(min(rng.ExpFloat64()*9, 60))
		}
		values[i] = v
	}
	return values
}

func header(positions uint64, compression string, block uint64) Header {
	return Header{
		Game: "toy:size=3", Files: map[string]string{"file": "a <b>\n"}, Kind: "byte", Positions: positions,
		Slices: []Slice{{Name: "first", Size: positions / 3}, {Name: "rest", First: positions / 3, Size: positions - positions/3}},
		Block:  block, Compression: compression,
	}
}

// build writes a table in a folder of its own and returns its path.
func build(t testing.TB, h Header, values []byte, o WriterOptions) (string, Summary) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "table.foregone")
	w, err := Create(path, h, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Append(values); err != nil {
		t.Fatal(err)
	}
	s, err := w.Finish()
	if err != nil {
		t.Fatal(err)
	}
	return path, s
}

var accesses = []Access{Mapped, OnFile}

func TestRoundTrip(t *testing.T) {
	for _, kind := range []string{"byte", "wide", "score"} {
		for _, compression := range []string{Zstd, None} {
			for _, n := range []uint64{0, 1, 63, 64, 65, 1000, 5000} {
				for _, access := range accesses {
					for _, cacheSize := range []int64{-1, 0, 700} {
						t.Run(fmt.Sprintf("%s/%s/%d/%d/%d", kind, compression, n, access, cacheSize), func(t *testing.T) {
							h := header(n, compression, 64)
							h.Kind = kind
							k, _ := engine.ParseKind(kind)
							values := sample(int(n)*k.Width(), n)
							roundTrip(t, h, values, k.Width(), ReaderOptions{Access: access, Cache: cacheSize})
						})
					}
				}
			}
		}
	}
}

func roundTrip(t *testing.T, h Header, values []byte, width int, o ReaderOptions) {
	path, summary := build(t, h, values, WriterOptions{Workers: 2, Weight: each(func(uint64) uint64 { return 4 })})
	r, err := Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if h.Format == 0 {
		h.Format = h.earliest()
	}
	if !reflect.DeepEqual(r.Header(), h) {
		t.Errorf("header %+v, want %+v", r.Header(), h)
	}
	if !reflect.DeepEqual(r.Summary(), summary) {
		t.Errorf("summary %+v, want %+v", r.Summary(), summary)
	}
	sum := sha256.Sum256(values)
	if summary.SHA256 != hex.EncodeToString(sum[:]) {
		t.Errorf("digest %s", summary.SHA256)
	}
	at := func(i uint64) uint16 {
		if width == 2 {
			return le.Uint16(values[2*i:])
		}
		return uint16(values[i])
	}
	counts := map[uint16]*Count{}
	for i := range h.Positions {
		v := at(i)
		if counts[v] == nil {
			counts[v] = &Count{Value: v, First: i}
		}
		counts[v].Positions++
		counts[v].Weighted += 4
	}
	if len(counts) != len(summary.Counts) {
		t.Errorf("%d counts, want %d", len(summary.Counts), len(counts))
	}
	for i, c := range summary.Counts {
		if counts[c.Value] == nil || *counts[c.Value] != c {
			t.Errorf("count %+v, want %+v", c, counts[c.Value])
		}
		if i > 0 && c.Value <= summary.Counts[i-1].Value {
			t.Errorf("counts are not ascending")
		}
	}
	for pass := range 2 { // the second pass reads from the cache
		for _, i := range rand.Perm(int(h.Positions)) {
			v, err := r.Get(uint64(i))
			if err != nil || uint16(v) != at(uint64(i)) {
				t.Fatalf("pass %d: value of %d is %d (%v), want %d", pass, i, v, err, at(uint64(i)))
			}
		}
	}
	for range 50 {
		first := rand.Uint64N(h.Positions + 1)
		n := rand.Uint64N(h.Positions - first + 1)
		dst := make([]byte, n*uint64(width))
		if err := r.ReadValues(dst, first); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(dst, values[first*uint64(width):][:len(dst)]) {
			t.Fatalf("%d values from %d on are wrong", n, first)
		}
	}
	if _, err := r.Get(h.Positions); !engine.IsInput(err) {
		t.Errorf("index out of range: %v", err)
	}
	if err := r.ReadValues(make([]byte, width), h.Positions); !engine.IsInput(err) {
		t.Errorf("run out of range: %v", err)
	}
	var last uint64
	if err := r.Check(t.Context(), func(done, total uint64) { last = done }); err != nil {
		t.Error(err)
	}
	if last != h.Positions {
		t.Errorf("progress ends at %d", last)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if h.Positions > 0 {
		if _, err := r.Get(0); !errors.Is(err, kv.ErrClosed) {
			t.Errorf("after closing: %v", err)
		}
	}
}

// The same values and header make the same bytes, whatever the sizes of appended runs and the
// number of workers.
func TestDeterminism(t *testing.T) {
	const n = 300_000 // enough for thorough compression
	values := sample(n, 7)
	rand.New(rand.NewPCG(1, 2)).Shuffle(n/20, func(i, j int) { values[i], values[j] = values[j], values[i] })
	var want []byte
	runs := []int{n, 1, 4095, 70001}
	for workers := 1; workers <= 4; workers++ {
		for _, run := range []int{n, runs[workers-1]} {
			path := filepath.Join(t.TempDir(), "t")
			w, err := Create(path, header(n, Zstd, 4096), WriterOptions{Workers: workers, Weight: each(func(i uint64) uint64 { return i%8 + 1 })})
			if err != nil {
				t.Fatal(err)
			}
			for rest := values; len(rest) > 0; {
				k := min(run, len(rest))
				if run == 1 {
					k = min(1+(len(rest)*2654435761)%9001, len(rest))
				}
				if err := w.Append(rest[:k]); err != nil {
					t.Fatal(err)
				}
				rest = rest[k:]
			}
			if _, err := w.Finish(); err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if want == nil {
				want = got
			}
			if !bytes.Equal(got, want) {
				t.Fatalf("%d workers, runs of %d: other bytes", workers, run)
			}
		}
	}
	// A used encoder encodes as a new one does.
	r, err := openBytes("table", want, ReaderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	level, _ := r.header.level()
	for b := range r.blocks {
		e, err := r.entry(b)
		if err != nil {
			t.Fatal(err)
		}
		encoder, _ := newEncoder(level, 4096)
		block := values[b*4096:]
		if fresh := encoder.EncodeAll(block[:min(4096, len(block))], nil); !bytes.Equal(fresh, want[e.offset:][:e.length]) {
			t.Fatalf("block %d depends on those before it", b)
		}
	}
	r.Close()
}

// TestNarrow writes wide values in every version. Some blocks have no high bytes, some have, and
// some do not get smaller.
func TestNarrow(t *testing.T) {
	const n, block = 10_000, 700
	values := make([]byte, 0, 2*n)
	for i := range n {
		v := i / 50 % 256
		switch {
		case i/block%3 == 1 && i%block == block-1:
			v = 256
		case i/block%3 == 2:
			v = i * i * 7919 >> 3 & 0xffff
		}
		values = append(values, byte(v), byte(v>>8))
	}
	var sizes [Format + 1]int64
	for format := 1; format <= Format; format++ {
		h := header(n, Zstd, block)
		h.Kind, h.Format = "wide", format
		roundTrip(t, h, values, 2, ReaderOptions{})
		path, _ := build(t, h, values, WriterOptions{})
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		sizes[format] = info.Size()
	}
	if sizes[2] >= sizes[1] {
		t.Errorf("the sizes by version are %d", sizes)
	}
	// In version 1 a block of half its size is damaged.
	encoder, _ := newEncoder(zstd.SpeedDefault, 2*block)
	frame := encoder.EncodeAll(make([]byte, block), nil)
	decoder, _ := newDecoder(2 * block)
	defer decoder.Close()
	if err := decode(decoder, make([]byte, 2*block), frame, false); err == nil {
		t.Error("half a block is read as a block")
	}
	if err := decode(decoder, make([]byte, 2*block), frame, true); err != nil {
		t.Error(err)
	}
	if err := decode(decoder, make([]byte, 2*block-2), frame, true); err == nil {
		t.Error("a block of another size is read")
	}
}

// each returns the weights of positions as runs of one position.
func each(weight func(i uint64) uint64) func(i uint64) (uint64, uint64) {
	return func(i uint64) (uint64, uint64) { return weight(i), i + 1 }
}

func TestWeights(t *testing.T) {
	values := []byte{2, 0, 2, 7}
	_, s := build(t, header(4, Zstd, 0), values, WriterOptions{Weight: each(func(i uint64) uint64 { return 10 * (i + 1) })})
	want := []Count{{0, 1, 20, 1}, {2, 2, 40, 0}, {7, 1, 40, 3}}
	if !reflect.DeepEqual(s.Counts, want) {
		t.Errorf("counts %+v, want %+v", s.Counts, want)
	}
	for _, end := range []uint64{0, math.MaxUint64} {
		path := filepath.Join(t.TempDir(), "t")
		run := func(i uint64) (uint64, uint64) { return 1 << 63, max(i+1, end) }
		w, err := Create(path, header(4, Zstd, 0), WriterOptions{Weight: run})
		if err != nil {
			t.Fatal(err)
		}
		w.Append(values)
		if _, err := w.Finish(); err == nil || !strings.Contains(err.Error(), "64 bits") {
			t.Errorf("overflow: %v", err)
		}
		mustHoldOnly(t, filepath.Dir(path))
	}
}

func mustHoldOnly(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(names, " ") {
		t.Errorf("the folder holds %q, want %q", got, names)
	}
}

func TestNothingIsOverwritten(t *testing.T) {
	path, _ := build(t, header(4, Zstd, 0), []byte{1, 2, 3, 4}, WriterOptions{})
	before, _ := os.ReadFile(path)
	if _, err := Create(path, header(4, Zstd, 0), WriterOptions{}); !errors.Is(err, kv.ErrExists) || !strings.Contains(err.Error(), path) {
		t.Errorf("create over a table: %v", err)
	}
	// A table that appears while another one is written is not replaced either.
	other := filepath.Join(filepath.Dir(path), "other")
	w, err := Create(other, header(4, Zstd, 0), WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	w.Append([]byte{9, 9, 9, 9})
	if err := os.Rename(path, other); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Finish(); !errors.Is(err, kv.ErrExists) {
		t.Errorf("finish over a table: %v", err)
	}
	if after, _ := os.ReadFile(other); !bytes.Equal(before, after) {
		t.Error("the table was overwritten")
	}
	w, err = Create(other, header(4, Zstd, 0), WriterOptions{Replace: true})
	if err != nil {
		t.Fatal(err)
	}
	w.Append([]byte{9, 9, 9, 9})
	if _, err := w.Finish(); err != nil {
		t.Error(err)
	}
	if after, _ := os.ReadFile(other); bytes.Equal(before, after) {
		t.Error("the table was not replaced")
	}
	mustHoldOnly(t, filepath.Dir(path), "other")
}

func TestUnfinished(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "t")
	w, err := Create(path, header(10, Zstd, 0), WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Append(make([]byte, 11)); err == nil {
		t.Error("too many values were taken")
	}
	w.Append(make([]byte, 9))
	if _, err := w.Finish(); err == nil || !strings.Contains(err.Error(), "9 of 10 values") {
		t.Errorf("too few values: %v", err)
	}
	if err := w.Append(nil); !errors.Is(err, kv.ErrClosed) {
		t.Errorf("append after the end: %v", err)
	}
	if _, err := w.Finish(); !errors.Is(err, kv.ErrClosed) {
		t.Errorf("second end: %v", err)
	}
	mustHoldOnly(t, dir)
	if w, err = Create(path, header(10, Zstd, 0), WriterOptions{}); err != nil {
		t.Fatal(err)
	}
	w.Append(make([]byte, 10))
	w.Abort()
	w.Abort()
	mustHoldOnly(t, dir)
	// Leftovers of a killed writer are removed.
	os.WriteFile(path+".tmp-XYZ", nil, 0o600)
	if w, err = Create(path, header(0, Zstd, 0), WriterOptions{}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Finish(); err != nil {
		t.Error(err)
	}
	mustHoldOnly(t, dir, "t")
}

// A failed writer returns an error at the latest when it finishes, and leaves no file.
func TestWriteFailure(t *testing.T) {
	const n = 8 << 20
	dir := t.TempDir()
	w, err := Create(filepath.Join(dir, "t"), header(n, None, 0), WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	w.file.Discard() // closed under the writer
	run := make([]byte, 1<<20)
	for range n / len(run) {
		if err = w.Append(run); err != nil {
			break
		}
	}
	if err == nil || !strings.Contains(err.Error(), dir) {
		t.Errorf("append: %v", err)
	}
	if _, err := w.Finish(); err == nil || !strings.Contains(err.Error(), dir) {
		t.Errorf("finish: %v", err)
	}
	mustHoldOnly(t, dir)
}

func TestGame(t *testing.T) {
	registry := games.NewRegistry(tictactoe.Definition())
	var specs []engine.Spec
	for _, text := range []string{"tictactoe:width=2,height=2,line=2", "tictactoe:width=2,height=1,line=2"} {
		spec, err := registry.Parse(text, nil)
		if err != nil {
			t.Fatal(err)
		}
		specs = append(specs, spec)
	}
	g, err := registry.Open(specs[0])
	if err != nil {
		t.Fatal(err)
	}
	path, _ := build(t, HeaderOf(g), make([]byte, g.Size()), WriterOptions{})
	r, err := Open(path, ReaderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if r.Kind() != g.Kind() || r.Path() != path || !reflect.DeepEqual(r.Header().Slices, SlicesOf(g)) {
		t.Errorf("header %+v", r.Header())
	}
	if err := r.CheckGame(specs[0]); err != nil {
		t.Error(err)
	}
	if err := r.CheckGame(specs[1]); !errors.Is(err, kv.ErrGameMismatch) || !strings.Contains(err.Error(), path) {
		t.Error(err)
	}
}

func TestBadHeaders(t *testing.T) {
	for name, change := range map[string]func(*Header){
		"kind":        func(h *Header) { h.Kind = "octal" },
		"game":        func(h *Header) { h.Game = "" },
		"format":      func(h *Header) { h.Format = Format + 1 },
		"block":       func(h *Header) { h.Block = MaxBlock + 1 },
		"compression": func(h *Header) { h.Compression = "gzip" },
		"phase":       func(h *Header) { h.MaxPhase = -1 },
		"gap":         func(h *Header) { h.Slices[1].First++ },
		"short":       func(h *Header) { h.Slices[1].Size-- },
		"long":        func(h *Header) { h.Slices[1].Size = 1 << 63 },
		"names":       func(h *Header) { h.Slices[1].Name = "first" },
		"utf8":        func(h *Header) { h.Files["file"] = "\xff" },
	} {
		h := header(100, Zstd, 64)
		change(&h)
		dir := t.TempDir()
		if _, err := Create(filepath.Join(dir, "t"), h, WriterOptions{}); err == nil || !strings.Contains(err.Error(), dir) {
			t.Errorf("%s: %v", name, err)
		}
		mustHoldOnly(t, dir)
	}
}

func TestCheckGame(t *testing.T) {
	files := map[string]string{"a": "1"}
	if err := CheckGame("p", "g", files, "g", map[string]string{"a": "1"}); err != nil {
		t.Error(err)
	}
	for _, err := range []error{
		CheckGame("/p", "g", files, "h", files),
		CheckGame("/p", "g", files, "g", map[string]string{"a": "2"}),
	} {
		if !errors.Is(err, kv.ErrGameMismatch) || !strings.Contains(err.Error(), "/p") {
			t.Error(err)
		}
	}
}

func TestConcurrentReaders(t *testing.T) {
	values := sample(100_000, 3)
	for _, compression := range []string{Zstd, None} {
		path, _ := build(t, header(uint64(len(values)), compression, 512), values, WriterOptions{})
		for _, access := range accesses {
			r, err := Open(path, ReaderOptions{Access: access, Cache: 20_000})
			if err != nil {
				t.Fatal(err)
			}
			var all sync.WaitGroup
			for g := range 4 {
				all.Go(func() {
					rng := rand.New(rand.NewPCG(uint64(g), 0))
					buffer := make([]byte, 2000)
					for range 2000 {
						i := rng.IntN(len(values))
						if v, err := r.Get(uint64(i)); err != nil || byte(v) != values[i] {
							t.Errorf("value of %d is %d (%v), want %d", i, v, err, values[i])
							return
						}
						i = min(i, len(values)-len(buffer))
						if err := r.ReadValues(buffer, uint64(i)); err != nil || !bytes.Equal(buffer, values[i:][:len(buffer)]) {
							t.Errorf("values from %d on are wrong (%v)", i, err)
							return
						}
					}
				})
			}
			all.Go(func() {
				if err := r.Check(context.Background(), nil); err != nil {
					t.Error(err)
				}
			})
			all.Wait()
			r.Close()
		}
	}
}

func TestNotFound(t *testing.T) {
	path := filepath.Join(t.TempDir(), "nothing")
	if _, err := Open(path, ReaderOptions{}); !errors.Is(err, kv.ErrNotFound) || !strings.Contains(err.Error(), path) {
		t.Error(err)
	}
	if _, err := Open(t.TempDir(), ReaderOptions{}); !errors.Is(err, kv.ErrCorrupt) {
		t.Errorf("a folder: %v", err)
	}
	if _, err := Create(filepath.Join(path, "t"), header(0, Zstd, 0), WriterOptions{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("create in no folder: %v", err)
	}
}

func TestCheckIsCancelled(t *testing.T) {
	path, _ := build(t, header(1000, Zstd, 10), sample(1000, 1), WriterOptions{})
	r, err := Open(path, ReaderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := r.Check(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// readCounter counts the reads of a file, and the bytes.
type readCounter struct {
	io.ReaderAt
	reads, bytes int
}

func (c *readCounter) ReadAt(p []byte, at int64) (int, error) {
	c.reads++
	c.bytes += len(p)
	return c.ReaderAt.ReadAt(p, at)
}

// A lookup in a block that is not in the cache takes one read, of the stored block alone. A lookup
// in the cache takes none.
func TestColdLookUpIsOneRead(t *testing.T) {
	const n, block = 100_000, 512
	values := sample(n, 5)
	for _, compression := range []string{Zstd, None} {
		path, _ := build(t, header(n, compression, block), values, WriterOptions{})
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		file := &readCounter{ReaderAt: bytes.NewReader(data)}
		r, err := open(path, file, int64(len(data)), DefaultIndex)
		if err != nil {
			t.Fatal(err)
		}
		r.prepare(ReaderOptions{Access: OnFile})
		if file.reads != 5 { // prefix, trailer, header, summary, index
			t.Errorf("%s: opening takes %d reads", compression, file.reads)
		}
		for b := range r.blocks {
			b = b * 11 % r.blocks // each once, in no order
			for at := range uint64(3) {
				file.reads, file.bytes = 0, 0
				i := min(b*block+at*200, n-1)
				v, err := r.Get(i)
				if err != nil || byte(v) != values[i] {
					t.Fatalf("%s: #%d is %d, %v, want %d", compression, i, v, err, values[i])
				}
				reads, bytes := 0, 0
				if at == 0 {
					e, _ := r.entry(b)
					reads, bytes = 1, int(e.length)
				}
				if file.reads != reads || file.bytes != bytes {
					t.Fatalf("%s: lookup %d in block %d: %d reads of %d bytes, want %d of %d", compression, at, b, file.reads, file.bytes, reads, bytes)
				}
			}
		}
		r.Close()
	}
}
