package serve_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/foregone-db/foregone/kv/raw"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/serve"
)

// TestPageTouch drags with a finger, from squares where a turn continues, without scrolling.
func TestPageTouch(t *testing.T) {
	b := openBrowser(t, 390, 700, false, "quixo:size=3", small)
	b.do(emulation.SetTouchEmulationEnabled(true))
	drag := func(from, to int) {
		t.Helper()
		a, z := b.center(from), b.center(to)
		touch := func(kind input.TouchType, points ...*input.TouchPoint) chromedp.Action {
			return input.DispatchTouchEvent(kind, append([]*input.TouchPoint{}, points...))
		}
		middle := &input.TouchPoint{X: (a[0] + z[0]) / 2, Y: (a[1] + z[1]) / 2}
		b.do(touch(input.TouchStart, &input.TouchPoint{X: a[0], Y: a[1]}), touch(input.TouchMove, middle),
			touch(input.TouchMove, &input.TouchPoint{X: z[0], Y: z[1]}), touch(input.TouchEnd))
		b.settle()
	}
	b.show("#g=quixo-ranked-false-size-3")
	drag(0, 6)
	b.want("down a column", b.state("t"), "a3-a1")
	if !b.is(`scrollY === 0`) {
		t.Error("the page was scrolled")
	}
	// b3-d1, d4-b2, d1-c1: two moves and a push.
	b.show(onPushFight + "&p=.oY...O...............x...")
	drag(6, 23)
	drag(1, 14)
	drag(23, 22)
	b.want("a turn of several steps", b.state("t"), "b3-d1,d4-b2,d1-c1")
	if b.is(`document.querySelector('#board [data-place="9"]').classList.contains("liftable")`) {
		t.Error("a drag from an empty square does not scroll the page")
	}
}

// TestPageCopy copies a position as text, as a link and as a picture.
func TestPageCopy(t *testing.T) {
	b := openBrowser(t, 1280, 860, false, "tictactoe")
	b.do(chromedp.ActionFunc(func(ctx context.Context) error {
		permissions := []cdpbrowser.PermissionType{cdpbrowser.PermissionTypeClipboardReadWrite, cdpbrowser.PermissionTypeClipboardSanitizedWrite}
		return cdpbrowser.GrantPermissions(permissions).WithOrigin(b.base).Do(cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser))
	}))
	b.show(onTicTacToe + "&p=XX.OO....&t=c3")
	copied := func(id string) (text string) {
		t.Helper()
		b.click(id)
		b.until("copied", fmt.Sprintf(`document.querySelector(%q).textContent === "Copied"`, id))
		b.do(chromedp.Evaluate(`navigator.clipboard.readText()`, &text, awaited))
		return text
	}
	if text := copied("#copy"); text != b.position() || text != "OO.XXX..." && text != "XXXOO...." {
		t.Errorf("the text is %q", text)
	}
	var address string
	b.do(chromedp.Location(&address))
	if text := copied("#share"); text != address || !strings.Contains(text, "t=c3") {
		t.Errorf("the link is %q, want %q", text, address)
	}
	b.click("#copy-picture")
	b.until("the picture", `document.querySelector("#copy-picture").textContent === "Copied"`)
	var same bool
	b.do(chromedp.Evaluate(`(async () => {
		const [item] = await navigator.clipboard.read();
		const pixels = async (blob) => {
			const bitmap = await createImageBitmap(blob), canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
			canvas.drawImage(bitmap, 0, 0);
			return canvas.getImageData(0, 0, bitmap.width, bitmap.height).data;
		};
		const served = await fetch("v1/tictactoe-height-3-line-3-width-3/picture.png?" + new URLSearchParams({position: document.querySelector("#position").value}));
		const [a, b] = [await pixels(await item.getType("image/png")), await pixels(await served.blob())];
		return a.length > 10000 && a.length === b.length && a.every((x, i) => x === b[i]);
	})()`, &same, awaited))
	if !same {
		t.Error("the picture copied is not that of the position")
	}
}

// TestPagePrint prints a page with dark colours: board, moves and game are complete, dark on white.
func TestPagePrint(t *testing.T) {
	b := openBrowser(t, 1280, 860, true, "tictactoe")
	b.show(onTicTacToe + "&p=.........&t=b2+a2")
	b.do(emulation.SetEmulatedMedia().WithMedia("print").WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}))
	shown := func(id string) string {
		return fmt.Sprintf(`document.querySelector(%q).getBoundingClientRect().height > 20`, id)
	}
	for _, id := range []string{"#board svg", "#moves", "#history", "#chart", "#verdict"} {
		if !b.is(shown(id)) {
			t.Errorf("%s is not printed", id)
		}
	}
	for _, id := range []string{"#settings", "#undo", "#paste", "#help-open", "#explore"} {
		if b.is(shown(id)) {
			t.Errorf("%s is printed", id)
		}
	}
	if !b.is(`["#moves", "#history"].every((id) => (e => e.scrollHeight <= e.clientHeight + 1)(document.querySelector(id)))`) {
		t.Error("a list is cut off")
	}
	var colours string
	b.do(chromedp.Evaluate(`["body", "#play", "#moves", "#record"].map((id) => (s => s.color + s.backgroundColor)(getComputedStyle(document.querySelector(id)))).join(" ")`, &colours))
	if strings.Contains(colours, "rgb(31, 34, 38)") || strings.Contains(colours, "rgb(231, 229, 224)") {
		t.Errorf("printed in dark colours: %s", colours)
	}
	var paper []byte
	b.do(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		paper, _, err = page.PrintToPDF().Do(ctx)
		return err
	}))
	if pages := bytes.Count(paper, []byte("/Type /Page\n")); len(paper) < 2000 || pages < 1 || pages > 3 {
		t.Errorf("%d bytes, %d pages", len(paper), pages)
	}
}

// TestPageHands drops a piece from the hand, by clicks and by keys, and sets hands up.
func TestPageHands(t *testing.T) {
	b := openBrowser(t, 1280, 860, false, "dobutsu:pieces=1")
	const game = "#g=dobutsu-drops-true-height-4-pieces-1-width-3"
	b.show(game + "&p=...l.......L%20CC")
	hands := func() (told string) {
		b.do(chromedp.Evaluate(`[...document.querySelectorAll("#board .hand")].map((g) => g.dataset.hand ?? "other").join(" ")`, &told))
		return told
	}
	b.want("in hand", hands(), "*C")
	for _, fault := range b.faults(axe(t)) {
		t.Error(fault)
	}
	b.click(`#board .hand[data-hand="*C"]`)
	if !b.is(`document.querySelector("#board .hand.chosen")`) {
		t.Error("the piece in hand is not marked")
	}
	b.square(7)
	b.want("dropped", b.state("t"), "C*b2")
	b.want("one is left, the other side's now", hands(), "other")
	b.click("#undo")
	b.do(chromedp.KeyEvent("b"), chromedp.KeyEvent("C"))
	for range 4 {
		b.do(chromedp.KeyEvent(kb.ArrowDown))
	}
	b.do(chromedp.KeyEvent(kb.Enter))
	b.settle()
	b.want("dropped by keys", b.state("t"), "C*a1")
	// Set up hands: a piece moves from the mover's to the opponent's.
	b.show(game + "&p=...l.......L%20CC")
	b.click("#setup")
	b.click(`#palette button[title="C"]`)
	b.do(chromedp.Evaluate(`[...document.querySelectorAll("#palette button")].find((b) => b.textContent === "− in hand").click()`, nil))
	b.settle()
	b.want("taken off", b.position(), "...l.......L C")
	b.click(`#palette button[title="c"]`)
	b.do(chromedp.Evaluate(`[...document.querySelectorAll("#palette button")].find((b) => b.textContent === "+ in hand").click()`, nil))
	b.settle()
	b.want("given to the other", b.position(), "...l.......L Cc")
	b.click("#setup")
	b.want("valued", b.text("#verdict"), "Light to move:")
	b.want("both hands", hands(), "*C other")
}

// TestPageBounds shows a position whose value is not in a file with a part of the values: at least
// the value of its best known move.
func TestPageBounds(t *testing.T) {
	db := halfOf(t, open(t, small)[0])
	s, err := serve.New([]*query.DB{db}, serve.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var found query.Answer
	for i := db.Game().Size() - 1; ; i-- {
		a, err := db.At(i)
		if err == nil {
			a, err = a.Bounded(db)
		}
		if err != nil {
			t.Fatal(err)
		}
		if a.AtLeast.String() == "W2" {
			found = a
			break
		}
	}
	want := `"value":"unknown","outcome":"unknown","plies":null,"at_least":"W2"}`
	for _, target := range []string{"value", "moves"} {
		w := ask(s, "GET", pf+"/"+target+"?position="+found.Text, "")
		if target == "moves" {
			want = `"value":"unknown","plies":null,"at_least":"W2","moves":[`
		}
		if w.Code != 200 || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d %.200s, want %s", target, w.Code, w.Body, want)
		}
	}
	b := openPage(t, 1280, 860, false, s)
	b.show(onPushFight + "&p=" + found.Text)
	b.want("on the page", b.text("#verdict"), "Light to move: at least W2")
}

// halfOf returns a database with the first half of another one's values.
func halfOf(t *testing.T, whole *query.DB) *query.DB {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "half.bin")
	values := make([]byte, whole.Game().Size()/2)
	if err := whole.Table().ReadValues(values, 0); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, values, 0o666); err != nil {
		t.Fatal(err)
	}
	known, err := raw.ParseRanges(fmt.Sprintf("0-%d", len(values)-1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := query.ImportInPlace(whole.Game(), file, filepath.Join(dir, "db"), known); err != nil {
		t.Fatal(err)
	}
	db, err := query.Open(filepath.Join(dir, "db"), registry, query.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}
