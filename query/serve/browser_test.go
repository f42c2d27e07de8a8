package serve_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/foregone-db/foregone/query/serve"
)

// browser is a page of a real browser that shows a server.
type browser struct {
	t    *testing.T
	ctx  context.Context
	base string // address of the server
}

// browserPath returns the path of Chromium, or "".
func browserPath() string {
	for _, name := range []string{os.Getenv("FOREGONE_BROWSER"), "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// chromium starts the browser that all tests share, on first use. closeChromium ends it.
var (
	chromium      = sync.OnceValues(startChromium)
	closeChromium = func() {}
)

func startChromium() (context.Context, error) {
	// Not t.TempDir: children of the browser may write for a moment after its end.
	profile, err := os.MkdirTemp(folder, "browser")
	if err != nil {
		return nil, err
	}
	allocator, cancel := chromedp.NewExecAllocator(context.Background(),
		chromedp.ExecPath(browserPath()), chromedp.UserDataDir(profile),
		chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("hide-scrollbars", true), chromedp.WSURLReadTimeout(time.Minute))
	ctx, _ := chromedp.NewContext(allocator)
	closeChromium = func() {
		chromedp.Cancel(ctx) // waits for the browser to end, so that its folder can be deleted
		cancel()
	}
	return ctx, chromedp.Run(ctx)
}

// openBrowser opens a new page in the browser, and starts a server with games; without specs, with
// those of the tests. Requests to other servers and error messages fail the test.
func openBrowser(t *testing.T, width, height int64, dark bool, specs ...string) *browser {
	t.Helper()
	server := newServer(t, serve.Options{})
	if specs != nil {
		var err error
		if server, err = serve.New(open(t, specs...), serve.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	return openPage(t, width, height, dark, server)
}

// openPage opens a new page in the browser, for a server that it starts.
func openPage(t *testing.T, width, height int64, dark bool, server *serve.Server) *browser {
	t.Helper()
	return newPage(t, width, height, dark, "http://"+start(t, server), true)
}

// newPage opens a new page in the browser, for a server at an address. If ours is set, requests to
// other servers and exceptions fail the test.
func newPage(t *testing.T, width, height int64, dark bool, base string, ours bool) *browser {
	t.Helper()
	if browserPath() == "" {
		t.Skip("no Chromium is installed (FOREGONE_BROWSER may name one): the page is not tested")
	}
	if testing.Short() {
		t.Skip("a browser takes too long")
	}
	shared, err := chromium()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := chromedp.NewContext(shared)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, pageTime)
	t.Cleanup(cancel)
	b := &browser{t, ctx, base}
	chromedp.ListenTarget(ctx, func(event any) {
		if !ours {
			return
		}
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			if u := e.Request.URL; !strings.HasPrefix(u, base+"/") && !strings.HasPrefix(u, "data:") && !strings.HasPrefix(u, "blob:") {
				t.Errorf("the page asks for %s", u)
			}
		case *runtime.EventExceptionThrown:
			t.Errorf("the page throws: %v", e.ExceptionDetails.Error())
		}
	})
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	b.do(network.Enable(), runtime.Enable(), emulation.SetFocusEmulationEnabled(true), chromedp.EmulateViewport(width, height),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}))
	return b
}

func (b *browser) do(actions ...chromedp.Action) {
	b.t.Helper()
	if err := chromedp.Run(b.ctx, actions...); err != nil {
		var shot []byte
		if !errors.Is(err, context.Canceled) && chromedp.Run(b.ctx, chromedp.FullScreenshot(&shot, 100)) == nil {
			b.keep("failed", shot)
		}
		b.t.Fatal(err)
	}
}

// show opens the page with a state, after "?" or "#", and waits until the page is ready.
func (b *browser) show(state string) {
	b.t.Helper()
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(b.base+"/"+state))
	b.settle()
}

// settle waits until the page has no work in progress, engines included.
func (b *browser) settle() {
	b.t.Helper()
	b.until("the page to settle", `document.body.classList.contains("ready") && !document.body.dataset.busy`)
}

// until waits until a condition of the page holds twice in a row.
func (b *browser) until(what, condition string) {
	b.t.Helper()
	for held, tries := 0, 0; held < 2; tries++ {
		if b.is(condition) {
			held++
		} else {
			held = 0
		}
		if tries == 300 {
			b.do(chromedp.ActionFunc(func(context.Context) error { return fmt.Errorf("waited in vain for %s", what) }))
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func (b *browser) is(condition string) bool {
	b.t.Helper()
	var ok bool
	b.do(chromedp.Evaluate("!!("+condition+")", &ok))
	return ok
}

// text returns the text of the element of a selector.
func (b *browser) text(selector string) string {
	b.t.Helper()
	var text string
	b.do(chromedp.Text(selector, &text, chromedp.ByQuery))
	return strings.Join(strings.Fields(text), " ")
}

func (b *browser) click(selector string) {
	b.t.Helper()
	b.do(chromedp.Click(selector, chromedp.ByQuery))
	b.settle()
}

// hover moves the mouse over an element.
func (b *browser) hover(selector string) {
	b.t.Helper()
	var at []float64
	b.do(chromedp.Evaluate(fmt.Sprintf(`(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector(%q).getBoundingClientRect())`, selector), &at))
	b.do(chromedp.MouseEvent(input.MouseMoved, at[0], at[1]))
}

// square clicks the square at a place of the board, counted from the top left.
func (b *browser) square(place int) {
	b.t.Helper()
	b.click(fmt.Sprintf(`#board [data-place="%d"]`, place))
}

// center returns the middle of a square, in the window.
func (b *browser) center(place int) (at []float64) {
	b.t.Helper()
	b.do(chromedp.Evaluate(fmt.Sprintf(`(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector('#board [data-place="%d"] rect').getBoundingClientRect())`, place), &at))
	return at
}

// position returns the position that the page shows.
func (b *browser) position() string {
	b.t.Helper()
	var text string
	b.do(chromedp.Value("#position", &text, chromedp.ByQuery))
	return text
}

// state returns the value of a parameter in the URL.
func (b *browser) state(name string) string {
	b.t.Helper()
	var query string
	b.do(chromedp.Evaluate("location.search", &query))
	values, err := url.ParseQuery(strings.TrimPrefix(query, "?"))
	if err != nil {
		b.t.Fatal(err)
	}
	return values.Get(name)
}

func (b *browser) want(what, got, want string) {
	b.t.Helper()
	if !strings.Contains(got, want) {
		b.t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

// screenshot saves a picture of the page in the folder FOREGONE_SCREENSHOTS, or in the test's
// artefacts with -artifacts.
func (b *browser) screenshot(name string) {
	b.t.Helper()
	var shot []byte
	b.do(chromedp.CaptureScreenshot(&shot))
	b.keep(name, shot)
}

func (b *browser) keep(name string, shot []byte) {
	b.t.Helper()
	folder := os.Getenv("FOREGONE_SCREENSHOTS")
	if folder == "" {
		folder = b.t.ArtifactDir()
	}
	err := os.MkdirAll(folder, 0o777)
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, name+".png"), shot, 0o666)
	}
	if err != nil {
		b.t.Error(err)
	}
}
