package serve_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/query/serve"
)

// TestPageColdLoad loads pages at 1.6 Mbit/s and 560 ms of latency, with an empty cache: board and
// verdict are painted within a second, and all takes at most 60 kB and 6 requests. Without the tag long
// the time is logged only, since other programs may have the processors.
func TestPageColdLoad(t *testing.T) {
	games := []string{"tictactoe", small, "quixo:size=3", "connect-four:width=4,height=3,line=3", "dobutsu:pieces=1", "chess:pieces=KQvK", "awari:stones=5", "morris:rings=1,men=3"}
	b := openBrowser(t, 1280, 860, false, games...)
	var m sync.Mutex
	var asked []string
	var bytes float64
	chromedp.ListenTarget(b.ctx, func(event any) {
		m.Lock()
		defer m.Unlock()
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			asked = append(asked, strings.TrimPrefix(e.Request.URL, b.base))
		case *network.EventLoadingFinished:
			bytes += e.EncodedDataLength
		}
	})
	load := func(query string) (painted float64, text string) {
		b.do(network.ClearBrowserCache(), chromedp.Navigate("about:blank"))
		m.Lock()
		asked, bytes = nil, 0
		m.Unlock()
		b.do(network.EmulateNetworkConditions(false, 560, 1.6e6/8, 1.6e6/8), chromedp.Navigate(b.base+"/"+query))
		b.settle()
		b.do(network.EmulateNetworkConditions(false, 0, -1, -1))
		b.do(chromedp.Evaluate(`performance.getEntriesByName("first-contentful-paint")[0].startTime`, &painted))
		m.Lock()
		defer m.Unlock()
		text = fmt.Sprintf("/%s: painted after %.0f ms, %.0f bytes, %d requests: %s", query, painted, bytes, len(asked), strings.Join(asked, " "))
		if bytes > 60_000 || len(asked) > 6 || len(asked) < 2 {
			t.Error(text)
		}
		return painted, text
	}
	for _, query := range []string{"", "?g=tictactoe&t=b2+a1", "?g=pushfight", "?g=chess"} {
		painted, text := load(query)
		for tries := 0; enginetest.Long && painted > 1000 && tries < 4; tries++ {
			painted, text = load(query)
		}
		if enginetest.Long && painted > 1000 {
			t.Error(text)
		}
		t.Log(text)
	}
}

// TestPageFirstView shows pages without running scripts: title, board and verdict are there, and a
// picture for chats.
func TestPageFirstView(t *testing.T) {
	s, err := serve.New(open(t, "tictactoe", "dobutsu:pieces=1"), serve.Options{PublicURL: "https://games.example/solved"})
	if err != nil {
		t.Fatal(err)
	}
	b := openPage(t, 390, 844, false, s)
	b.do(emulation.SetScriptExecutionDisabled(true), chromedp.Navigate(b.base+"/?g=tictactoe&t=b2+a2"))
	shown := func(selector string) (shown bool) {
		var width float64
		b.do(chromedp.Evaluate(fmt.Sprintf(`document.querySelector(%q).getBoundingClientRect().width`, selector), &width))
		return width > 100
	}
	b.want("verdict", b.text("#verdict"), "X to move: wins in 3 turns")
	if !shown("#board svg") || !shown("noscript p") {
		t.Error("without a script there is no board, or no word about scripts")
	}
	b.screenshot("no-script")
	w := ask(s, "GET", "/?g=tictactoe&t=b2+a2", "")
	for _, want := range []string{
		"<title>Tic-Tac-Toe: X to move: wins in 3 turns</title>",
		`<meta property="og:url" content="https://games.example/solved/?g=tictactoe&amp;t=b2&#43;a2">`,
		`<meta property="og:image" content="https://games.example/solved/v1/tictactoe-height-3-line-3-width-3/picture.png?ply=2&amp;position=...OX....">`,
	} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if w := ask(s, "GET", "/v1/tictactoe-height-3-line-3-width-3/picture.png?ply=2&position=...OX....", ""); w.Code != 200 || !strings.HasPrefix(w.Body.String(), "\x89PNG") || w.Body.Len() > 100_000 {
		t.Errorf("the picture: %d, %d bytes", w.Code, w.Body.Len())
	}
	// The same for another host, without the option.
	w = ask(newServer(t, serve.Options{}), "GET", "/?g=tictactoe", "")
	if !strings.Contains(w.Body.String(), `content="http://example.com/v1/tictactoe`) {
		t.Error("the picture has not the address of the client")
	}
}
