package serve_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/foregone-db/foregone/engine/enginetest"
)

// axe returns the program that finds accessibility faults.
func axe(t *testing.T) string {
	t.Helper()
	f, err := os.Open("testdata/axe-core/axe.min.js.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	unpacked, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	program, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	return string(program)
}

// faults returns the faults that axe-core finds in the current page.
func (b *browser) faults(program string) []string {
	b.t.Helper()
	var loaded bool
	var found []string
	b.do(chromedp.Evaluate(program+";typeof axe === 'object'", &loaded),
		chromedp.Evaluate(`axe.run(document, {resultTypes: ["violations"]}).then(({violations}) =>
			violations.flatMap((v) => v.nodes.map((n) => v.id + ": " + n.target.join(" ") + ": " + n.failureSummary)))`, &found, awaited))
	if !loaded {
		b.t.Error("axe-core is not loaded")
	}
	return found
}

// TestPageAccessible runs axe-core on the page, contrast included, in both colour schemes and on a
// phone: with values on squares, all sections open, a blunder in the game, and a dialogue. As a
// control, it must find two faults that the test adds. The list of games, a review, and games of one player
// and of chance are checked in both schemes with the tag long.
func TestPageAccessible(t *testing.T) {
	program := axe(t)
	specs := []string{"tictactoe", "pushfight:movers=1,pushers=1", "connect-four:width=4,height=3,line=3", "sliding:width=3,height=2", "ur:pieces=1", "pig:goal=10", "pancake:n=5", graphFile(t)}
	states := []string{"?g=sliding&t=8", "?g=sliding&p=.12/345", "?g=ur&d=3", "?g=pig&d=2&t=4:roll", "?g=pancake&t=3", "?g=graph"}
	if enginetest.Long {
		more := []string{"baghchal:size=3", "pylos:size=3", "hypergammon:checkers=1", "yahtzee:categories=56cy", "bearoff:checkers=2,points=3", "einstein:size=2,stones=1", "klotski", "rushhour", "chess:pieces=KQvK", "dobutsu:pieces=1", "kalah:pits=2,seeds=2", "morris:rings=1,men=3", "quixo:size=3", "tupitu:width=3,height=3"}
		specs = append(specs, more...)
		for _, spec := range more {
			states = append(states, "?d=3&g="+slugOf(t, spec))
		}
	}
	b := openBrowser(t, 1280, 860, false, specs...)
	check := func(what string) {
		t.Helper()
		for _, fault := range b.faults(program) {
			t.Errorf("%s: %s", what, fault)
		}
	}
	for _, scheme := range []string{"light", "dark"} {
		b.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}))
		b.show(onTicTacToe + "&p=.........&t=b2+a2&v=v")
		b.do(chromedp.Evaluate(`document.querySelectorAll("details").forEach((d) => (d.open = true))`, nil))
		b.click("#sample button")
		check(scheme + ", a game")
		b.click("#setup")
		check(scheme + ", setting up")
		b.show(onPushFight + "&p=.oY...O...............x...")
		b.do(chromedp.Evaluate(`document.querySelector("#help").showModal()`, nil))
		check(scheme + ", help")
		b.show("#g=nonsense")
		check(scheme + ", an unknown game")
		if scheme == "light" && !enginetest.Long {
			continue
		}
		b.show("")
		check(scheme + ", the list of games")
		b.show(onTicTacToe + "&p=XXXXXXXXX")
		b.want("refused", b.text("#moves"), "no position")
		check(scheme + ", a refused position")
		b.show(onTicTacToe)
		b.review("1. b2 a2 2. a1 b1 3. c3")
		check(scheme + ", a reviewed game")
		for _, state := range states {
			b.show(state)
			check(scheme + ", " + state)
		}
	}
	b.do(chromedp.EmulateViewport(390, 844))
	b.show("#g=connect-four-height-3-line-3-width-4&t=b+b")
	check("phone")
	b.do(chromedp.Evaluate(`document.querySelector("#share").textContent = document.querySelector("#share").title = ""; document.querySelector("#spec").style.color = "#555"`, nil))
	if found := strings.Join(b.faults(program), "\n"); !strings.Contains(found, "button-name") || !strings.Contains(found, "color-contrast") {
		t.Errorf("want the two planted faults, axe-core finds %q", found)
	}
}

// graphFile returns the spec of a graph of four positions.
func graphFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "graph")
	if err := os.WriteFile(path, []byte("start: middle end\nmiddle: start far\nfar: end\nend:\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	return "graph:file=" + path
}

// review has the page judge a game.
func (b *browser) review(turns string) {
	b.t.Helper()
	b.do(chromedp.Evaluate(`document.querySelector("#import").open = true`, nil), chromedp.SetValue("#import-text", turns, chromedp.ByQuery))
	b.click("#import-form button")
}

// TestPageReview pastes a game with two mistakes: the page judges each turn, names a better move, plays
// on from before a mistake, and returns to the game.
func TestPageReview(t *testing.T) {
	b := openBrowser(t, 1280, 1000, false, "tictactoe")
	b.show(onTicTacToe)
	b.review("1. b2 a2 2. a1 b1 {a comment} 3. c3")
	b.want("the turns", b.state("t"), "b2 a2 a1 b1 c3")
	b.want("the end", b.text("#verdict"), "Game over: X has won")
	b.want("accuracy", b.text("#accuracy"), "Accuracy: X 100 % (0 mistakes)")
	b.want("the mistake", b.text("#history .mistake, #history .blunder"), "a2")
	b.want("a better move", b.text("#history .better"), "better a1")
	b.click("#history .retry")
	b.want("before the mistake", b.state("at"), "1")
	b.square(0)
	b.want("another move", b.state("t"), "b2 a3")
	b.want("its worth", b.text("#verdict"), "X to move: a draw")
	b.click("#return")
	b.want("the game again", b.state("t"), "b2 a2 a1 b1 c3")
	// Two games, of which one is cut short by a turn that is not legal.
	b.review("b2 a1\n\nb2 b2")
	b.until("a choice of games", `document.querySelector("#import-games").options.length === 2 && !document.querySelector("#import-choice").hidden`)
	b.do(chromedp.Evaluate(`(e => { e.value = 1; e.dispatchEvent(new Event("change")); })(document.querySelector("#import-games"))`, nil))
	b.settle()
	b.want("the legal part of the second", b.state("t"), "b2")
	b.want("the turn that is not legal", b.text("#error"), "b2")
	// A lost position has two defences.
	b.show(onTicTacToe + "&t=b2+a2+a1")
	b.click("#tip")
	b.want("defences", b.text("#hint"), "The longest defence: c3. The trickiest to answer: c3.")
}

// TestPageKeys plays by keys alone: the page announces squares, and keeps the focus.
func TestPageKeys(t *testing.T) {
	b := openBrowser(t, 1280, 860, false, "tictactoe")
	b.show(onTicTacToe)
	b.do(chromedp.KeyEvent("b"), chromedp.KeyEvent(kb.ArrowRight))
	b.want("heard", b.text("#spoken"), "b3: empty")
	b.do(chromedp.KeyEvent(kb.Enter))
	b.settle()
	b.want("on the board", b.state("t"), "b3")
	if !b.is(`document.activeElement === document.querySelector("#board svg")`) {
		t.Error("the board has lost the focus with the move")
	}
	b.do(chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.ArrowRight))
	b.want("heard", b.text("#spoken"), "b3: light")
	b.until("values", `document.querySelectorAll("#board .paint").length === 8`)
	b.do(chromedp.KeyEvent(kb.ArrowDown))
	b.until("the value to be heard", `/^b2: empty, T$/.test(document.querySelector("#spoken").textContent)`)
	b.do(chromedp.KeyEvent("m"))
	b.until("the list", `document.activeElement.closest("#moves")`)
	b.do(chromedp.KeyEvent(kb.Enter))
	b.settle()
	b.until("the list again", `document.activeElement.closest("#moves") && document.querySelectorAll("#history li").length === 3`)
	// The list of turns also steps through games.
	b.do(chromedp.Evaluate(`document.querySelector("#history button").focus()`, nil), chromedp.KeyEvent(kb.Enter))
	b.settle()
	if !b.is(`document.activeElement.matches("#history [aria-current]")`) {
		t.Error("the list of turns has lost the focus")
	}
}

// TestPageView turns, mirrors and paints the board, drags pieces, and uses the chart.
func TestPageView(t *testing.T) {
	b := openBrowser(t, 1280, 860, false, "tictactoe", "quixo:size=3")
	// The page may scroll meanwhile, so places are relative to the board's corner.
	onBoard := func(place int) (at []float64) {
		b.do(chromedp.Evaluate(fmt.Sprintf(`((r, s) => [Math.round(r.x - s.x), Math.round(r.y - s.y)])(document.querySelector('#board [data-place="%d"] rect').getBoundingClientRect(), document.querySelector("#board svg").getBoundingClientRect())`, place), &at))
		return at
	}
	b.show(onTicTacToe + "&p=XX.OO....")
	before := onBoard(0)
	far, right := onBoard(8), onBoard(2)
	b.click("#view-turn")
	if at := onBoard(0); at[0] != far[0] || at[1] != far[1] {
		t.Errorf("turned, a3 is at %v, want %v", at, far)
	}
	b.square(2)
	b.want("clicks where it is drawn", b.state("t"), "c3")
	b.click("#undo")
	b.click("#view-turn")
	b.click("#view-mirror")
	if at := onBoard(0); at[0] != right[0] || at[1] != before[1] {
		t.Errorf("mirrored, a3 is at %v, want %v", at, right)
	}
	b.click("#view-mirror")
	light := `document.querySelector('#board [data-place="0"] .piece').classList.contains("light")`
	if !b.is(light) {
		t.Error("X is not light")
	}
	b.click("#view-swap")
	if b.is(light) || b.state("v") != "c" {
		t.Error("colours are not swapped")
	}
	b.click("#view-swap")
	var painted string
	b.do(chromedp.Evaluate(`[...document.querySelectorAll("#board .square")].map((g) => g.dataset.place + (document.querySelector('[data-paint="' + g.dataset.place + '"]')?.textContent ?? "-")).join(" ")`, &painted))
	b.want("painted", painted, "0- 1- 2W1 3- 4- 5")
	b.do(chromedp.KeyEvent("v"))
	b.want("hidden, and shared", b.state("v"), "n")
	if b.is(`document.querySelector("#board .paint")`) {
		t.Error("the values stay")
	}
	// A cube of Quixo is dragged to the place where it is pushed in.
	b.show("#g=quixo-ranked-false-size-3")
	from, to := b.center(0), b.center(2)
	drag := func(kind string, at []float64) chromedp.Action {
		return chromedp.Evaluate(fmt.Sprintf(`(document.elementFromPoint(%[2]v, %[3]v)).dispatchEvent(new PointerEvent(%[1]q, {bubbles: true, clientX: %[2]v, clientY: %[3]v, pointerType: "mouse", button: 0}))`, kind, at[0], at[1]), nil)
	}
	b.do(drag("pointerdown", from), drag("pointermove", to), drag("pointerup", to))
	b.settle()
	b.want("dragged", b.state("t"), "a3-c3")
	// The chart marks the blunder and goes to it.
	b.show(onTicTacToe + "&p=.........&t=b2+a2+a1+b1+c3")
	if !b.is(`document.querySelector('#chart [data-ply="2"] .blunder').textContent === "?"`) {
		t.Error("the chart does not mark the blunder")
	}
	b.do(chromedp.Evaluate(`document.querySelector('#chart [data-ply="2"]').dispatchEvent(new MouseEvent("click", {bubbles: true}))`, nil))
	b.settle()
	b.want("there", b.state("at"), "2")
	// The next position of a value, and back.
	b.show(onTicTacToe + "&p=%23100")
	b.do(chromedp.Evaluate(`document.querySelector("#explore").open = true`, nil))
	b.until("the values", `document.querySelector("#sample-value").value === "W3"`)
	b.click("#near-on")
	b.want("next", b.position(), "OO.X...X.")
	b.click("#near-back")
	b.want("previous", b.position(), ".O...X..X")
}

// TestPageLayout checks the order on a phone, and that a large window has a large board.
func TestPageLayout(t *testing.T) {
	b := openBrowser(t, 390, 844, false, "tictactoe")
	b.show(onTicTacToe + "&t=b2+a2")
	top := func(id string) (y float64) {
		b.do(chromedp.Evaluate(fmt.Sprintf(`document.querySelector(%q).getBoundingClientRect().top`, id), &y))
		return y
	}
	if !(top("#play") < top("#analysis") && top("#analysis") < top("#record") && top("#record") < top("#settings")) {
		t.Error("on a phone the order is not board, moves, game, settings")
	}
	b.screenshot("phone-order")
	for _, size := range [][2]int64{{1280, 800}, {1920, 1200}} {
		b.do(chromedp.EmulateViewport(size[0], size[1]))
		b.show(onTicTacToe + "&t=b2+a2")
		var board []float64
		b.do(chromedp.Evaluate(`(r => [r.width, r.height, document.querySelector("#play").clientWidth, document.documentElement.scrollWidth - innerWidth])(document.querySelector("#board svg").getBoundingClientRect())`, &board))
		if board[1] < .5*float64(size[1]) && board[0] < .9*board[2] || board[3] > 0 {
			t.Errorf("in a window of %v the board has %v", size, board)
		}
		b.screenshot(fmt.Sprint("window-", size[0]))
	}
}
