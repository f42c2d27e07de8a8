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

	"github.com/foregone-db/foregone/engine/drawing"
)

// squaresShown lists what the page draws on each square, by its name beside the board: "empty",
// "hole", or the colour of a piece, then a colon and what is on the piece.
const squaresShown = `(() => {
	const shown = [...document.querySelectorAll("#board [data-square]")];
	const on = (g) => ":" + [...g.querySelectorAll(".label, .word, .number, .figure path, .heads, .piece, .border")].map((e) => e.textContent + (e.getAttribute("d") ?? "")).join();
	return Object.fromEntries(shown.map((g) => [g.dataset.label, (g.querySelector(".piece.dark") ? "dark" : g.querySelector(".piece.light") ? "light" :
		g.querySelector(".piece, .stone, .count, .figure") ? "other" : g.classList.contains("hole") || g.classList.contains("wall") ? "hole" : "empty") + on(g)]));
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

// pickable returns the clicks of a turn at a position as the page takes them, or nil.
func (b *browser) pickable(slug, position string, m turnMade) (clicks [][2]string) {
	b.t.Helper()
	data, err := json.Marshal(map[string]any{"move": m.Move, "clicks": m.Clicks, "position": m.Position})
	if err != nil {
		b.t.Fatal(err)
	}
	b.do(chromedp.Evaluate(fmt.Sprintf(`(async (slug, position, move) => {
		const { Board } = await import("/board.js"), { clicksOf, setClicks } = await import("/gesture.js");
		window.described ??= {};
		const board = new Board(document.createElement("div"), window.described[slug] ??= await (await fetch("v1/" + slug + "/board")).json());
		if (move.clicks === null) delete move.clicks;
		setClicks([move], position, board);
		return clicksOf(move);
	})(%q, %q, %s)`, slug, position, data), &clicks, awaited))
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

// drawn compares what the page draws with the drawn board of the position, after so many turns that
// left the next one to the other player.
func (b *browser) drawn(slug, position string, ply int) {
	b.t.Helper()
	var d struct {
		drawing.Depiction
		Drawn   string
		Squares *[][2]int
	}
	b.get("/v1/"+slug+"/board", url.Values{"position": {position}}, &d)
	l, ok := drawing.ReadLayout(d.Drawn)
	if d.Squares == nil { // a text
		b.want("the board of "+slug, b.text("#board pre"), strings.Join(strings.Fields(d.Drawn), " "))
		return
	}
	if !ok {
		b.t.Fatalf("%s has no drawn board", slug)
	}
	for symbol, look := range d.Looks {
		if look.Shape == "none" {
			look.Shape = drawing.NoShape
			d.Looks[symbol] = look
		}
	}
	var shown, calls map[string]string
	b.do(chromedp.Evaluate(squaresShown, &shown),
		chromedp.Evaluate(`Object.fromEntries([...document.querySelectorAll("#board [data-square]")].map((g) => [g.dataset.square, g.dataset.label]))`, &calls))
	if len(shown) != len(l.Squares) {
		b.t.Fatalf("%s: %d squares are drawn, want %d", slug, len(shown), len(l.Squares))
	}
	for _, s := range l.Squares {
		name, look := l.Columns[s.Column]+l.Rows[s.Row], d.Of(s.Symbol, ply)
		want := "empty"
		switch {
		case look.Shape == drawing.Hole || look.Shape == drawing.Wall:
			want = "hole"
		case look.IsOwned() && look.Second:
			want = "dark"
		case look.IsOwned():
			want = "light"
		case look.Shape != drawing.NoShape || look.Figure != "" || d.Marks[calls[name]] != "" && d.Marks[calls[name]][0] != '=':
			want = "other"
		}
		if got := shown[calls[name]]; !strings.HasPrefix(got, want+":") || look.Label != "" && want != "hole" && !look.Joined && look.Figure == "" && !strings.Contains(got, look.Label) {
			b.t.Errorf("%s %s: %s is drawn as %q, want %s %s", slug, position, name, got, want, look.Label)
		}
	}
}

// compare compares the page with /v1 and UWAPI after a turn, and returns the position.
func (b *browser) compare(spec, slug string) (position string, over bool) {
	b.t.Helper()
	var game struct {
		Steps []struct {
			Position           *string
			Shown, Value, Move string
			Over, Keeps        bool
			Plies              *int
		}
	}
	b.get("/v1/"+slug+"/game", url.Values{"position": {b.state("p")}, "turns": {b.state("t")}}, &game)
	last := game.Steps[len(game.Steps)-1]
	if got := b.position(); got != last.Shown {
		b.t.Fatalf("%s: the page shows %q, /v1 %q", spec, got, last.Shown)
	}
	ply := 0
	for _, step := range game.Steps[1:] {
		if !step.Keeps {
			ply++
		}
	}
	if last.Position != nil {
		b.drawn(slug, last.Shown, ply)
	} else if n := len(game.Steps) - 2; strings.HasPrefix(last.Shown, game.Steps[n].Shown+" ") { // the position before is drawn
		b.drawn(slug, game.Steps[n].Shown, ply-1)
	}
	one := b.is(`document.body.dataset.players === "one"`)
	if last.Position == nil || last.Over {
		end := "Game over"
		if one && !strings.HasPrefix(spec, "yahtzee") {
			if end = "Solved"; last.Value == "unsolvable" {
				end = "Unsolvable"
			}
		}
		b.want(spec+": the end", b.text("#verdict"), end)
		return last.Shown, true
	}
	if chip := b.text("#verdict .chip"); chip != inTurns(last.Value) {
		b.t.Errorf("%s %s: the page says %s, /v1 %s", spec, last.Shown, chip, last.Value)
	}
	if last.Plies == nil && !strings.HasPrefix(last.Value, "d") && last.Value != "T" && (strings.Contains(last.Value, ".") || !strings.ContainsAny(last.Value[:1], "+-0")) {
		return last.Shown, false // games of one player and of chance have no remoteness there
	}
	// UWAPI: the same remoteness, for the player to move.
	name, _, _ := strings.Cut(spec, ":")
	var variants struct{ Variants []struct{ ID string } }
	b.get("/uwapi/"+name, nil, &variants)
	id := variants.Variants[0].ID
	for _, v := range variants.Variants { // several may be served
		if name+"-"+v.ID == slug {
			id = v.ID
		}
	}
	var answer struct {
		PositionValue string
		Remoteness    int
	}
	b.get("/uwapi/"+name+"/"+id+"/positions", url.Values{"p": {last.Shown}}, &answer)
	if last.Plies != nil && answer.Remoteness != *last.Plies || strings.HasPrefix(strings.ToLower(last.Value), "w") != (answer.PositionValue == "win") && last.Plies != nil {
		b.t.Errorf("%s %s: /v1 says %s, UWAPI %s in %d", spec, last.Shown, last.Value, answer.PositionValue, answer.Remoteness)
	}
	return last.Shown, false
}

// rolled returns the moves of the roll that the page shows.
func (b *browser) rolled() (moves []turnMade) {
	b.t.Helper()
	b.do(chromedp.Evaluate(`[...document.querySelectorAll("#moves button.move")].map((b) => ({Move: b.move.move, Position: b.move.position ?? null, Clicks: b.move.clicks ?? null}))`, &moves))
	return moves
}

// named checks that with a turn squares have changed that its clicks name: each click is one square, or
// one of several. It returns how many clicks there are, and how many of them name a changed square.
func (b *browser) named(what string, clicks [][]string, before, after map[string]string, refilled bool) (all, changed int) {
	b.t.Helper()
	for _, c := range clicks {
		all++
		if slices.ContainsFunc(c, func(label string) bool { return before[label] != after[label] }) {
			changed++
		}
	}
	if all > 0 && changed == 0 && !refilled {
		b.t.Errorf("%s: of the squares %v none changes", what, clicks)
	}
	return all, changed
}

// labels returns the names beside the board of the squares that a click may be on.
func (b *browser) labels(click string) (labels []string) {
	b.t.Helper()
	b.do(chromedp.Evaluate(fmt.Sprintf(`((wanted) => [...document.querySelectorAll("#board [data-square]")].filter((g) =>
		[g.dataset.square, g.dataset.square.replace(/\d+$/, ""), g.dataset.square.replace(/^[a-z]+/, "")].some((name) => wanted.includes(name))).map((g) => g.dataset.label))(%q.split("|"))`, click), &labels))
	return labels
}

// playByMouse makes up to n random turns of a game with the mouse, or with keys, and compares page,
// /v1 and UWAPI after each. Where the game ends it begins anew.
func (b *browser) playByMouse(spec string, n int, keys bool, r *rand.Rand) {
	b.t.Helper()
	b.playSlug(spec, slugOf(b.t, spec), n, keys, r)
}

func (b *browser) playSlug(spec, slug string, n int, keys bool, r *rand.Rand) {
	b.t.Helper()
	b.show("?d=28&g=" + slug)
	name, _, _ := strings.Cut(spec, ":")
	refilled := slices.Contains([]string{"pushfight", "pylos", "quixo"}, name) // pieces move to squares that others of their kind leave
	all, changed := 0, 0
	for range n {
		position, over := b.compare(spec, slug)
		if over {
			b.show(fmt.Sprint("?d=", r.IntN(1000), "&g=", slug))
			continue
		}
		var list struct{ Moves []turnMade }
		b.get("/v1/"+slug+"/moves", url.Values{"position": {position}}, &list)
		if len(list.Moves) == 0 { // the page plays on where a table says nothing
			b.t.Fatalf("%s %s: no move", spec, position)
		}
		if slices.Contains([]string{"bearoff", "einstein", "hypergammon", "pig", "ur", "yahtzee"}, name) {
			list.Moves = b.rolled()
		}
		m := list.Moves[r.IntN(len(list.Moves))]
		var clicks [][2]string
		if !b.is(`document.querySelector("#board pre")`) {
			clicks = b.pickable(slug, position, m)
		}
		var before, after map[string]string
		b.do(chromedp.Evaluate(squaresShown, &before))
		turns := b.state("t")
		var names [][]string
		for _, c := range clicks {
			if !strings.HasPrefix(c[0], "*") {
				names = append(names, b.labels(c[0]))
			}
		}
		for _, c := range clicks {
			if square, _, _ := strings.Cut(c[0], "|"); b.state("t") == turns {
				b.clickOrKey(square, keys)
			}
		}
		if roll, kept, ok := strings.Cut(m.Move, ":"); ok && name == "yahtzee" && strings.Trim(kept, "123456-") == "" {
			b.rollAgain(roll, kept, keys)
		} else if b.state("t") == turns { // several turns have these squares, or none has
			b.do(chromedp.Evaluate(fmt.Sprintf(`[...document.querySelectorAll("#palette button, #moves button.move")].find((e) => (e.move?.move ?? e.value) === %q)?.click()`, m.Move), nil))
			b.settle()
		}
		made := strings.Fields(b.state("t"))
		if len(made) != len(strings.Fields(turns))+1 {
			b.t.Fatalf("%s %s: the clicks %v of %s make no turn", spec, position, clicks, m.Move)
		}
		if strings.HasSuffix(made[len(made)-1], ":wins") { // the board stays as it was before
			names = nil
		}
		b.do(chromedp.Evaluate(squaresShown, &after))
		n, c := b.named(spec+" "+position+": "+made[len(made)-1], names, before, after, refilled)
		all, changed = all+n, changed+c
	}
	if 10*changed < 9*all && !(refilled && 5*changed > 2*all) {
		b.t.Errorf("%s: of %d squares that turns name %d change", spec, all, changed)
	}
	b.t.Logf("%s: of %d squares that turns name %d change", spec, all, changed)
	b.compare(spec, slug)
}

// rollAgain keeps some dice of a roll by clicks, or by keys, and rolls the others.
func (b *browser) rollAgain(roll, kept string, keys bool) {
	b.t.Helper()
	push := func(selector string) {
		if keys {
			b.do(chromedp.Focus(selector, chromedp.ByQuery), chromedp.KeyEvent(" "))
		} else {
			b.do(chromedp.Click(selector, chromedp.ByQuery))
		}
	}
	for place, die := range roll {
		if strings.ContainsRune(kept, die) {
			kept = strings.Replace(kept, string(die), "", 1)
			push(fmt.Sprintf("#dice .die:nth-of-type(%d)", place+1))
		}
	}
	push("#dice .again")
	b.settle()
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
	for _, spec := range games {
		t.Run(spec, func(t *testing.T) {
			openBrowser(t, 1280, 1000, false, spec).playByMouse(spec, n, keys, rand.New(rand.NewPCG(28, 30)))
		})
	}
}

// TestPagePlay plays games with the mouse. TestPagePlayLong plays all, for 30 turns each.
func TestPagePlay(t *testing.T) {
	playAll(t, []string{"tictactoe", "dobutsu:pieces=1", "sliding:width=3,height=2", "ur:pieces=1"}, 4, false)
}

// TestPagePlayKeys plays a game with keys. TestPagePlayKeysLong plays one of each kind.
func TestPagePlayKeys(t *testing.T) { playAll(t, []string{"tupitu:width=3,height=3"}, 2, true) }
