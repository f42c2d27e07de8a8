package serve_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// everyTurn makes the page's own code make each turn of positions from all over a table by its
// clicks. It returns the number of turns, and the turns that clicks cannot make.
const everyTurn = `(async (game) => {
	const { Board } = await import("/board.js"), { Gesture, clicksOf, setClicks } = await import("/gesture.js");
	const get = async (path, query) => (await fetch("v1/" + game + "/" + path + "?" + new URLSearchParams(query))).json();
	const description = await get("board", {});
	if (!description.squares) return ["no board"];
	const size = (await (await fetch("v1/games")).json()).find((g) => g.slug === game).positions;
	const wrong = [];
	let made = 0;
	for (let n = 0; n < 20; n++) {
		const { position, moves } = await get("moves", { position: "#" + Math.floor((size / 20) * n + size / 40) });
		if (!moves.length) continue;
		for (const flip of [false, true]) {
			const board = new Board(document.createElement("div"), description, () => {}, () => {}, () => {});
			board.flip = flip;
			setClicks(moves, position, board);
			const gesture = new Gesture(moves, board);
			for (const m of moves.flatMap((m) => [m, ...(m.also ?? []).map((move) => ({ ...m, move, clicks: undefined }))])) {
				const clicks = (m.clicks ? m : gesture.moves.find(({ move }) => move === m.move) ?? { clicks: [] }).clicks;
				gesture.picks = [];
				let done = clicks.length ? null : gesture.choices.find(({ move }) => move === m.move)?.move;
				for (const [name] of clicks) {
					// A letter or a number alone means any square of the column or row.
					const square = name[0] === "*" ? name : board.names.find((s) => s === name || s.replace(/\d+/, "") === name || s.replace(/^[a-z]+/, "") === name);
					if (square && !done) done = gesture.click(square);
				}
				made++;
				if (done !== m.move && !gesture.choices.some(({ move }) => move === m.move)) wrong.push(position + ": " + m.move + " is made as " + done);
			}
		}
	}
	return [made + " turns", ...wrong.slice(0, 3)];
})`

// TestPageEveryTurn makes every turn of positions of every game by clicks, equal ones included.
func TestPageEveryTurn(t *testing.T) {
	games := []string{
		"tictactoe", "quixo:size=3", "connect-four:width=4,height=3,line=3", "british-square:width=3,height=3", "rpsw:width=3,height=3,pieces=1",
		"tupitu:width=3,height=3", "dobutsu:pieces=1", "chess:pieces=KQvK", "awari:stones=5", "kalah:pits=2,seeds=2", "morris:rings=1,men=3",
	}
	b := openBrowser(t, 1280, 860, false, games...)
	b.show("")
	for _, spec := range games {
		var told []string
		b.do(chromedp.Evaluate(fmt.Sprintf("%s(%q)", everyTurn, slugOf(t, spec)), &told, awaited))
		if len(told) != 1 || !strings.HasSuffix(told[0], " turns") || strings.HasPrefix(told[0], "0 ") {
			t.Errorf("%s: %s", spec, strings.Join(told, "\n"))
		}
		t.Logf("%s: %s", spec, told[0])
	}
}

func slugOf(t *testing.T, text string) string {
	t.Helper()
	spec, err := registry.Parse(text, nil)
	if err != nil {
		t.Fatal(err)
	}
	return spec.Slug()
}

// TestPageChess plays an ending of chess by clicks, and sets one up. If clicks complete several
// turns, as in a promotion, or a turn has no square, the player chooses the turn.
func TestPageChess(t *testing.T) {
	b := openBrowser(t, 1280, 860, false, "chess:pieces=KQvK", "british-square:width=3,height=3")
	const game = "#g=chess-men-3-metric-mate-pieces-KQvK"
	b.show(game + "&p=8/8/8/8/8/2Q3K1/8/k7+b+-+-+0+1")
	b.want("its name", b.text("#choice"), "Chess endings from KQvK on")
	b.want("black to move", b.text("#verdict"), "Black to move: loses in")
	b.square(56)
	b.square(48)
	b.want("the king goes on", b.state("t"), "Ka2")
	b.square(42)
	b.square(43)
	b.want("the queen, too", b.state("t"), "Ka2 Qd3")
	// It is set up, and the other player is to move.
	b.show(game + "&p=8/8/8/8/8/2Q3K1/8/k7+b+-+-+0+1")
	b.click("#setup")
	b.click(`#palette button[title="Q"]`)
	b.square(42)
	b.square(10)
	b.want("set up", b.position(), "8/2Q5/8/8/8/6K1/8/k7 b - - 0 1")
	b.do(chromedp.Evaluate(`[...document.querySelectorAll("#palette button")].find((b) => b.textContent === "Black to move").click()`, nil))
	b.settle()
	b.want("the other player", b.position(), "8/2Q5/8/8/8/6K1/8/k7 w - - 0 1")
	b.click("#setup")
	b.want("valued", b.text("#verdict"), "White to move: wins in")
	var chosen string
	b.do(chromedp.Evaluate(`import("/gesture.js").then(({ Gesture }) => {
		const move = (piece) => ({ move: "c8=" + piece, position: piece, value: "W5", clicks: [["c7", "take"], ["c8", "put"]] });
		const gesture = new Gesture([move("Q"), move("R")], { names: ["c7", "c8"] });
		return [gesture.choices.length, gesture.click("c7"), gesture.click("c8"), gesture.choices.map(({ move }) => move)].join();
	})`, &chosen, awaited))
	b.want("choices", chosen, "0,,,c8=Q,c8=R")
	b.show("#g=british-square-center-false-height-3-width-3&p=..22...11+1")
	b.want("to pass", b.text("#palette"), "pass")
	for _, fault := range b.faults(axe(t)) {
		t.Error(fault)
	}
	b.click("#palette button")
	b.want("passed", b.state("t"), "pass")
}
