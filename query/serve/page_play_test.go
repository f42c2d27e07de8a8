package serve_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// squaresShown lists, in the order of the notation, what the page draws on each square that the
// player to move calls by name: "empty", "hole", or the colour of a piece.
const squaresShown = `(async () => {
	const { split } = await import("/cells.js");
	const shown = [...document.querySelectorAll("#board [data-square]")];
	return Object.fromEntries(shown.map((g) => [g.dataset.square, g.querySelector(".piece.dark") ? "dark" : g.querySelector(".piece.light") ? "light" :
		g.querySelector(".piece, .stone, .count, .figure") ? "other" : g.classList.contains("hole") || g.classList.contains("wall") ? "hole" : "empty"]));
})()`

// get reads an answer of /v1 or of UWAPI.
func (b *browser) get(path string, query url.Values, into any) {
	b.t.Helper()
	status, body := get(b.t, b.base+path+"?"+query.Encode())
	if err := json.Unmarshal([]byte(body), into); err != nil || status != 200 {
		b.t.Fatalf("%s?%s: %d %.300s", path, query.Encode(), status, body)
	}
}

// turnMade is a turn that a test makes.
type turnMade struct {
	Move     string
	Position *string
	Value    string
	Clicks   *[][2]string
}

// pickable returns the clicks of a turn as the page takes them, or nil.
func (b *browser) pickable(m turnMade) (clicks [][2]string) {
	b.t.Helper()
	data, err := json.Marshal(map[string]any{"move": m.Move, "clicks": m.Clicks})
	if err != nil {
		b.t.Fatal(err)
	}
	b.do(chromedp.Evaluate(fmt.Sprintf(`import("/gesture.js").then(({ clicksOf }) => clicksOf(Object.fromEntries(Object.entries(%s).filter(([, v]) => v !== null))))`, data), &clicks, awaited))
	return clicks
}

// press clicks a square, or a piece in hand, with the mouse, where it is drawn.
func (b *browser) press(name string) {
	b.t.Helper()
	var at []float64
	b.do(chromedp.Evaluate(fmt.Sprintf(`((name) => {
		const all = [...document.querySelectorAll("#board [data-square]")];
		const e = name[0] === "*" ? document.querySelector('#board [data-hand="' + name + '"]') : all.find((g) => [g.dataset.square, g.dataset.square.replace(/\d+$/, ""), g.dataset.square.replace(/^[a-z]+/, "")].includes(name));
		e.scrollIntoView({block: "nearest"});
		const r = (e.querySelector("rect, circle") ?? e).getBoundingClientRect();
		return [r.x + r.width / 2, r.y + r.height / 2];
	})(%q)`, name), &at))
	b.do(chromedp.MouseEvent(input.MousePressed, at[0], at[1], chromedp.ButtonLeft, chromedp.ClickCount(1)), chromedp.MouseEvent(input.MouseReleased, at[0], at[1], chromedp.ButtonLeft, chromedp.ClickCount(1)))
	b.settle()
}

// compare compares the page with /v1 and UWAPI after a turn, and returns the position.
func (b *browser) compare(spec, slug string) (position string, over bool) {
	b.t.Helper()
	var game struct {
		Steps []struct {
			Position           *string
			Shown, Value, Move string
			Over               bool
			Plies              *int
		}
	}
	b.get("/v1/"+slug+"/game", url.Values{"position": {b.state("p")}, "turns": {b.state("t")}}, &game)
	last := game.Steps[len(game.Steps)-1]
	if got := b.position(); got != last.Shown {
		b.t.Fatalf("%s: the page shows %q, /v1 %q", spec, got, last.Shown)
	}
	if last.Position == nil || last.Over {
		b.want(spec+": the end", b.text("#verdict"), "Game over")
		return last.Shown, true
	}
	if chip := b.text("#verdict .chip"); chip != last.Value {
		b.t.Errorf("%s %s: the page says %s, /v1 %s", spec, last.Shown, chip, last.Value)
	}
	// UWAPI: the same remoteness, for the player to move.
	name, _, _ := strings.Cut(spec, ":")
	var variants struct{ Variants []struct{ ID string } }
	b.get("/uwapi/"+name, nil, &variants)
	var answer struct {
		PositionValue string
		Remoteness    int
	}
	b.get("/uwapi/"+name+"/"+variants.Variants[0].ID+"/positions", url.Values{"p": {last.Shown}}, &answer)
	if last.Plies != nil && answer.Remoteness != *last.Plies || strings.HasPrefix(strings.ToLower(last.Value), "w") != (answer.PositionValue == "win") && last.Plies != nil {
		b.t.Errorf("%s %s: /v1 says %s, UWAPI %s in %d", spec, last.Shown, last.Value, answer.PositionValue, answer.Remoteness)
	}
	return last.Shown, false
}

// playByMouse makes up to n random turns of a game with the mouse, or with keys, and compares page,
// /v1 and UWAPI after each. Where the game ends it begins anew.
func (b *browser) playByMouse(spec string, n int, keys bool, r *rand.Rand) {
	b.t.Helper()
	slug := slugOf(b.t, spec)
	b.show("?g=" + slug)
	for range n {
		position, over := b.compare(spec, slug)
		if over {
			b.show("?g=" + slug)
			continue
		}
		var list struct{ Moves []turnMade }
		b.get("/v1/"+slug+"/moves", url.Values{"position": {position}}, &list)
		m := list.Moves[r.IntN(len(list.Moves))]
		clicks := b.pickable(m)
		var before, after map[string]string
		b.do(chromedp.Evaluate(squaresShown, &before, awaited))
		turns := b.state("t")
		for _, c := range clicks {
			b.clickOrKey(c[0], keys)
		}
		if b.state("t") == turns { // several turns have these squares, or none has
			b.do(chromedp.Evaluate(fmt.Sprintf(`[...document.querySelectorAll("#palette button")].find((e) => e.textContent === %q)?.click()`, m.Move), nil))
			b.settle()
		}
		made := strings.Fields(b.state("t"))
		if len(made) != len(strings.Fields(turns))+1 {
			b.t.Fatalf("%s %s: the clicks %v of %s make no turn", spec, position, clicks, m.Move)
		}
		b.do(chromedp.Evaluate(squaresShown, &after, awaited))
		if len(clicks) > 0 && !strings.HasPrefix(clicks[0][0], "*") && after != nil && len(before) > 0 {
			same := true
			for name, look := range before {
				same = same && after[name] == look
			}
			if same && !slices.Contains([]string{"awari", "kalah"}, strings.Split(spec, ":")[0]) && !strings.HasPrefix(spec, "quixo") {
				b.t.Errorf("%s %s: no square changes with %s", spec, position, made[len(made)-1])
			}
		}
	}
	b.compare(spec, slug)
}

// clickOrKey clicks a square with the mouse, or goes there with the keys.
func (b *browser) clickOrKey(name string, keys bool) {
	b.t.Helper()
	if !keys {
		b.press(name)
		return
	}
	if !b.is(`document.activeElement === document.querySelector("#board svg")`) {
		b.do(chromedp.KeyEvent("b"))
	}
	if strings.HasPrefix(name, "*") {
		b.do(chromedp.KeyEvent(name[1:]))
		b.settle()
		return
	}
	// Breadth first is not needed: an arrow that leads nowhere leaves the cursor.
	for tries := 0; !b.is(fmt.Sprintf(`(([now]) => [now, now?.replace(/\d+$/, ""), now?.replace(/^[a-z]+/, "")].includes(%q))((document.querySelector("#spoken").textContent.match(/^[a-z]+\d+/) ?? [""]))`, b.fixed(name))); tries++ {
		if tries == 60 {
			b.t.Fatalf("the keys do not reach %s: %s", name, b.text("#spoken"))
		}
		var arrow string
		b.do(chromedp.Evaluate(fmt.Sprintf(`((name) => {
			const all = [...document.querySelectorAll("#board [data-square]")], spoken = document.querySelector("#spoken").textContent.match(/^[a-z]+\d+/)?.[0];
			const now = all.find((g) => g.dataset.label === spoken), want = all.find((g) => [g.dataset.square, g.dataset.square.replace(/\d+$/, ""), g.dataset.square.replace(/^[a-z]+/, "")].includes(name));
			const place = (g) => (r => [r.x + r.width / 2, r.y + r.height / 2])(g.querySelector("rect, circle").getBoundingClientRect());
			const [[x, y], [u, v]] = [place(now), place(want)];
			return Math.abs(u - x) > Math.abs(v - y) ? (u > x ? "right" : "left") : (v > y ? "down" : "up");
		})(%q)`, name), &arrow))
		b.do(chromedp.KeyEvent(map[string]string{"right": kb.ArrowRight, "left": kb.ArrowLeft, "up": kb.ArrowUp, "down": kb.ArrowDown}[arrow]))
	}
	b.do(chromedp.KeyEvent(kb.Enter))
	b.settle()
}

// fixed returns the label beside the board of a square that the player to move calls by name.
func (b *browser) fixed(name string) (label string) {
	b.t.Helper()
	b.do(chromedp.Evaluate(fmt.Sprintf(`[...document.querySelectorAll("#board [data-square]")].find((g) => g.dataset.square === %q)?.dataset.label ?? %q`, name, name), &label))
	return label
}

// playAll plays games for n turns each.
func playAll(t *testing.T, games []string, n int, keys bool) {
	t.Helper()
	b := openBrowser(t, 1280, 1000, false, games...)
	r := rand.New(rand.NewPCG(28, 30))
	for _, spec := range games {
		b.playByMouse(spec, n, keys, r)
	}
}

// TestPagePlay plays two games with the mouse. TestPagePlayLong plays all, for 30 turns each.
func TestPagePlay(t *testing.T) { playAll(t, []string{"tictactoe", "dobutsu:pieces=1"}, 4, false) }

// TestPagePlayKeys plays a game with keys. TestPagePlayKeysLong plays one of each kind.
func TestPagePlayKeys(t *testing.T) { playAll(t, []string{"tupitu:width=3,height=3"}, 2, true) }
