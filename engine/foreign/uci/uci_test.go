package uci

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/engine/tictactoe"
)

// needEngine skips a test if the engine is not installed.
func needEngine(t testing.TB) {
	t.Helper()
	if _, err := New(Options{}).Find(); err != nil {
		t.Skipf("%v", err)
	}
}

// small is a file of small variants.
const small = `
# Tic-tac-toe, as drops from hands.
[tictactoe]
maxRank = 3
maxFile = 3
immobile = p
startFen = 3/3/3[PPPPPpppp] w - - 0 1
pieceDrops = true
doubleStep = false
castling = false
stalemateValue = draw
connectN = 3
nMoveRule = 0

[race:breakthrough]
maxRank = 4
maxFile = 2
startFen = pp/2/2/PP w - - 0 1
whiteFlag = *4
blackFlag = *1
stalemateValue = loss

[draw]
maxRank = 3
maxFile = 3
king = k
rook = r
queen = q
startFen = k2/3/K1R w - - 0 1
castling = false

[ending]
maxRank = 5
maxFile = 4
king = k
rook = r
queen = q
startFen = k3/4/4/4/K2R w - - 0 1
castling = false

[loss:draw]
stalemateValue = loss

[win:draw]
stalemateValue = win

[drops]
maxRank = 4
maxFile = 2
king = k
shogiPawn = p
startFen = 1k/2/2/K1[PP] w - - 0 1
pieceDrops = true
capturesToHand = true
doubleStep = false
castling = false
stalemateValue = loss

[nomate:drops]
shogiPawnDropMateIllegal = true
`

func readSmall(path string) ([]byte, error) {
	if path == "small.ini" {
		return []byte(small), nil
	}
	return os.ReadFile(path)
}

// registry makes a registry with the variants of an engine. The engine ends with the test.
func registry(t testing.TB, o Options, builtIn ...engine.Definition) *games.Registry {
	t.Helper()
	engines := New(o)
	t.Cleanup(func() { engines.Close() })
	return games.NewRegistry(builtIn...).With(engines.Family())
}

// open makes a game.
func open(r *games.Registry, text string) (g engine.Game, err error) {
	spec, err := r.Parse(text, readSmall)
	if err != nil {
		return nil, err
	}
	defer pool.Catch(&err)
	return r.Open(spec)
}

func mustOpen(t testing.TB, r *games.Registry, text string) engine.Game {
	t.Helper()
	g, err := open(r, text)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestEqualsBruteForce compares every position of small games with a second implementation
// of their rules.
func TestEqualsBruteForce(t *testing.T) {
	needEngine(t)
	compareToys(t, []toyCase{
		{"uci:small.ini#race", "pp/2/2/PP w", toy{files: 2, ranks: 4, pawns: "breakthrough", race: true, stalemate: -1}},
		{"uci:small.ini#draw", "k2/3/K1R w", toy{files: 3, ranks: 3}},
		{"uci:small.ini#loss", "k2/3/K1R w", toy{files: 3, ranks: 3, stalemate: -1}},
		{"uci:small.ini#win", "k2/3/K1R w", toy{files: 3, ranks: 3, stalemate: 1}},
		{"uci:small.ini#draw:fen=k2/2r/RK1_b", "k2/2r/RK1 b", toy{files: 3, ranks: 3}},
		{"uci:small.ini#nomate", dropsStart, toy{files: 2, ranks: 4, pawns: "shogi", drops: true, noDropMate: true, stalemate: -1}},
	})
}

// dropsStart has kings on a board of 2 by 4 squares, and two pawns in hand.
const dropsStart = "1k/2/2/K1[PP] w"

// toyCase is a game with its second implementation.
type toyCase struct {
	game, start string
	toy         toy
}

func compareToys(t *testing.T, cases []toyCase) {
	for _, c := range cases {
		t.Run(c.game, func(t *testing.T) {
			g := mustOpen(t, registry(t, Options{}), c.game)
			values := enginetest.Naive(remember(t, g))
			want := c.toy.solve(c.start)
			if g.Size() != uint64(len(want)) {
				t.Errorf("%d positions, want %d", g.Size(), len(want))
			}
			wrong := 0
			for fen, o := range want {
				p, err := g.Parse(fen)
				if err != nil {
					t.Fatal(err)
				}
				i, _ := g.Index(p)
				if v := outcomeOf(values[i]); v != o && wrong < 3 {
					wrong++
					t.Errorf("%s is worth %v, want %v", fen, v, o)
				}
			}
			if got, err := g.Parse(g.Text(g.At(g.Size() / 2))); err != nil || g.Text(got) != g.Text(g.At(g.Size()/2)) {
				t.Errorf("%v is read as %v, %v", g.Text(g.At(g.Size()/2)), got, err)
			}
			t.Logf("%d positions", g.Size())
		})
	}
}

func outcomeOf(v engine.Value) outcome {
	switch {
	case v == 0:
		return outcome{}
	case v%2 == 1:
		return outcome{-1, int(v-1) / 2}
	}
	return outcome{1, int(v-2) / 2}
}

// TestEqualsTicTacToe compares every position of tic-tac-toe with the built-in game.
func TestEqualsTicTacToe(t *testing.T) {
	needEngine(t)
	r := registry(t, Options{}, tictactoe.Definition())
	g, want := mustOpen(t, r, "uci:small.ini#tictactoe"), mustOpen(t, r, "tictactoe")
	if g.Size() != want.Size() {
		t.Fatalf("%d positions, want %d", g.Size(), want.Size())
	}
	values, wanted := enginetest.Naive(remember(t, g)), enginetest.Naive(want)
	for i, v := range values {
		text := strings.NewReplacer("/", "", "1", ".", "2", "..", "3", "...", "P", "X", "p", "O").Replace(strings.Fields(g.Text(g.At(i)))[0])
		p, err := want.Parse(text[:9])
		if err != nil {
			t.Fatal(err)
		}
		j, _ := want.Index(p)
		if w := wanted[j]; outcomeOf(v) != outcomeOf(engine.Value(w)) && !sameByte(outcomeOf(v), w) {
			t.Fatalf("%s is worth %v, want %v", text, outcomeOf(v), w)
		}
	}
}

// sameByte compares an outcome with a value of the byte kind.
func sameByte(o outcome, v engine.Value) bool {
	switch {
	case v == 0:
		return o == outcome{}
	case v%2 == 1:
		return o == outcome{-1, int(v) - 1}
	}
	return o == outcome{1, int(v) - 1}
}

// TestConformance runs the conformance kit.
func TestConformance(t *testing.T) {
	needEngine(t)
	for _, text := range []string{"uci:small.ini#loss", "uci:dobutsu:fen=1l1/3/3/CL1[]_w_-_-"} {
		t.Run(text, func(t *testing.T) {
			enginetest.Run(t, mustOpen(t, registry(t, Options{}), text), enginetest.Options{Exhaustive: 100, Samples: 300, Moves: 10, Allocates: true})
		})
	}
}

// TestRefused checks that an invalid variant or start gives an error of one line.
func TestRefused(t *testing.T) {
	needEngine(t)
	r := registry(t, Options{})
	for text, want := range map[string]string{
		"uci:small.ini":                           "uci:small.ini is not a game: it has 8 variants: want small.ini#NAME with one of tictactoe, race, draw, ending, loss, win, drops, nomate",
		"uci:small.ini#none":                      "uci:small.ini#none is not a game: the file has no variant none",
		"uci:no such":                             `uci:no such is not a game: "no such" is not a variant name: want letters, digits, - and _`,
		"uci:nosuch":                              `uci:nosuch is not a game: Fairy-Stockfish has no variant "nosuch": want one of `,
		"uci:janggi":                              "uci:janggi is not a game: janggi cannot be solved from positions alone: two passes in a row end it, which a position does not tell",
		"uci:bughouse":                            "uci:bughouse is not a game: bughouse cannot be solved from positions alone: it is played on two boards, which feed each other",
		"uci:chess":                               "chess.uci: its positions do not fit into keys of 64 bits: 32 pieces of 12 kinds on 64 squares are too many",
		"uci:chess:fen=8/8/8/8/8/8/8/KQk5":        "parameter fen of chess.uci: ",
		"uci:chess:fen=8/8/8/8/8/8/8/K1k5_x":      `parameter fen of chess.uci: the side to move is "x": want w or b`,
		"uci:chess:fen=8/8/8/8/8/8/K1k5_w":        "parameter fen of chess.uci: its board has 8 by 7 squares: want 8 by 8",
		"uci:chess:fen=8/8/8/8/8/8/8/K1k4_w":      "parameter fen of chess.uci: row 8 of the board has 7 squares: want 8",
		"uci:chess:fen=8/8/8/8/8/8/8/K1z5_w":      "parameter fen of chess.uci: \"z5\" on the board is not a piece: want P, p, N, n, B, b, R, r, Q, q, K, k",
		"uci:chess:fen=8/8/8/8/8/8/8/KQk5_w":      "chess.uci: in the position 8/8/8/8/8/8/8/KQk5 w - - the player who is not to move is in check",
		"uci:chess:fen=8/8/8/8/8/8/8/K1k5_w_K":    "", // must not crash the engine
		"uci:chess:fen=8/8/8/8/8/8/8/K1k5_w_-_e6": "chess.uci: the engine reads the position 8/8/8/8/8/8/8/K1k5 w - e6 as 8/8/8/8/8/8/8/K1k5 w - - 0 1",
		"uci:dobutsu:fen=1l1/3/3/1L1[Q]_w":        "parameter fen of dobutsu.uci: 'Q' cannot be in hand: want ",
		"uci:dobutsu:rules=a":                     "rules is in the file dobutsu itself: leave it out",
	} {
		_, err := open(r, text)
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s gives the error\n%v, want\n%s", text, err, want)
		}
	}
	for content, want := range map[string]string{
		"[a]\nmaxRnk = 3\n":             "Fairy-Stockfish says of it: Invalid option: maxRnk",
		"[a:nosuch]\nmaxRank = 3\n":     `Fairy-Stockfish has no variant "nosuch": want one of `,
		"[chess]\nmaxRank = 3\n":        "chess is a variant of the engine itself: give yours another name",
		"[a\n":                          `line 1: want [name] or [name:template], got "[a"`,
		"[ok]\n[a\n[b:chess]\n#":        `it has 2 variants: want a.ini#NAME with one of ok, b; line 2: want [name] or [name:template], got "[a"`,
		"[a]\n[a]\n":                    "line 2: it has two variants a",
		"maxRank = 3\n":                 "it has 0 variants: want a.ini#NAME with one of ",
		"[a:janggi]\nmaxRank = 9\n":     "a cannot be solved from positions alone: two passes in a row",
		"[a:chess]\ntwoBoards = true\n": "a cannot be solved from positions alone: it is played on two boards",
	} {
		_, err := r.Parse("uci:a.ini", func(string) ([]byte, error) { return []byte(content), nil })
		if want = "uci:a.ini is not a game: " + want; err == nil || !strings.HasPrefix(err.Error(), want) || !engine.IsInput(err) {
			t.Errorf("%q gives the error\n%v, want\n%s", content, err, want)
		}
	}
}

// TestFewerPieces opens the variant that the package documentation has. The engine complains that a table for graphical
// programs, which the template has, names pieces that the variant lacks.
func TestFewerPieces(t *testing.T) {
	needEngine(t)
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(strings.ReplaceAll(string(doc), "//\t", ""), "\n//\n[")
	example, _, _ = strings.Cut("["+example, "//\n")
	r := registry(t, Options{})
	spec, err := r.Parse("uci:a.ini", func(string) ([]byte, error) { return []byte(example), nil })
	if err != nil {
		t.Fatal(err)
	}
	g, err := r.Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	start, _ := g.Start()
	if i, ok := g.Index(start); !ok || outcomeOf(enginetest.Naive(g)[i]) != (outcome{-1, 6}) || g.Size() != 135 {
		t.Errorf("%d positions, want 135 and a start that is lost in 6 plies", g.Size())
	}
}

// TestRestore restores a game from a database's data. It does so with the engine and without it.
// Without the engine the game still reads and writes positions.
func TestRestore(t *testing.T) {
	needEngine(t)
	r := registry(t, Options{})
	spec, err := r.Parse("uci:small.ini#loss:fen=k2/3/1KR w - - 12 40", readSmall)
	if err != nil {
		t.Fatal(err)
	}
	if want := "loss.uci:fen=k2/3/1KR_w_-_-,rules="; !strings.HasPrefix(spec.String(), want) {
		t.Errorf("spec %s, want %s…", spec, want)
	}
	if slug := spec.Slug(); strings.ContainsAny(slug, "/[] ") {
		t.Errorf("slug %s", slug)
	}
	if text := fmt.Sprint(spec.Files()); strings.Contains(text, "Tic-tac-toe") || strings.Contains(text, "connectN") {
		t.Errorf("it keeps what is not of its variant: %s", text)
	}
	d, err := r.Definition(spec)
	if err != nil || !strings.Contains(d.Rules, "Left out, for a position does not tell it: repetition") {
		t.Errorf("rules %s, %v", d.Rules, err)
	}
	absent := registry(t, Options{Engine: "/nonexistent"})
	again, err := absent.Restore(spec.String(), spec.Files())
	if err != nil || again.String() != spec.String() {
		t.Fatalf("restored as %v, %v", again, err)
	}
	rules, _, err := absent.Rules(again)
	if err != nil || !rules.Absent {
		t.Fatalf("%v, %v, want rules that are absent", rules, err)
	}
	key, err := rules.Notation.ParseKey("k2/3/1KR b - -")
	if text := rules.Notation.KeyText(key); err != nil || text != "k2/3/1KR b - -" {
		t.Errorf("written as %s, %v", text, err)
	}
	for name, files := range map[string]map[string]string{
		"nothing": nil, "no JSON": {"rules": "!"}, "a line": {"rules": `{"variant":"a\nquit"}`}, "another piece": {"rules": `{"variant":"a","pieces":[{"letter":"\n"}]}`},
	} {
		if _, err := r.Restore(spec.String(), files); err == nil {
			t.Errorf("%s is restored", name)
		}
	}
}
