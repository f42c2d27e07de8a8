package serve_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/query/serve"
)

// runIn calls f with a temporary folder.
func runIn(f func(dir string) int) int {
	dir, err := os.MkdirTemp("", "serve")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	return f(dir)
}

const (
	ttt = "/v1/tictactoe-height-3-line-3-width-3"
	pf  = "/v1/pushfight-board-full-movers-1-pushers-1"
)

// TestGolden compares answers with those in testdata/golden.txt. FOREGONE_UPDATE=1 rewrites the
// file. A request is METHOD TARGET, followed by a blank and a body if it has one.
func TestGolden(t *testing.T) {
	s := newServer(t, serve.Options{Version: "test"})
	var b strings.Builder
	for _, request := range []string{
		"GET /v1/games",
		"GET " + ttt + "/value?position=XO..X....",
		"GET /v1/tictactoe:height=3,line=3,width=3/value?position=%2353",
		"GET " + ttt + "/value?position=XXXOO....",
		"GET " + ttt + "/value?position=nonsense",
		"GET " + ttt + "/value",
		"GET " + ttt + "/value?position=XO..X....&position=.........",
		"GET " + ttt + "/value?position=%zz",
		"GET " + ttt + "/value?position=%ff%fe",
		"GET " + ttt + "/value?position=%235478",
		"HEAD " + ttt + "/value?position=XO..X....",
		"POST " + ttt + "/value?position=XO..X....",
		"OPTIONS " + ttt + "/value",
		"GET /v1/chess/value?position=1",
		"POST " + ttt + `/values ["XO..X....","nonsense","#53","#5478"]`,
		"POST " + ttt + "/values []",
		"POST " + ttt + "/values null",
		"POST " + ttt + `/values ["XO..X....",null]`,
		"POST " + ttt + `/values ["XO..X....",7]`,
		"POST " + ttt + `/values ["XO..X...."] more`,
		"POST " + ttt + `/values {"position":"XO..X...."}`,
		"POST " + ttt + "/values",
		"GET " + ttt + "/values",
		"POST /v1/chess/values []",
		"GET " + ttt + "/moves?position=XO..X....",
		"GET " + ttt + "/moves?position=XOX.OXX.O&detail=1",
		"GET " + ttt + "/moves?position=XO..X....&tricky=1",
		"GET " + ttt + "/moves?position=XOX.OXX.O&detail=2",
		"GET " + ttt + "/moves?position=XXXOO....",
		"GET " + ttt + "/line?position=XO..X....",
		"GET " + ttt + "/stats",
		"GET " + ttt + "/stats?position=XO..X....",
		"GET " + ttt + "/play?position=XO..X....&seed=1",
		"GET " + ttt + "/play?position=XO..X....&seed=1&strength=2&aggressive=1",
		"GET " + ttt + "/play?position=XO..X....&strength=16",
		"GET " + ttt + "/play?position=XXXOO....",
		"GET " + ttt + "/game?position=.........&turns=b2+a1+c3+a3+c1+a2",
		"GET " + ttt + "/game?position=XX.OO....&turns=c3+b2",
		"GET " + ttt + "/game?position=XX.OO....&turns=c3+a3",
		"POST " + ttt + "/review 1. b2 a2?? 2. a1 c3 *",
		"POST " + ttt + "/review position: XX.OO....\nc3\n\nposition: XX.OO....\na1 b2\n\nnowhere",
		"POST " + ttt + "/review # nothing",
		"GET " + ttt + "/review",
		"GET " + ttt + "/game?position=XX.OO....&turns=a1+a3+b1&part=1",
		"GET /v1",
		"GET /robots.txt",
		"GET " + ttt + "/sample?value=W3&n=2&seed=1",
		"GET " + ttt + "/sample?value=W9&n=2&seed=1",
		"GET " + ttt + "/sample?value=X",
		"GET " + ttt + "/sample?value=W3&n=101",
		"GET " + ttt + "/sample",
		"GET " + ttt + "/near?value=W3&from=100",
		"GET " + ttt + "/near?value=W3&from=100&back=1",
		"GET " + ttt + "/near?value=W3&from=0&back=1",
		"GET " + ttt + "/near?value=W3&from=5478",
		"GET " + ttt + "/near?value=W3",
		"GET " + ttt + "/picture.png?position=nonsense",
		"GET " + ttt + "/puzzle?day=2026-11-22",
		"GET " + ttt + "/puzzle?day=2026-11-23",
		"GET " + ttt + "/puzzle?day=2026-02-30",
		"GET /v1/graph/puzzle?day=2026-11-22",
		"GET " + ttt + "/board",
		"GET " + ttt + "/board?position=XX.OO....",
		"GET " + ttt + "/board?position=nonsense",
		"GET " + pf + "/board",
		"GET " + pf + "/game?position=O..xo......Y..............",
		"GET " + pf + "/game?position=%235&turns=a1-a2",
		// A minimized index with its sign, escaped and not; a started position, and one seen from
		// the other side.
		"GET " + pf + "/value?position=%2B1",
		"GET " + pf + "/value?position=+1",
		"GET " + pf + "/value?position=-1",
		"GET " + pf + "/value?position=ox........................",
		"GET " + pf + "/value?position=oO......................xX",
		"GET " + pf + "/value?position=xX......................oP",
		"GET /lookup/perms/....................xOY..o",
		"GET /lookup/perms/....................xOY..o?d=1",
		"GET /lookup/perms/O..xo......Y..............",
		"GET /lookup/perms/O..xo......Y..............?d=1",
		"GET /perms/....................xOY..o?d=0",
		"GET /perms/....................xOY..o?d=2",
		"GET /perms/....................xOY..o?d=1&d=1",
		"GET /lookup/perms/.....................OY..o",
		"GET /lookup/perms/....................xOY..z",
		"GET /lookup/perms/00000000000000000000000001",
		"GET /lookup/perms/1",
		"GET /lookup/perms/",
		"GET /lookup/perms",
		"GET /lookup/perms/a/b",
		"POST /lookup/perms/....................xOY..o",
		"GET /uwapi/",
		"GET /uwapi/tictactoe/",
		"GET /uwapi/chess/",
		"GET /uwapi/tictactoe/height-3-line-3-width-3/",
		"GET /uwapi/tictactoe/height-3-line-3-width-4/",
		"GET /uwapi/pushfight/board-full-movers-1-pushers-1/",
		"GET /uwapi/tictactoe/height-3-line-3-width-3/positions/?p=XOX.OXX.O",
		"GET /uwapi/tictactoe/height-3-line-3-width-3/positions/?p=XO..X....",
		"GET /uwapi/tictactoe/height-3-line-3-width-3/positions/?p=XXXOO....",
		"GET /uwapi/tictactoe/height-3-line-3-width-3/positions/?p=x",
		"GET /uwapi/tictactoe/height-3-line-3-width-3/positions/",
		"GET /uwapi/pushfight/board-full-movers-1-pushers-1/positions/?p=..oOx.....................~f4-g4",
		"GET /uwapi/pushfight/board-full-movers-1-pushers-1/positions/?p=....................xOY..o~b1-g2,f1-a2,g2-h2",
		"GET /healthz",
		"GET /nothing",
		"POST /nothing",
		"GET /v1/../v1/games",
		"GET //v1/games",
		"DELETE /v1/games",
	} {
		method, rest, _ := strings.Cut(request, " ")
		target, body, _ := strings.Cut(rest, " ")
		w := ask(s, method, target, body)
		fmt.Fprintf(&b, "%s\n%d", request, w.Code)
		for _, name := range []string{"Content-Type", "Content-Length", "ETag", "Cache-Control", "Access-Control-Allow-Origin", "Allow"} {
			if v := w.Header().Get(name); v != "" {
				fmt.Fprintf(&b, " | %s", v)
			}
		}
		fmt.Fprintf(&b, "\n%s\n\n", strings.TrimSuffix(w.Body.String(), "\n"))
	}
	got := b.String()
	path := filepath.Join("testdata", "golden.txt")
	if os.Getenv("FOREGONE_UPDATE") != "" {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range max(len(g), len(w)) {
		if i >= len(g) || i >= len(w) || g[i] != w[i] {
			t.Fatalf("line %d of %s differs:\n%s\nwant\n%s", i+1, path, strings.Join(g[min(i, len(g)):min(i+3, len(g))], "\n"), strings.Join(w[min(i, len(w)):min(i+3, len(w))], "\n"))
		}
	}
}
