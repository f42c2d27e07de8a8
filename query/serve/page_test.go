package serve_test

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/foregone-db/foregone/query/serve"
)

const (
	onTicTacToe = "#g=tictactoe-height-3-line-3-width-3"
	onPushFight = "#g=pushfight-board-full-movers-1-pushers-1"
)

// TestPageFiles checks the headers of the page's files, and that they refer to no other server.
func TestPageFiles(t *testing.T) {
	s := newServer(t, serve.Options{})
	elsewhere := regexp.MustCompile(`(?:src|href)="(?:https?:)?//|@import|url\(|from "https?:`)
	for path, kind := range map[string]string{
		"/": "text/html; charset=utf-8", "/index.html": "text/html; charset=utf-8",
		"/main.js": "text/javascript; charset=utf-8", "/page.css": "text/css; charset=utf-8", "/icon.svg": "image/svg+xml",
	} {
		w := ask(s, "GET", path, "")
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != kind {
			t.Errorf("%s: %d %q, want %q", path, w.Code, w.Header().Get("Content-Type"), kind)
		}
		if found := elsewhere.FindString(w.Body.String()); found != "" {
			t.Errorf("%s loads from elsewhere: %s", path, found)
		}
		tag := w.Header().Get("ETag")
		if w = ask(s, "GET", path, "", "If-None-Match", tag); w.Code != http.StatusNotModified || tag == "" {
			t.Errorf("%s with its tag %s: status %d", path, tag, w.Code)
		}
		if strings.HasPrefix(kind, "text/html") {
			policy := ask(s, "GET", path, "").Header().Get("Content-Security-Policy")
			if !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
				t.Errorf("%s: policy %q", path, policy)
			}
		}
	}
}

// TestPageSetup sets a position up by clicks, by keys and by notation.
func TestPageSetup(t *testing.T) {
	b := openBrowser(t, 1280, 860, false)
	b.show(onTicTacToe)
	b.want("empty board", b.text("#verdict"), "X to move: a draw with best play T")
	b.click("#setup")
	b.square(0)
	b.want("one piece", b.position(), "X........")
	b.click(`#palette button[title="O"]`)
	b.square(4)
	b.want("two pieces", b.position(), "X...O....")
	b.square(4)
	b.want("piece off again", b.position(), "X........")
	b.square(4)
	b.square(8)
	b.want("no position", b.text("#error"), "X")
	b.square(8)
	b.click("#setup")
	b.want("set up", b.text("#verdict"), "X to move: a draw with best play")
	b.want("in the URL", b.state("p"), "X...O....")
	// By keys: the cursor is on the first square.
	b.do(chromedp.KeyEvent("sb"), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent("X"), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent("O"))
	b.settle()
	b.want("by keys", b.position(), "XX..O..O.")
	// By notation, right and wrong.
	b.do(chromedp.SetValue("#position", "XX.OO....", chromedp.ByQuery))
	b.click("#paste button")
	b.want("pasted", b.text("#verdict"), "X to move: wins in 1 turn W1")
	b.want("explained", b.text("#means"), "W1: X wins with this turn.")
	b.do(chromedp.SetValue("#position", "nonsense", chromedp.ByQuery))
	b.click("#paste button")
	b.want("wrong notation", b.text("#error"), "nonsense")
	b.want("as typed", b.position(), "nonsense")
	if told := b.text("#verdict") + b.text("#means") + b.text("#best"); told != "" {
		t.Errorf("the page says of nonsense: %q", told)
	}
	if !b.is(`(e => e.getBoundingClientRect().bottom <= document.querySelector("#board").getBoundingClientRect().top)(document.querySelector("#error"))`) {
		t.Error("the error is not above the board")
	}
}

// TestPageAnalyse shows moves, and makes a turn of Push Fight by clicks.
func TestPageAnalyse(t *testing.T) {
	b := openBrowser(t, 1280, 860, false)
	b.show(onPushFight + "&p=.oY...O...............x...&v=n")
	b.want("value", b.text("#verdict"), "Light to move: wins in 2 turns W2")
	var groups []string
	b.do(chromedp.Evaluate(`[...document.querySelectorAll("#moves details")].map(d => d.dataset.value + " " + d.querySelector(".count").textContent)`, &groups))
	b.want("groups, best first", strings.Join(groups, ", "), "W2 1, T 36, L2 10, L1 40")
	before := b.text("#board")
	b.hover("#moves .move")
	b.until("arrows of the move", `document.querySelectorAll("#board .arrow").length === 3 && document.querySelectorAll("#board .marked").length === 5`)
	b.screenshot("pushfight-move")
	b.hover("h1")
	b.until("the arrows to go", `document.querySelectorAll("#board .arrow").length === 0`)
	b.want("board", b.text("#board"), before)
	// b3-d1, d4-b2, d1-c1 in squares from the top left.
	for _, place := range []int{6, 23, 1, 14, 23, 22} {
		b.square(place)
	}
	b.want("turn", b.state("t"), "b3-d1,d4-b2,d1-c1")
	b.want("loss", b.text("#verdict"), "Dark to move: loses in 1 turn L1")
	b.click("#undo")
	b.want("taken back", b.text("#verdict"), "Light to move")
	b.want("no turns", b.state("t")+".", ".")
	// A position, its samples and the plot.
	b.do(chromedp.Evaluate(`document.querySelector("#explore").open = true`, nil))
	b.until("the facts", `document.querySelector("#facts p")`)
	b.want("starts", b.text("#facts"), "pairs of set-ups the player who moves first wins")
	b.click("#sample button")
	b.until("samples and the plot", `document.querySelectorAll("#samples li").length === 8 && document.querySelector("#plot").naturalWidth > 100`)
	b.click("#samples li button")
	b.want("sample", b.text("#verdict"), "Light to move: wins in 2 turns W2")
	b.screenshot("pushfight-explore")
}

// TestPageOff checks that the page shows where a piece is pushed off the board.
func TestPageOff(t *testing.T) {
	db := open(t, small)[0]
	won, err := db.ParseVerdict("W1")
	if err != nil {
		t.Fatal(err)
	}
	at, found, err := db.Near(t.Context(), won, 1000, false, 0)
	if err != nil || !found {
		t.Fatal(found, err)
	}
	b := openBrowser(t, 1280, 860, false)
	b.show(onPushFight + "&p=" + at.Text)
	b.hover("#moves .move")
	b.until("the way off", `document.querySelectorAll("#board .arrow.off").length === 1`)
}

// TestPageGraph plays on a graph, whose players have no colours.
func TestPageGraph(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bridge.txt")
	if err := os.WriteFile(file, []byte("start: left right\nleft: start goal\nright:\ngoal = loss\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	b := openBrowser(t, 1280, 860, false, "graph:file="+file)
	b.show("#g=graph")
	b.want("its name", b.text("#choice"), "Game graph of 4 positions, from start")
	b.want("the start", b.text("#verdict"), "First to move: wins in 1 turn W1")
	b.click("#moves .move")
	b.want("lost", b.text("#verdict"), "Game over: First has won")
	b.want("players", b.text("#name-light")+b.text("#name-dark"), "FirstSecond")
}

// TestPageMover says who moves where numbers follow the side to move, and who is who once a game is over.
func TestPageMover(t *testing.T) {
	b := openBrowser(t, 1280, 860, false, "baghchal:size=3", "pylos:size=2")
	b.show("?g=baghchal&t=a2+a1-b1+b2+a3-a1xa2+a2+a1-a3xa2")
	b.want("two captured", b.position(), "T.T/.G./.TT G 1 2")
	b.want("two captured", b.text("#verdict"), "Goat to move: loses in 3 turns L3")
	if _, first := get(t, b.base+"/?g=baghchal&t=a2+a1-b1+b2+a3-a1xa2+a2+a1-a3xa2"); !strings.Contains(first, "<strong>Goat to move: loses in 3 turns</strong>") {
		t.Error("the server says that another player moves")
	}
	if !b.is(`document.querySelectorAll("#history .dot.light").length === 3 && document.querySelectorAll("#history .dot.dark").length === 3`) {
		t.Error("the turns have the wrong players")
	}
	b.show("?g=pylos&t=a1+a2+b1+b2+d1")
	b.want("the top is filled", b.text("#verdict"), "Game over: Light has won")
	b.want("as the opponent sees it", b.position(), "XX/OO//O")
}

// TestPageGame plays a game to the end, steps through it and shares it.
func TestPageGame(t *testing.T) {
	b := openBrowser(t, 1280, 860, true)
	b.show(onTicTacToe)
	for _, place := range []int{4, 3, 6, 7, 2} { // b2 a2 a1 b1 c3
		b.square(place)
	}
	b.want("end", b.text("#verdict"), "Game over: X has won")
	b.want("game", b.state("t"), "b2 a2 a1 b1 c3")
	b.want("blunder", b.text("#history .mistake"), "a2 ? L3 Retry")
	b.do(chromedp.KeyEvent(kb.ArrowLeft))
	b.settle()
	b.want("one back", b.state("at"), "4")
	b.screenshot("tictactoe-dark")
	// Shared: the same state in a page of its own.
	var address string
	b.do(chromedp.Location(&address))
	b.show(strings.TrimPrefix(address, b.base+"/"))
	b.want("reloaded", b.position(), "...OX.XO.")
	b.want("reloaded", b.text("#verdict"), "X to move: wins in 1 turn W1")
	b.do(chromedp.KeyEvent(kb.End))
	b.settle()
	b.want("end again", b.text("#verdict"), "Game over")
	b.do(chromedp.KeyEvent(kb.Backspace))
	b.settle()
	b.want("taken back", b.state("t"), "b2 a2 a1 b1")
	// A turn from the list, by keys.
	b.do(chromedp.KeyEvent("m"))
	b.until("the first move", `document.activeElement.textContent === "c3"`)
	b.do(chromedp.KeyEvent(kb.Enter))
	b.settle()
	b.want("won by keys", b.text("#verdict"), "Game over")
	// The page reports a wrong link, and continues to work.
	b.show(onTicTacToe + "&p=.........&t=b2+b2")
	b.want("wrong turn", b.text("#error"), "turn 2")
	b.want("the legal part", b.text("#history"), "Beginning T b2 T")
	b.square(0)
	b.want("works on", b.state("t"), "b2 a3")
}

// TestPageEngine lets engines play: against a person, and each other to the end.
func TestPageEngine(t *testing.T) {
	b := openBrowser(t, 390, 844, false)
	b.show(onTicTacToe + "&p=.........&e=d")
	b.square(0)
	b.until("the answer", `document.querySelectorAll("#history li").length === 3`)
	b.want("the only good answer", b.state("t"), "a3 b2")
	b.screenshot("tictactoe-phone")
	b.click("#undo")
	b.want("both taken back", b.state("t")+".", ".")
	if b.is(`document.documentElement.scrollWidth > innerWidth`) {
		b.t.Error("the page is wider than the phone")
	}
	b.show(onTicTacToe + "&p=.........&e=ld&a=1")
	b.until("the end", `document.querySelector("#verdict").textContent.includes("Game over: a draw")`)
	if n := len(strings.Fields(b.state("t"))); n != 9 {
		t.Errorf("a drawn game has %d turns, want 9", n)
	}
	b.show(onPushFight + "&p=.oY...O...............x...&e=ld")
	b.until("the end", `document.querySelector("#verdict").textContent.includes("Game over: Light has won")`)
	b.want("the longest", b.state("t"), "b3-d1,d4-b2,d1-c1 ")
	b.screenshot("pushfight-phone")
}
