package table_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/pushfight"
	"github.com/foregone-db/foregone/engine/rpsw"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/table"
)

func openGame(t testing.TB, spec string) engine.Game {
	t.Helper()
	r := games.NewRegistry(pushfight.Definition(), rpsw.Definition())
	parsed, err := r.Parse(spec, nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := r.Open(parsed)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// orderValue is the value of an index: it has runs and noise.
func orderValue(i uint64) byte { return byte((i/50*0x9E3779B97F4A7C15)>>61) + byte(i%2) }

// makeOrdered writes a table of a game and the same in the order for sites, and returns their paths.
func makeOrdered(t testing.TB, g engine.Game, o table.ReorderOptions) (index, site string) {
	t.Helper()
	dir := t.TempDir()
	index, site = filepath.Join(dir, "index.foregone"), filepath.Join(dir, "site.foregone")
	w, err := table.Create(index, table.HeaderOf(g), table.WriterOptions{Weight: table.WeightOf(g)})
	if err != nil {
		t.Fatal(err)
	}
	values := make([]byte, g.Size())
	for i := range values {
		values[i] = orderValue(uint64(i))
	}
	if err := w.Append(values); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Finish(); err != nil {
		t.Fatal(err)
	}
	from, err := table.Open(index, table.ReaderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	done := uint64(0)
	o.Progress = func(n, total uint64) {
		if n < done || n > total {
			t.Errorf("progress from %d to %d of %d", done, n, total)
		}
		done = n
	}
	summary, err := table.Reorder(t.Context(), from, g, site, o)
	if err != nil {
		t.Fatal(err)
	}
	if want := from.Summary(); summary.SHA256 != want.SHA256 || len(summary.Counts) != len(want.Counts) || summary.Counts[1] != want.Counts[1] {
		t.Errorf("the summary is %+v, want that of the source, %+v", summary, want)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*.tmp-*")); len(left) > 0 {
		t.Errorf("Reorder left %v", left)
	}
	return index, site
}

// A table in the order of the game has the values of the source, by every way to read them.
func TestReorder(t *testing.T) {
	g := openGame(t, "pushfight:movers=0,pushers=3")
	_, site := makeOrdered(t, g, table.ReorderOptions{Memory: 1, Workers: 2})
	r, err := table.Open(site, table.ReaderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, err := r.Get(0); err == nil {
		t.Error("a reader without the game knows the value of an index")
	}
	if err := r.UseGame(openGame(t, "rpsw:pieces=1")); err == nil {
		t.Error("a reader takes the order of another game")
	}
	if err := r.UseGame(g); err != nil {
		t.Fatal(err)
	}
	h := r.Header()
	if h.Format != 5 || h.Order == "" || h.Block != g.Parts().Order().Block() {
		t.Errorf("the header is %+v", h)
	}
	random := rand.New(rand.NewPCG(29, 1))
	for range 3000 {
		i := random.Uint64N(g.Size())
		if v, err := r.Get(i); err != nil || byte(v) != orderValue(i) {
			t.Fatalf("index %d has the value %d, %v, want %d", i, v, err, orderValue(i))
		}
	}
	for _, first := range []uint64{0, 500_001, g.Size() - 200_000} {
		values := make([]byte, 200_000)
		if err := r.ReadValues(values, first); err != nil {
			t.Fatal(err)
		}
		for n, v := range values {
			if v != orderValue(first+uint64(n)) {
				t.Fatalf("ReadValues has %d for index %d, want %d", v, first+uint64(n), orderValue(first+uint64(n)))
			}
		}
	}
	if err := r.Expect([]uint64{3, 1_000_000, g.Size() - 1}); err != nil {
		t.Error(err)
	}
	if err := r.Check(t.Context(), nil); err != nil {
		t.Error(err)
	}
}

// Any memory and number of workers give the same file. Files of a game without an order get other blocks.
func TestReorderSame(t *testing.T) {
	g := openGame(t, "pushfight:movers=1,pushers=1")
	var first []byte
	for workers := 1; workers < 4; workers++ {
		_, site := makeOrdered(t, g, table.ReorderOptions{Workers: workers, Block: 4096})
		data, err := os.ReadFile(site)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = data
		}
		if !bytes.Equal(first, data) {
			t.Errorf("%d workers write another file", workers)
		}
	}
	_, site := makeOrdered(t, openGame(t, "rpsw:pieces=1"), table.ReorderOptions{Block: 512})
	r, err := table.Open(site, table.ReaderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if h := r.Header(); h.Format != 1 || h.Block != 512 || h.Order != "" {
		t.Errorf("the header without an order is %+v", h)
	}
	if err := r.Check(t.Context(), nil); err != nil {
		t.Error(err)
	}
}

// Reorder refuses a damaged source and an existing file, and ends with its context. It leaves no file.
func TestReorderFails(t *testing.T) {
	g := openGame(t, "pushfight:movers=1,pushers=1")
	index, site := makeOrdered(t, g, table.ReorderOptions{})
	from, err := table.Open(index, table.ReaderOptions{Access: table.OnFile})
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	if _, err := table.Reorder(t.Context(), from, g, site, table.ReorderOptions{}); !errors.Is(err, kv.ErrExists) {
		t.Errorf("over an existing file: %v", err)
	}
	other := site + "2"
	if _, err := table.Reorder(t.Context(), from, openGame(t, "rpsw:pieces=1"), other, table.ReorderOptions{}); !errors.Is(err, kv.ErrGameMismatch) {
		t.Errorf("with another game: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := table.Reorder(ctx, from, g, other, table.ReorderOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("with a context that has ended: %v", err)
	}
	data, err := os.ReadFile(index)
	if err != nil {
		t.Fatal(err)
	}
	data[400] ^= 1 // in the first block
	if err := os.WriteFile(index, data, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := table.Reorder(t.Context(), from, g, other, table.ReorderOptions{}); !errors.Is(err, kv.ErrCorrupt) {
		t.Errorf("of a damaged source: %v", err)
	}
	if left, _ := filepath.Glob(other + "*"); len(left) > 0 {
		t.Errorf("a failure leaves %v", left)
	}
}

// The block of a table for a site keeps the index small.
func TestSiteBlock(t *testing.T) {
	for _, positions := range []uint64{0, 1, 1e6, 121_134_669, 1_238_298_806, 5_532_209_088, 1 << 34} {
		block := table.SiteBlock(positions)
		if block < table.DefaultBlock || block > table.MaxBlock || (positions+block-1)/block*16 > table.SiteIndex {
			t.Errorf("blocks of %d positions for %d", block, positions)
		}
	}
}
