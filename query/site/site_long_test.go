//go:build long

package site_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"

	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/answers"
	"github.com/foregone-db/foregone/query/site"
)

// screenshot saves a picture in the folder FOREGONE_SCREENSHOTS, if that is set.
func (b *browser) screenshot(name string) {
	folder := os.Getenv("FOREGONE_SCREENSHOTS")
	if folder == "" {
		return
	}
	var shot []byte
	b.do(chromedp.FullScreenshot(&shot, 100))
	if err := os.WriteFile(filepath.Join(folder, name+".png"), shot, 0o666); err != nil {
		b.t.Fatal(err)
	}
}

// cut closes the connection of a request in the middle of the answer.
func cut(w http.ResponseWriter) {
	if s, ok := w.(*shaped); ok {
		w = s.ResponseWriter
	}
	if c, _, err := w.(http.Hijacker).Hijack(); err == nil {
		c.(*net.TCPConn).SetLinger(0)
		c.Close()
	}
}

// lineDelay and lineRate are the line of the measurements: 50 ms added to each request, 20 Mbit/s.
const (
	lineDelay = 50 * time.Millisecond
	lineRate  = 20_000_000 / 8
)

// databases opens those of FOREGONE_SITE, a list of folders, or ten small games.
func databases(t *testing.T) (dbs []*query.DB) {
	t.Helper()
	list := filepath.SplitList(os.Getenv("FOREGONE_SITE"))
	if len(list) == 0 {
		return open(t, "tictactoe", "quixo:size=3", "rpsw:width=3,height=4,pieces=2", "connect-four:width=4,height=4", "dobutsu:pieces=1",
			"chess:pieces=KQvK", "british-square:width=3,height=3", "morris:rings=1,men=3", "pancake:n=6", "../../engine/foreign/wasm/testdata/ponghauki.wasm")
	}
	for _, dir := range list {
		db, err := query.Open(dir, registry(), query.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		dbs = append(dbs, db)
	}
	return dbs
}

// longSite writes a site of databases and serves it.
func longSite(t *testing.T, dbs []*query.DB) (*fileHost, string) {
	t.Helper()
	r, err := reader()
	if err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	write(t, out, dbs, site.Options{Reader: r})
	return newHost(t, out), out
}

// random returns the text of a stored position.
func random(r *rand.Rand, db *query.DB) string {
	return db.Game().Text(db.Game().At(r.Uint64N(db.Game().Size())))
}

// TestSame compares values and lists of moves of 10,000 random positions with those of /v1.
func TestSame(t *testing.T) {
	dbs := databases(t)
	host, _ := longSite(t, dbs)
	b := openBrowser(t, 2*time.Hour)
	b.show(host.base() + "?g=" + dbs[0].Game().Spec().Slug())
	var ok bool
	if err := b.evaluate(connect, &ok); err != nil {
		t.Fatal(err)
	}
	set, err := answers.New(dbs, "")
	if err != nil {
		t.Fatal(err)
	}
	r, n := rand.New(rand.NewPCG(1, 2)), 0
	for _, db := range dbs {
		for range 10_000 / len(dbs) / 50 {
			var positions []string
			for range 50 {
				positions = append(positions, random(r, db))
			}
			requests, want := requestsOf(t, set, db, positions, "value", "moves")
			for i, got := range b.ask(requests) {
				if !sameJSON(got, want[i]) {
					t.Fatalf("%v is\n%s, want\n%s", requests[i], got, want[i])
				}
			}
			n += len(positions)
		}
	}
	t.Logf("%d positions of %d games", n, len(dbs))
}

// emptied makes window.again, which asks about a game after its caches are emptied, but for the root of its
// directory. The worker must be forgetful, so that the reader keeps nothing on disk.
const emptied = `async () => {
	const slug = %q;
	window.again = (path, query) => site.send({ act: "ask", slug, path: "/v1/" + slug + "/" + path, query });
	window.forget = () => site.send({ act: "forget", slug });
	await again("value", "position=%%23x").catch(() => {}); // opens the game
	return true;
}`

// quantile returns a quantile of figures, which it sorts.
func quantile(list []float64, q float64) float64 {
	slices.Sort(list)
	return list[min(int(q*float64(len(list))), len(list)-1)]
}

// TestMeasure measures what a position with all its moves takes: FOREGONE_POSITIONS random ones (500) of each
// game, with caches emptied before each. It prints a line of a table for each game.
func TestMeasure(t *testing.T) {
	dbs := databases(t)
	host, _ := longSite(t, dbs)
	most := 500
	fmt.Sscan(os.Getenv("FOREGONE_POSITIONS"), &most)
	t.Log("| game | requests, median | 95 % | kB, median | 95 % | ms, median | 95 % |")
	for _, db := range dbs {
		slug := db.Game().Spec().Slug()
		b := openBrowser(t, time.Hour)
		b.show(host.base())
		var ok bool
		if err := errors.Join(b.evaluate(strings.Replace(connect, "new Site(given)", "new Site({ ...given, forgetful: true })", 1), &ok), b.evaluate(fmt.Sprintf(emptied, slug), &ok)); err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(3, 4))
		var requests, bytes, times []float64
		host.delay.Store(int64(lineDelay))
		host.rate.Store(lineRate)
		ask := func(position string) (took float64) {
			if err := b.evaluate(`async () => { await forget(); return true; }`, &ok); err != nil {
				t.Fatal(err)
			}
			host.requests.Store(0)
			host.bytes.Store(0)
			query, _ := json.Marshal(requestQuery(position))
			if err := b.evaluate(`async () => { const from = performance.now(); await again("moves", `+string(query)+`); return performance.now() - from; }`, &took); err != nil {
				t.Fatal(err)
			}
			return took
		}
		first := random(r, db)
		ask(first)
		once := host.requests.Load()
		for range most {
			took := ask(random(r, db))
			requests, bytes, times = append(requests, float64(host.requests.Load())), append(bytes, float64(host.bytes.Load())/1000), append(times, took)
		}
		if ask(first); 2*host.requests.Load() < once { // which blocks share a request depends on time
			t.Errorf("%s: %d requests for a position, and %d when it is asked again: caches are not emptied", slug, once, host.requests.Load())
		}
		host.delay.Store(0)
		host.rate.Store(0)
		t.Logf("| %s | %.0f | %.0f | %.0f | %.0f | %.0f | %.0f |", db.Game().Spec(), quantile(requests, .5), quantile(requests, .95),
			quantile(bytes, .5), quantile(bytes, .95), quantile(times, .5), quantile(times, .95))
		b.close()
	}
}

// TestVisits measures the first and the second visit of each game on the line of the measurements: until the board is
// drawn, and until its value is there; of the game's page, which shows the start, and of a link to a random position.
// Without FOREGONE_SITE it takes one game.
func TestVisits(t *testing.T) {
	dbs := databases(t)
	if os.Getenv("FOREGONE_SITE") == "" {
		dbs = dbs[:1]
	}
	host, _ := longSite(t, dbs)
	host.delay.Store(int64(lineDelay))
	host.rate.Store(lineRate)
	t.Log("| game | page | board, ms, median | greatest | value | greatest | second visit: board | greatest | value | greatest |")
	for _, db := range dbs {
		page := host.base() + "?g=" + db.Game().Spec().Slug()
		r := rand.New(rand.NewPCG(5, 6))
		visits(t, fmt.Sprint(db.Game().Spec(), " | its page"), func() string { return page })
		visits(t, fmt.Sprint(db.Game().Spec(), " | a position"), func() string {
			return page + "&" + strings.Replace(requestQuery(random(r, db)), "position=", "p=", 1)
		})
	}
}

// visits visits a page twice in each of ten new browsers, and logs the times.
func visits(t *testing.T, name string, page func() string) {
	var figures [4][]float64 // board and value of the first visit, and of the second
	for range 10 {
		b := openBrowser(t, time.Hour)
		for visit := range 2 {
			b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(page()))
			for i, shown := range []string{`document.querySelector("#board svg")`, `/ (wins|loses|a draw|has|expects|ends)/.test(document.getElementById("verdict").textContent)`} {
				b.until(shown)
				var at float64
				b.do(chromedp.Evaluate(`performance.now()`, &at))
				figures[2*visit+i] = append(figures[2*visit+i], at)
			}
			b.settle()
			b.until(`navigator.serviceWorker.controller !== null`)
			time.Sleep(time.Second)
		}
		b.close()
	}
	line := "| " + name + " |"
	for _, f := range figures {
		line += fmt.Sprintf(" %.0f | %.0f |", quantile(f, .5), quantile(f, 1))
	}
	t.Log(line)
}

// TestFaults answers 1,000 requests wrongly, or FOREGONE_FAULTS: no answer is wrong, and after the faults all are right.
func TestFaults(t *testing.T) {
	dbs := open(t, "rpsw:width=3,height=4,pieces=2", "connect-four:width=4,height=4", "tictactoe:width=4,height=3") // the last has keys
	host, _ := longSite(t, dbs)
	b := openBrowser(t, time.Hour)
	b.show(host.base())
	set, err := answers.New(dbs, "")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(7, 8))
	var done, refused, right atomic.Int64
	fault := func(w http.ResponseWriter, q *http.Request, next http.Handler) {
		kind := r.IntN(9)
		if !strings.Contains(q.URL.Path, "/t/") || r.IntN(3) == 0 {
			next.ServeHTTP(w, q)
			return
		}
		done.Add(1)
		answerWrongly(w, q, next, kind, r)
	}
	most := int64(1000)
	fmt.Sscan(os.Getenv("FOREGONE_FAULTS"), &most)
	for round := 0; done.Load() < most; round++ {
		db := dbs[round%len(dbs)]
		slug := db.Game().Spec().Slug()
		var ok bool
		host.fault.Store(nil)
		b.do(storage.ClearDataForOrigin(host.URL, "all"))
		if err := b.evaluate(connect, &ok); err != nil {
			t.Fatal(err)
		}
		host.fault.Store(&fault)
		if err := b.evaluate(fmt.Sprintf(emptied, slug), &ok); err != nil {
			t.Fatal(err)
		}
		for range 10 {
			p := random(r, db)
			_, want := requestsOf(t, set, db, []string{p}, "moves")
			query, _ := json.Marshal(requestQuery(p))
			var got string
			err := b.evaluate(`async () => again("moves", `+string(query)+`).then(JSON.stringify, (e) => "error: " + e.message)`, &got)
			switch {
			case err != nil:
				t.Fatal(err)
			case strings.HasPrefix(got, "error: "):
				refused.Add(1)
			case !sameJSON(got, want[0]):
				t.Fatalf("after a fault %s is\n%s, want\n%s", p, got, want[0])
			default:
				right.Add(1)
			}
		}
		if err := b.evaluate(`async () => { site.worker.terminate(); return true; }`, &ok); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d faults: %d answers right, %d refused", done.Load(), right.Load(), refused.Load())
	if right.Load() < most/10 {
		t.Error("hardly any answer is right")
	}
}

// answerWrongly answers a request in a way that no host should.
func answerWrongly(w http.ResponseWriter, q *http.Request, next http.Handler, kind int, r *rand.Rand) {
	body := recorded(q, next)
	switch kind {
	case 0:
		http.Error(w, "gone", http.StatusNotFound)
	case 1:
		http.Error(w, "down", http.StatusInternalServerError)
	case 2: // a login page
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, "<html>sign in</html>")
	case 3: // cut
		maps.Copy(w.Header(), body.header)
		w.WriteHeader(body.status)
		w.Write(body.bytes[:len(body.bytes)/2])
		cut(w)
	case 4: // a wrong byte
		maps.Copy(w.Header(), body.header)
		w.WriteHeader(body.status)
		if len(body.bytes) > 0 {
			body.bytes[r.IntN(len(body.bytes))] ^= 1 << r.IntN(8)
		}
		w.Write(body.bytes)
	case 5: // another range
		q.Header.Set("Range", "bytes=0-99")
		next.ServeHTTP(w, q)
	case 6: // the whole file
		q.Header.Del("Range")
		next.ServeHTTP(w, q)
	case 7: // bytes of another place, with the right head
		maps.Copy(w.Header(), body.header)
		w.WriteHeader(body.status)
		slices.Reverse(body.bytes)
		w.Write(body.bytes)
	default:
		time.Sleep(100 * time.Millisecond)
		next.ServeHTTP(w, q)
	}
}

// requestQuery returns the query of a position.
func requestQuery(position string) string { return url.Values{"position": {position}}.Encode() }

// record is an answer.
type record struct {
	header http.Header
	status int
	bytes  []byte
}

// recorded returns the answer of a handler.
func recorded(q *http.Request, next http.Handler) record {
	w := httptest.NewRecorder()
	next.ServeHTTP(w, q)
	return record{w.Header(), w.Code, w.Body.Bytes()}
}

// TestScreens takes pictures of a site on a host without range requests, light and dark, wide and narrow, if
// FOREGONE_SCREENSHOTS names a folder.
func TestScreens(t *testing.T) {
	dbs := databases(t)
	host, _ := longSite(t, dbs)
	host.noRanges.Store(true)
	b := openBrowser(t, time.Hour)
	for _, scheme := range []string{"light", "dark"} {
		for _, width := range []int64{1280, 375} {
			b.do(chromedp.EmulateViewport(width, 860), emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}))
			b.show(host.base())
			b.screenshot(fmt.Sprint("site-list-", scheme, "-", width))
			b.show(host.base() + "?g=" + dbs[min(2, len(dbs)-1)].Game().Spec().Slug())
			b.screenshot(fmt.Sprint("site-game-", scheme, "-", width))
		}
	}
}
