//go:build long

package main

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/foreign/program"
	"github.com/foregone-db/foregone/engine/foreign/uci"
	"github.com/foregone-db/foregone/engine/foreign/wasm"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/kv/web"
	"github.com/foregone-db/foregone/query"
)

// counting counts the requests to a folder, and the bytes of the answers.
type counting struct {
	http.ResponseWriter
	bytes *atomic.Int64
}

func (c counting) Write(b []byte) (int, error) {
	c.bytes.Add(int64(len(b)))
	return c.ResponseWriter.Write(b)
}

// TestSiteRequests measures the requests and bytes of a position with all its moves, on 500 random positions of
// each database in the folder $FOREGONE_TABLES, over HTTP, with nothing in caches but what opening the table
// reads. It writes each table again by table.Reorder, in the blocks of $FOREGONE_BLOCKS (0: what site
// takes), into the folder of the test. kv/decisions/sites.md has the figures.
func TestSiteRequests(t *testing.T) {
	folder := os.Getenv("FOREGONE_TABLES")
	if folder == "" {
		t.Skip("FOREGONE_TABLES names no folder of databases, which take half an hour to make")
	}
	paths, err := filepath.Glob(filepath.Join(folder, "*", "table.foregone"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("%v: %s has no databases", err, folder)
	}
	blocks := os.Getenv("FOREGONE_BLOCKS")
	if blocks == "" {
		blocks = "0"
	}
	r := registry(program.New(program.Options{}), wasm.New(), uci.New(uci.Options{}))
	for _, path := range paths {
		db, err := query.Open(filepath.Dir(path), r, query.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range strings.Split(blocks, ",") {
			block, err := strconv.ParseUint(text, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			measureSite(t, db, block)
		}
		db.Close()
	}
}

// measureSite logs the figures of a table in other blocks.
func measureSite(t *testing.T, db *query.DB, block uint64) {
	g := db.Game()
	path := filepath.Join(t.TempDir(), "table.foregone")
	if _, err := table.Reorder(t.Context(), db.Table(), g, path, table.ReorderOptions{Block: block}); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	var requests, bytes atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		http.ServeFile(counting{w, &bytes}, r, path)
	}))
	defer server.Close()
	host, err := web.NewHost(web.Options{})
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(29, 5))
	var counts, sizes, results []int
	var header table.Header
	opening := int64(0)
	for range 500 {
		p := g.At(random.Uint64N(g.Size()))
		indices := siteIndices(g, p)
		requests.Store(0)
		bytes.Store(0)
		f, err := host.Open(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		reader, err := table.OpenAt(server.URL, f, f.Size(), table.ReaderOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if err := reader.UseGame(g); err != nil {
			t.Fatal(err)
		}
		header, opening = reader.Header(), bytes.Load()
		requests.Store(0)
		bytes.Store(0)
		if err := reader.Expect(indices); err != nil {
			t.Fatal(err)
		}
		for _, i := range indices {
			v, err := reader.Get(i)
			want, _, _ := db.Get(i)
			if err != nil || v != want {
				t.Fatalf("index %d has the value %d, %v, want %d", i, v, err, want)
			}
		}
		counts, sizes, results = append(counts, int(requests.Load())), append(sizes, int(bytes.Load())), append(results, len(indices))
		reader.Close()
		f.Close()
	}
	of := func(list []int) string {
		slices.Sort(list)
		return fmt.Sprintf("%d (%d)", list[len(list)/2], list[len(list)*95/100])
	}
	t.Logf("%v, blocks of %d: %.1f MB, opening %.0f kB; median (p95): %s indices, %s requests, %s bytes",
		g.Spec(), header.Block, float64(info.Size())/1e6, float64(opening)/1e3, of(results), of(counts), of(sizes))
	// The bars are for the whole games, and the block that site takes.
	if block == 0 && (counts[250] > 8 || counts[475] > 16 || sizes[250] > 300_000) && header.Order == "" {
		t.Errorf("%v: want at most 8 requests (p95 16) and 300 kB", g.Spec())
	}
}

// siteIndices returns the indices of a position and of the results of its turns, ascending.
func siteIndices(g engine.Game, p engine.Position) (indices []uint64) {
	if i, ok := g.Index(p); ok {
		indices = append(indices, i)
	}
	for _, r := range g.AppendResults(nil, p) {
		if r.Ended {
			continue
		}
		if i, ok := g.Index(r.To); ok {
			indices = append(indices, i)
		}
	}
	slices.Sort(indices)
	return slices.Compact(indices)
}

// TestSiteBlocks is TestSiteRequests for games whose tables are not at hand, by their index and the bytes a position
// of their published tables (GAMES.md).
func TestSiteBlocks(t *testing.T) {
	r := registry(program.New(program.Options{}), wasm.New(), uci.New(uci.Options{}))
	for _, c := range []struct {
		game  string
		bytes float64 // of the table
	}{{"rpsw", 314e6}, {"tictacchec", 48e6}, {"dobutsu", 56e6}, {"connect-four:width=6,height=5,ranked=true", 157e6}} {
		spec, err := r.Parse(c.game, nil)
		if err != nil {
			t.Fatal(err)
		}
		g, err := r.Open(spec)
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(29, 5))
		block := table.SiteBlock(g.Size())
		size := c.bytes / float64(g.Size()) * float64(block)
		var blocks, requests, bytes []int
		for range 500 {
			last, n, joined, sum := ^uint64(0), 0, 0, 0.0
			for _, i := range siteIndices(g, g.At(random.Uint64N(g.Size()))) {
				b := i / block
				if n > 0 && b == last {
					continue
				}
				if gap := float64(b-last-1) * size; n > 0 && gap <= 48<<10 {
					sum += gap
				} else {
					joined++
				}
				n, sum, last = n+1, sum+size, b
			}
			blocks, requests, bytes = append(blocks, n), append(requests, joined), append(bytes, int(sum))
		}
		for _, list := range [][]int{blocks, requests, bytes} {
			slices.Sort(list)
		}
		t.Logf("%s, blocks of %d of %.0f bytes; median (p95): %d (%d) blocks, %d (%d) requests, %d (%d) bytes", c.game, block, size,
			blocks[250], blocks[475], requests[250], requests[475], bytes[250], bytes[475])
		if requests[250] > 8 || requests[475] > 16 || bytes[250] > 300_000 {
			t.Errorf("%s: want at most 8 requests (p95 16) and 300 kB", c.game)
		}
	}
}
