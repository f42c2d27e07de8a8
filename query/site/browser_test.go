package site_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/answers"
	"github.com/foregone-db/foregone/query/site"
)

// browser is a page of a browser of its own, which shows a site.
type browser struct {
	t     testing.TB
	ctx   context.Context
	close func() // ends the browser
}

// openBrowser starts Chromium, or skips the test.
func openBrowser(t testing.TB, limit time.Duration) *browser {
	t.Helper()
	path := os.Getenv("FOREGONE_BROWSER")
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil && path == "" {
			path = found
		}
	}
	if path == "" {
		t.Skip("no Chromium is installed (FOREGONE_BROWSER may name one): the site is not tested")
	}
	if testing.Short() {
		t.Skip("a browser takes too long")
	}
	profile, err := os.MkdirTemp("", "foregone-browser-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(profile) })
	allocator, cancel := chromedp.NewExecAllocator(context.Background(),
		chromedp.ExecPath(path), chromedp.UserDataDir(profile),
		chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("hide-scrollbars", true), chromedp.WSURLReadTimeout(time.Minute))
	t.Cleanup(cancel)
	ctx, _ := chromedp.NewContext(allocator)
	end := sync.OnceFunc(func() { chromedp.Cancel(ctx) })
	t.Cleanup(end)
	ctx, cancel = context.WithTimeout(ctx, limit)
	t.Cleanup(cancel)
	b := &browser{t, ctx, end}
	chromedp.ListenTarget(ctx, func(event any) {
		if e, ok := event.(*runtime.EventExceptionThrown); ok {
			t.Errorf("the page throws: %v", e.ExceptionDetails.Error())
		}
	})
	b.do(network.Enable(), runtime.Enable(), chromedp.EmulateViewport(1280, 900))
	return b
}

func (b *browser) do(actions ...chromedp.Action) {
	b.t.Helper()
	if err := chromedp.Run(b.ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// show opens a page and waits until it is ready.
func (b *browser) show(address string) {
	b.t.Helper()
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(address))
	b.settle()
}

func (b *browser) settle() {
	b.t.Helper()
	b.until(`document.body.classList.contains("ready") && !document.body.dataset.busy`)
}

// until waits until a condition holds.
func (b *browser) until(condition string) {
	b.t.Helper()
	var ok bool
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if err := chromedp.Run(b.ctx, chromedp.Evaluate("Boolean("+condition+")", &ok)); err == nil && ok {
			return
		}
	}
	b.t.Fatalf("it never holds: %s; the page says %s", condition, b.text("body")[:min(600, len(b.text("body")))])
}

func (b *browser) text(selector string) (text string) {
	b.t.Helper()
	b.do(chromedp.Evaluate(fmt.Sprintf("document.querySelector(%q).innerText", selector), &text))
	return strings.TrimSpace(text)
}

// evaluate waits for a promise and decodes what it resolves to.
func (b *browser) evaluate(script string, into any) error {
	var text string
	err := chromedp.Run(b.ctx, chromedp.Evaluate("("+script+")().then(JSON.stringify)", &text, func(p *runtime.EvaluateParams) *runtime.EvaluateParams {
		return p.WithAwaitPromise(true)
	}))
	if err != nil {
		return err
	}
	return json.Unmarshal([]byte(text), into)
}

// connect makes window.asked, which answers what the page's script would get.
const connect = `async () => {
	const given = JSON.parse(document.getElementById("given").textContent).site;
	const { Site } = await import(new URL(given.app + "client.js", document.baseURI));
	window.site = new Site(given);
	window.asked = (what, params) => site.ask(what, params).then((a) => JSON.stringify(a), (e) => "error: " + e.message);
	return true;
}`

// ask asks for many answers at once, some at a time.
func (b *browser) ask(requests [][2]string) (got []string) {
	b.t.Helper()
	text, err := json.Marshal(requests)
	if err != nil {
		b.t.Fatal(err)
	}
	if err := b.evaluate(`async () => {
		const out = [];
		for (const [what, query] of `+string(text)+`) out.push(await asked(what, Object.fromEntries(new URLSearchParams(query))));
		return out;
	}`, &got); err != nil {
		b.t.Fatal(err)
	}
	return got
}

// requestsOf returns requests about random positions, and the answers of /v1.
func requestsOf(t testing.TB, set *answers.Set, db *query.DB, positions []string, what ...string) (requests [][2]string, want []string) {
	t.Helper()
	slug := db.Game().Spec().Slug()
	for _, p := range positions {
		for _, kind := range what {
			q := url.Values{"position": {p}}.Encode()
			a, err := set.Ask(t.Context(), "/v1/"+slug+"/"+kind, q, nil)
			body := string(a.Body)
			if err != nil {
				body = "error: " + err.Error()
			}
			requests, want = append(requests, [2]string{"v1/" + slug + "/" + kind, q}), append(want, body)
		}
	}
	return requests, want
}

// same compares two texts of JSON; member order and escapes count, spaces do not.
func sameJSON(a, b string) bool {
	if a == b {
		return true
	}
	var x, y any
	if json.Unmarshal([]byte(a), &x) != nil || json.Unmarshal([]byte(b), &y) != nil {
		return false
	}
	p, _ := json.Marshal(x)
	q, _ := json.Marshal(y)
	return string(p) == string(q)
}

// compacted returns a database without the layers that follow from others.
func compacted(t *testing.T, db *query.DB) *query.DB {
	t.Helper()
	if _, err := table.Reorder(t.Context(), db.Table(), db.Game(), db.Table().Path(), table.ReorderOptions{Derive: true, Replace: true, Block: 64}); err != nil {
		t.Fatal(err)
	}
	again, err := query.Open(db.Dir(), registry(), query.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { again.Close() })
	return again
}

// TestBrowser shows a small site in Chromium under a sub-path: the page, values and moves as /v1 has them, on
// hosts with and without range requests, and without network what was read before.
func TestBrowser(t *testing.T) {
	r, err := reader() // may take minutes
	if err != nil {
		t.Fatal(err)
	}
	b := openBrowser(t, 2*time.Minute)
	if len(r.Packed) > 3_000_000 {
		t.Errorf("the reader has %d bytes, want at most 3 MB", len(r.Packed))
	}
	dbs := open(t, "tictactoe", "tictactoe:width=4,height=3", "../../engine/foreign/wasm/testdata/ponghauki.wasm", "connect-four:height=3,line=3,width=4")
	dbs[3] = compacted(t, dbs[3])
	out := t.TempDir()
	write(t, out, dbs, site.Options{Reader: r})
	host := newHost(t, out)
	b.do(emulation.SetFocusEmulationEnabled(true))
	b.show(host.base())
	if cards := b.text("#cards"); !strings.Contains(cards, "Tic-Tac-Toe") || !strings.Contains(cards, "5,478 positions") && !strings.Contains(cards, "positions") {
		t.Errorf("the list of games says %q", cards)
	}
	b.show(host.base() + "?g=tictactoe&p=XO..X....")
	if verdict := b.text("#verdict"); !strings.Contains(verdict, "to move: ") {
		t.Errorf("the verdict is %q", verdict)
	}
	var connected bool
	if err := b.evaluate(connect, &connected); err != nil {
		t.Fatal(err)
	}
	set, err := answers.New(dbs, "")
	if err != nil {
		t.Fatal(err)
	}
	for i, db := range dbs {
		host.noRanges.Store(i == 1)
		positions := []string{set.Game(db.Game().Spec().Slug()).Start()}
		for n := range uint64(20) {
			positions = append(positions, db.Game().Text(db.Game().At(n*db.Game().Size()/20)))
		}
		q, a := requestsOf(t, set, db, append(positions, "no position"), "value", "moves", "line")
		for k, got := range b.ask(q) {
			if !sameJSON(got, a[k]) {
				t.Fatalf("%v is\n%s, want\n%s", q[k], got, a[k])
			}
		}
	}
	slug := dbs[1].Game().Spec().Slug()
	if err := b.evaluate(`async () => { site.slug = "`+slug+`"; await site.keep(); return localStorage.getItem(site.mark()) === "1"; }`, &connected); err != nil || !connected {
		t.Errorf("the game was not kept: %v; the page says %q", err, b.text("#progress"))
	}
	b.until(`navigator.serviceWorker.controller !== null`)
	host.CloseClientConnections()
	host.Close()
	b.show(host.base() + "?g=tictactoe&p=XO..X....")
	if verdict := b.text("#verdict"); !strings.Contains(verdict, "to move: ") {
		t.Errorf("without network the verdict is %q, the error %q", verdict, b.text("#error"))
	}
	if err := b.evaluate(connect, &connected); err != nil {
		t.Fatal(err)
	}
	var others []string
	for n := range uint64(100) {
		others = append(others, dbs[1].Game().Text(dbs[1].Game().At((2*n+1)*dbs[1].Game().Size()/200)))
	}
	requests, want := requestsOf(t, set, dbs[1], others, "moves")
	for i, got := range b.ask(requests) {
		if !sameJSON(got, want[i]) {
			t.Fatalf("without network, of a game that was kept, %v is\n%s, want\n%s", requests[i], got, want[i])
		}
	}
	requests, _ = requestsOf(t, set, dbs[2], []string{dbs[2].Game().Text(dbs[2].Game().At(7))}, "moves")
	if got := b.ask(requests); !strings.Contains(got[0], "moves") && !strings.HasPrefix(got[0], "error: ") {
		t.Errorf("without network a game that was not kept says %s", got[0])
	}
}
