package tictactoe

import (
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

func open(t testing.TB, text string) engine.Game {
	t.Helper()
	return enginetest.Open(t, Definition(), text)
}

func TestConformance(t *testing.T) {
	for _, text := range []string{
		"tictactoe",
		"tictactoe:width=4,height=3",
		"tictactoe:width=5,height=1,line=2",
		"tictactoe:width=2,height=3",
		"tictactoe:width=1,height=1,line=1",
	} {
		t.Run(text, func(t *testing.T) {
			enginetest.Run(t, open(t, text), enginetest.Options{
				NotPositions: []string{"O", "XXX......", strings.Repeat(".", 17), "........é"},
			})
		})
	}
}

// The numbers are well known: 5,478 positions, of which 958 are finished. X has a line in 626, O in
// 316, and 16 are drawn. The game is a draw.
func TestCounts(t *testing.T) {
	g := open(t, "tictactoe")
	if g.Size() != 5478 {
		t.Errorf("%d positions, want 5478", g.Size())
	}
	finished := map[string]int{}
	for i := range g.Size() {
		p := g.At(i)
		if v, ok := g.Finished(p); ok {
			text := g.Text(p)
			winner := "O" // who moved last
			if strings.Count(text, "X") > strings.Count(text, "O") {
				winner = "X"
			}
			if g.Kind().Outcome(v) == engine.Draw {
				winner = ""
			}
			finished[winner]++
		}
	}
	if finished["X"] != 626 || finished["O"] != 316 || finished[""] != 16 {
		t.Errorf("finished positions by winner: %v, want X 626, O 316, none 16", finished)
	}
	values := enginetest.Naive(g)
	start, _ := g.Start()
	if i, _ := g.Index(start); values[i] != engine.Tie {
		t.Errorf("the start is %s, want T", g.Kind().Text(values[i]))
	}
	for text, want := range map[string]string{
		"XX.OO....": "W1", // completes the line
		"X.X......": "",   // invalid: X would have moved twice
		"X...O...X": "T",
		"XO.......": "W3", // the wrong reply to a corner
		"XXXOO....": "L0",
		"XOXXOOOXX": "T",
	} {
		p, err := g.Parse(text)
		if want == "" {
			if !engine.IsInput(err) {
				t.Errorf("Parse(%q) = %v, %v, want an InputError", text, p, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("Parse(%q): %v", text, err)
			continue
		}
		if i, _ := g.Index(p); g.Kind().Text(values[i]) != want {
			t.Errorf("%s is %s, want %s", text, g.Kind().Text(values[i]), want)
		}
	}
}

// minimax is an independent program for the same game. It plays on a board of characters and uses
// neither keys nor engine. It returns draw, or the plies to the end, odd for a win.
func minimax(board []byte, player byte, seen map[string]int) int {
	const draw = -1
	if v, ok := seen[string(board)]; ok {
		return v
	}
	opponent := byte('X' + 'O' - player)
	value := draw
	for _, l := range [][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}} {
		if board[l[0]] == opponent && board[l[1]] == opponent && board[l[2]] == opponent {
			value = 0
		}
	}
	if value == draw && strings.Contains(string(board), ".") {
		win, loss, drawn := 100, -1, false
		for cell := range board {
			if board[cell] != '.' {
				continue
			}
			board[cell] = player
			switch v := minimax(board, opponent, seen); {
			case v == draw:
				drawn = true
			case v%2 == 0:
				win = min(win, v+1)
			default:
				loss = max(loss, v+1)
			}
			board[cell] = '.'
		}
		switch {
		case win < 100:
			value = win
		case !drawn:
			value = loss
		}
	}
	seen[string(board)] = value
	return value
}

func TestEveryPosition(t *testing.T) {
	g := open(t, "tictactoe")
	values := enginetest.Naive(g)
	seen := map[string]int{}
	minimax([]byte("........."), 'X', seen)
	if uint64(len(seen)) != g.Size() {
		t.Errorf("%d positions, want %d", g.Size(), len(seen))
	}
	for text, plies := range seen {
		p, err := g.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		i, _ := g.Index(p)
		if int(values[i]) != plies+1 {
			t.Errorf("%s is %s, want %s", text, g.Kind().Text(values[i]), g.Kind().Text(engine.Value(plies+1)))
		}
	}
}

func TestParse(t *testing.T) {
	g := open(t, "tictactoe:width=4,height=2,line=3")
	want, err := g.Parse("XO..X...")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"XO../X...", "XO..\nX...\n", "XO..\r\nX..."} {
		if p, err := g.Parse(text); err != nil || p != want {
			t.Errorf("Parse(%q) = %v, %v, want %v", text, p, err, want)
		}
	}
	for text, message := range map[string]string{
		"XO..X":    `"XO..X" has 5 cells: want 8, 2 rows of 4 cells X, O or . (empty)`,
		"XO..Y...": `"XO..Y..." has 'Y' for a cell: want X, O or . (empty)`,
		"XXX.O...": `"XXX.O..." has 3 X and 1 O: want as many X as O, or one more, since X begins and they take turns`,
		"XXX.OOO.": `"XXX.OOO." cannot be reached from the start`,
	} {
		if _, err := g.Parse(text); err == nil || err.Error() != message || !engine.IsInput(err) {
			t.Errorf("Parse(%q) gives the error\n%v, want\n%s", text, err, message)
		}
	}
}

func TestBoardAndMoves(t *testing.T) {
	g := open(t, "tictactoe:width=4,height=2,line=3")
	p, _ := g.Parse("XO..X...")
	if board, want := g.Board(p), "2 X O . .\n1 X . . .\n  a b c d\n"; board != want {
		t.Errorf("board\n%s, want\n%s", board, want)
	}
	var turns []string
	for _, m := range g.Moves(p) {
		turns = append(turns, m.Turn+" "+g.Text(m.To))
	}
	want := "b1 XO..XO.., c1 XO..X.O., c2 XOO.X..., d1 XO..X..O, d2 XO.OX..."
	if got := strings.Join(turns, ", "); got != want {
		t.Errorf("moves %s, want %s", got, want)
	}
	_, err := g.Play(p, "a1")
	if want := `"a1" is not a move at XO..X...: want one of b1, c1, c2, d1, d2`; err == nil || err.Error() != want {
		t.Errorf("Play(a1): %v, want %s", err, want)
	}
}

func TestNew(t *testing.T) {
	enginetest.Refused(t, Definition(), map[string]string{
		"tictactoe:line=4":           "a line of 4 does not fit on a board of 3 by 3",
		"tictactoe:width=5,height=4": "a board of 5 by 4 is too large: want at most 16 cells",
		"tictactoe:width=6":          `parameter width of tictactoe is "6": want a whole number from 1 to 5`,
	})
}

func FuzzParse(f *testing.F) {
	enginetest.FuzzNotation(f, open(f, "tictactoe"), ".........", "XO..X..../", "XXX/OO./...", "XOX\nOXO\nXOX", "é", "X")
}
