package uci

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/foregone-db/foregone/engine/enginetest"
)

// behaviour is the environment variable that turns the test program into an engine. Its value
// selects the behaviour.
const behaviour = "FOREGONE_TEST_ENGINE"

func TestMain(m *testing.M) {
	if how := os.Getenv(behaviour); how != "" {
		(&fake{how: how}).run()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// fake is an engine of one variant. Both players move a king to the right on three squares, and a
// player who cannot move has lost. The engine misbehaves at the greeting, or when the king is in
// the middle.
type fake struct {
	how   string
	fen   string
	moved bool // fen is the position after a move
	asked int
}

func (f *fake) run() {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		word, rest, _ := strings.Cut(in.Text(), " ")
		switch word {
		case "uci":
			f.greet()
		case "isready":
			fmt.Println("readyok")
		case "ping":
			fmt.Println("pong " + rest)
		case "variant":
			fmt.Println("setup (K) 3x1\npiece K& W")
		case "position":
			f.place(rest)
		case "setboard":
			f.fen = rest
		case "d":
			f.show()
		case "go":
			f.list(rest)
		}
	}
}

func (f *fake) greet() {
	name := "Fairy-Stockfish 0"
	switch f.how {
	case "silent":
		time.Sleep(time.Hour)
	case "gone":
		fmt.Println("no licence found")
		os.Exit(3)
	case "another engine":
		name = "Other 1"
	case "endless line":
		for {
			fmt.Print(strings.Repeat("x", 1000))
		}
	case "endless lines":
		for {
			fmt.Println("info string thinking")
		}
	}
	fmt.Println("id name " + name + "\noption name UCI_Variant type combo default walk var walk var " + spelling + "\nuciok")
}

// place sets up a position, and makes its only move.
func (f *fake) place(rest string) {
	f.fen = "K2 w - - 0 1"
	if fen, ok := strings.CutPrefix(rest, "fen "); ok {
		fen, move, moved := strings.Cut(fen, " moves ")
		f.fen, f.moved = fen, moved
		if moved && move != "" && !(f.how == "makes no move" && strings.HasPrefix(fen, "1K1")) {
			f.fen = map[string]string{"K2 w": "1K1 b - - 0 1", "1K1 b": "2K w - - 0 1"}[fen[:strings.Index(fen, " ")+2]]
			if f.how == "another piece" && strings.HasPrefix(fen, "1K1") {
				f.fen = "2Q w - - 0 1"
			}
		}
	}
}

func (f *fake) middle() bool { return strings.HasPrefix(f.fen, "1K1") }

func (f *fake) show() {
	fen := f.fen
	if f.how == "reads another" && f.middle() && !f.moved {
		fen = "K2 b - - 0 1"
	}
	if f.how == "shows nothing" && f.middle() {
		return
	}
	fmt.Println("\n +---+\nFen: " + fen + "\nSfen: x\nKey: 0\nCheckers: ")
}

func (f *fake) list(rest string) {
	if rest != "perft 1" { // a command of the XBoard protocol
		switch f.how {
		case "no result":
		case "results":
			fmt.Println("1-0 {White wins}\n1-0 {White wins}")
		default:
			fmt.Println("0-1 {Black wins}")
		}
		return
	}
	count := 1
	if f.middle() {
		f.asked++
		switch f.how {
		case "hangs":
			time.Sleep(time.Hour)
		case "crashes":
			os.Exit(139)
		case "counts wrong":
			count = 7
		case "many moves":
			for {
				fmt.Println("a1b1: 1")
			}
		case "garbage":
			for {
				fmt.Println("\x00\x01 garbage")
			}
		case "another answer":
			fmt.Println("a1b1: 1")
			if count = 2; f.asked > 1 {
				count = 1
				fmt.Println("Nodes searched: 1")
				return
			}
		}
	}
	if strings.HasPrefix(f.fen, "2K") {
		count = 0
	} else {
		fmt.Println("b1c1: 1")
	}
	fmt.Printf("\nNodes searched: %d\n\n", count)
}

// TestFake checks that the engine without faults gives a game.
func TestFake(t *testing.T) {
	t.Setenv(behaviour, "right")
	g := mustOpen(t, registry(t, Options{Engine: os.Args[0]}), "uci:walk")
	if values := enginetest.Naive(g); g.Size() != 3 || len(values) != 3 {
		t.Fatalf("%d positions", g.Size())
	}
	if start, _ := g.Start(); g.Text(start) != "K2 w - -" || g.Moves(start)[0].Turn != "b1c1" {
		t.Errorf("it starts at %v", g.Text(start))
	}
}

// TestHostile checks that every misbehaviour of an engine ends in time, with one line that names
// it.
func TestHostile(t *testing.T) {
	const late = 400 * time.Millisecond
	for how, want := range map[string]string{
		"silent":         "it did not answer within 400ms",
		"gone":           "it ended, with exit status 3, while it was asked",
		"another engine": `it calls itself "Other 1", and has 2 variants: want Fairy-Stockfish`,
		"endless line":   "its line has more than 65536 bytes",
		"endless lines":  "it has written 65536 lines without an answer",
		"makes no move":  "it does not make the move b1c1 at 1K1 b - -, which it lists",
		"another piece":  "after b1c1 at 1K1 b - - it shows 2Q w - - 0 1, where",
		"reads another":  "it reads 1K1 b - - as K2 b - - 0 1",
		"shows nothing":  "positions: want",
		"hangs":          "it did not answer within 400ms",
		"crashes":        "it ended, with exit status 139, while it was asked",
		"counts wrong":   "it lists 1 moves, and counts 7",
		"many moves":     "it lists more than 1023 moves",
		"garbage":        "it has written 65536 lines without an answer",
		"another answer": "its answer is another the second time",
		"no result":      "it says how 0 of 1 games without a move ended",
		"results":        "it says how more than 1 games ended",
	} {
		t.Run(how, func(t *testing.T) {
			t.Setenv(behaviour, how)
			patience := 20 * time.Second
			if strings.Contains(want, "400ms") {
				patience = late
			}
			_, err := open(registry(t, Options{Engine: os.Args[0], Patience: patience}), "uci:walk")
			if err == nil || !strings.Contains(err.Error(), want) || strings.ContainsAny(err.Error(), "\r\n") {
				t.Errorf("the error is\n%v, want one line with\n%s", err, want)
			}
		})
	}
}

// errEnd ends the output of an engine.
var errEnd = errors.New("the end")

// FuzzTalk lets an engine say anything. What is accepted are answers about as many positions as were sent.
func FuzzTalk(f *testing.F) {
	f.Add(byte(0), "Fen: 8/8 w - - 0 1\nCheckers: \nFen: K2 b\nreadyok\n")
	f.Add(byte(1), "Fen: a\nCheckers: e4\na1a2: 1\n\nNodes searched: 1\nFen: b\r\nNodes searched: 0\r\n")
	f.Add(byte(2), "setup (K) 3x1\n1-0 {White wins}\n1/2-1/2\nreadyok\n")
	f.Add(byte(3), "id name Fairy-Stockfish 0\noption name UCI_Variant type combo default chess var chess var king\nuciok\nreadyok\n")
	f.Setenv(behaviour, "right")
	path, err := os.Executable()
	if err != nil {
		f.Fatal(err)
	}
	f.Setenv(engineVariable, path)
	engines := New(Options{})
	f.Cleanup(func() { engines.Close() })
	t0, err := engines.start()
	if err != nil {
		f.Fatal(err)
	}
	os.Unsetenv(behaviour) // for the processes of the fuzzer
	fens, moves := []string{"a", "b"}, []string{"", "a1a2"}
	f.Fuzz(func(t *testing.T, n byte, said string) {
		p := t0.Process
		p.In, p.Out = bufio.NewReader(io.MultiReader(strings.NewReader(said), iotest.ErrReader(errEnd))), io.Discard
		one := &talker{Process: p}
		switch n % 4 {
		case 0:
			if list, err := one.show(fens, moves); err == nil && len(list) != len(fens) {
				t.Errorf("%q are %d positions", said, len(list))
			}
		case 1:
			if list, err := one.list(fens, moves); err == nil && len(list) != len(fens) {
				t.Errorf("%q are %d positions", said, len(list))
			}
		case 2:
			if list, err := one.judge("king", []ending{{fen: "a"}, {fen: "b", move: "a1a2", black: true}}); err == nil && len(list) != 2 {
				t.Errorf("%q are %d results", said, len(list))
			}
		case 3:
			_ = one.greet()
		}
	})
}
