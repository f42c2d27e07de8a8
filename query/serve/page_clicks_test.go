package serve_test

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// awaited makes an evaluation wait for a promise.
func awaited(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }

// TestPageClicks makes turns by clicks in several kinds of games: a column, two turns with one
// result, a tile that is removed. It asks for an unknown game, and goes back and forward.
func TestPageClicks(t *testing.T) {
	b := openBrowser(t, 1280, 860, false, "connect-four:width=4,height=3,line=3", "quixo:size=3", "tupitu:width=3,height=3")
	b.show("#g=nonsense")
	b.want("unknown game", b.text("#error"), "No game nonsense is served here")
	b.want("what there is", b.text("#cards"), "Connect Four 4×3 The first player wins in")
	b.want("what there is", b.text("#cards"), "Quixo 3×3 The first player wins in 7 plies. 2,219 positions")
	b.do(chromedp.Click("#cards a", chromedp.ByQuery))
	b.until("the game", `document.querySelector("#board svg") && document.body.classList.contains("ready")`)
	b.settle()
	if !b.is(`document.querySelector("#game").selectedOptions[0].textContent === "Connect Four 4×3"`) {
		t.Error("the game has not its name")
	}
	b.want("spec", b.text("#spec"), "connect-four:height=3,line=3,width=4")
	// Any square of the column will do; the piece falls.
	for _, place := range []int{1, 5, 2, 6, 3} {
		b.square(place)
	}
	b.want("columns", b.state("t"), "b b c c d")
	b.want("won by the last piece", b.text("#verdict"), "Game over: Yellow has won")
	b.click("#undo")
	b.want("taken back", b.state("t"), "b b c c")
	b.click("#redo")
	b.want("made again", b.state("t"), "b b c c d")
	b.do(chromedp.NavigateBack())
	b.settle()
	b.want("back", b.state("t"), "b b c c")
	if strings.HasSuffix(b.state("t"), " d") {
		t.Error("the browser's Back goes nowhere")
	}
	// a3 pushed in at c3 or at b3 has one result, and the page accepts both turns.
	b.show("#g=quixo-ranked-false-size-3")
	b.want("equal turns", b.text("#moves"), " or ")
	b.square(1)
	b.square(2)
	b.want("the other turn", b.state("t"), "b3-c3")
	b.want("its value", b.text("#history"), "b3-c3 W4")
	b.do(chromedp.Evaluate(`document.querySelector("#about").open = true`, nil))
	b.want("legend", b.text("#legend"), "W11 wins on the player's 11th turn: win-21 on the command line")
	b.want("rules", b.text("#rules"), "Two players take turns")
	// The page marks the tile that a turn removes.
	b.show("#g=tupitu-height-3-width-3&p=A.......B")
	b.square(0)
	b.square(1)
	if !b.is(`document.querySelectorAll("#board .cross").length > 3`) {
		t.Error("tiles that can be taken away are not marked")
	}
	b.square(2)
	b.want("three clicks", b.state("t"), "a3-b3/c3")
}

// TestPagePuzzle solves the puzzle of the day: the page hides the moves until the winning one is
// made, and reports a wrong one.
func TestPagePuzzle(t *testing.T) {
	b := openBrowser(t, 1280, 860, false, "tictactoe")
	b.show(onTicTacToe)
	b.click("#puzzle")
	b.want("task", b.text("#hint"), "by one move only")
	b.want("no moves", b.text("#moves"), "Hidden")
	b.want("winning", b.text("#verdict"), "to move: wins in")
	var turns [2]string // a turn that does not win, and the one that does
	b.do(chromedp.Evaluate(`fetch("v1/tictactoe-height-3-line-3-width-3/moves?" + new URLSearchParams({position: document.querySelector("#position").value}))
		.then((answer) => answer.json()).then(({moves}) => [moves[1].move, moves[0].move])`, &turns, awaited))
	place := func(turn string) int { return int(turn[0]-'a') + 3*int('3'-turn[1]) }
	b.square(place(turns[0]))
	b.want("wrong", b.text("#hint"), "Not that one")
	b.click("#undo")
	b.want("still hidden", b.text("#moves"), "Hidden")
	b.square(place(turns[1]))
	b.want("right", b.text("#hint"), "Right")
	b.click("#undo")
	if strings.Contains(b.text("#moves"), "Hidden") {
		t.Error("the moves of the solved puzzle are hidden")
	}
	b.click("#solution")
	b.want("solution", b.state("t"), turns[1])
}
