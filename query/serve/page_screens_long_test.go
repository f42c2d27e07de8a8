//go:build long

package serve_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"regexp"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

var shown = flag.String("screens", "", "the address of a server whose games are photographed, such as http://127.0.0.1:8080")
var shownOf = flag.String("screens-of", "", "a regular expression of the pictures to take, such as tictactoe.*-1280-light")

// faultsShown lists what a screen cuts: a page wider than the window, parts of the board outside of it, and
// texts on the board that overlap.
const faultsShown = `(() => {
	const faults = [], wide = document.documentElement.clientWidth, box = (e) => e.getBoundingClientRect();
	if (document.documentElement.scrollWidth > wide) faults.push("the page is " + document.documentElement.scrollWidth + " px wide, the window " + wide);
	const svg = document.querySelector("#board svg");
	const texts = svg ? [...svg.querySelectorAll("text")].filter((e) => e.textContent.trim() && box(e).width) : [];
	for (const e of svg ? svg.querySelectorAll("text, rect, circle, path") : []) {
		const [a, b] = [box(e), box(svg)];
		if (a.left < b.left - 1 || a.right > b.right + 1 || a.top < b.top - 1 || a.bottom > b.bottom + 1) faults.push("outside of the board: " + e.tagName + " " + e.textContent + " " + e.getAttribute("class"));
	}
	for (const [i, e] of texts.entries()) for (const f of texts.slice(i + 1)) {
		const [a, b] = [box(e), box(f)];
		const [w, h] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
		if (w > 2 && h > 0.5 * Math.min(a.height, b.height)) faults.push("texts overlap: " + e.textContent + ", " + f.textContent);
	}
	const apart = (list, what) => list.forEach((e, i) => list.slice(i + 1).forEach((f) => {
		const [a, b] = [box(e), box(f)];
		if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4) faults.push(what + " overlap: " + e.textContent + ", " + f.textContent);
	}));
	for (const row of document.querySelectorAll("#history button, .toolbar, #best ol li")) apart([...row.children].filter((e) => e.textContent.trim()), "parts");
	for (const e of document.querySelectorAll("button, h1, h2, #verdict, #status, td, th")) if (e.scrollWidth > e.clientWidth + 1 && box(e).width && getComputedStyle(e).overflow === "visible" && getComputedStyle(e).display !== "inline") faults.push("text leaves " + e.tagName + ": " + e.textContent.slice(0, 40));
	return [...new Set(faults)].slice(0, 5);
})()`

// TestPageScreens takes screenshots of the gallery and of all games of a server, at the start and behind
// some moves, at 1280 and 375 pixels, light and dark, and reports what they cut:
//
//	FOREGONE_SCREENSHOTS=DIR go test -tags long ./query/serve -run TestPageScreens -timeout 0 -args -screens http://127.0.0.1:8080
func TestPageScreens(t *testing.T) {
	if *shown == "" {
		t.Skip("needs -args -screens URL")
	}
	var list []struct{ Game, Slug string }
	status, body := get(t, *shown+"/v1/games")
	if err := json.Unmarshal([]byte(body), &list); err != nil || status != 200 {
		t.Fatalf("%d %.300s", status, body)
	}
	only := regexp.MustCompile(*shownOf)
	for _, game := range list { // the page counts the seconds while it waits for a puzzle
		if *shownOf != "" {
			break
		}
		began := time.Now()
		get(t, *shown+"/v1/"+game.Slug+"/puzzle")
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("%s: the puzzle of the day takes %v", game.Game, took)
		} else if took > time.Second {
			t.Logf("%s: the puzzle of the day takes %v", game.Game, took)
		}
	}
	for _, width := range []int64{1280, 375} {
		for _, dark := range []bool{false, true} {
			suffix := fmt.Sprintf("-%d-%s", width, map[bool]string{false: "light", true: "dark"}[dark])
			if only.MatchString("gallery" + suffix) {
				newPage(t, width, 900, dark, *shown, false).screen("gallery", suffix, "?")
			}
			for _, game := range list {
				if !only.MatchString(game.Slug + suffix) {
					continue
				}
				b := newPage(t, width, 900, dark, *shown, false)
				b.screen(game.Slug+"-0", suffix, "?d=28&g="+game.Slug)
				for range 6 {
					b.do(chromedp.Evaluate(`document.querySelectorAll("#moves button.move")[0]?.click()`, nil))
					b.settle()
				}
				b.picture(game.Slug+"-6", suffix)
				b.do(page.Close())
			}
		}
	}
}

// screen opens a state, and takes its picture.
func (b *browser) screen(name, suffix, state string) {
	b.t.Helper()
	b.show(state)
	b.picture(name, suffix)
}

func (b *browser) picture(name, suffix string) {
	b.t.Helper()
	b.until("the line", `!document.querySelector("#best[aria-busy]")`)
	var faults []string
	b.do(chromedp.Evaluate(faultsShown, &faults))
	for _, fault := range faults {
		b.t.Errorf("%s%s: %s", name, suffix, fault)
	}
	var shot []byte
	b.do(chromedp.FullScreenshot(&shot, 100))
	b.keep(name+suffix, shot)
}
