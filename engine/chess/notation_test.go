package chess

import (
	"fmt"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

func parse(t *testing.T, g engine.Game, text string) engine.Position {
	t.Helper()
	p, err := engine.ParsePosition(g, text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestMoves compares the generated moves with lists made by hand.
func TestMoves(t *testing.T) {
	for _, c := range []struct{ pieces, fen, moves string }{
		{"KPvK", "8/P7/8/8/8/2k5/8/K7 w - -", "[Ka2 Kb1 a8=B a8=N a8=Q a8=R]"},
		{"KPvKP", "8/8/8/8/1pP5/8/8/K6k b - c3", "[Kg1 Kg2 Kh2 b3 bxc3]"},                                  // en passant
		{"KPvKP", "8/8/8/8/1pP5/8/8/K6k b - -", "[Kg1 Kg2 Kh2 b3]"},                                        // the steps were made before
		{"KQvK", "k7/2Q5/8/8/8/8/8/7K b - -", "[]"},                                                        // stalemate
		{"KQvK", "k7/1Q6/2K5/8/8/8/8/8 b - -", "[]"},                                                       // mate
		{"KPvKR", "1r5k/P7/8/8/8/8/8/K7 w - -", "[Ka2 a8=B a8=N a8=Q a8=R axb8=B axb8=N axb8=Q+ axb8=R+]"}, // the king may not go to the b-file
	} {
		g := open(t, "chess:pieces="+c.pieces)
		var turns []string
		for _, m := range g.Moves(parse(t, g, c.fen)) {
			turns = append(turns, m.Turn)
		}
		if got := fmt.Sprint(turns); got != c.moves {
			t.Errorf("the moves of %s are %s, want %s", c.fen, got, c.moves)
		}
	}
}

// TestPlay checks that a move can be written in several ways, and that SAN distinguishes two men of
// a kind.
func TestPlay(t *testing.T) {
	g := open(t, "chess:pieces=KRRvK")
	p := parse(t, g, "7k/8/8/R7/8/8/8/R3K3 w - -")
	want, err := g.Play(p, "R1a3")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := g.Play(p, "a1a3"); err != nil || got != want {
		t.Errorf("a1a3 gives %v, %v, want %v", got, err, want)
	}
	for _, turn := range []string{"Ra3", "R1a3=Q", "a1a9", "a1h8", "", "e8=Q", "O-O-O", "R1a3 "} {
		if got, err := g.Play(p, turn); !engine.IsInput(err) {
			t.Errorf("%q gives %v, %v, want an InputError", turn, got, err)
		}
	}
	for _, turn := range []string{"R5a3", "Rh5", "Rh5+", "Rh5!"} {
		if _, err := g.Play(p, turn); err != nil {
			t.Errorf("%s: %v", turn, err)
		}
	}
}

// TestPassant checks that the en passant right is part of a position only if the capture is legal.
func TestPassant(t *testing.T) {
	g := open(t, "chess:pieces=KPvKP")
	index := func(fen string) uint64 {
		i, ok := g.Index(parse(t, g, fen))
		if !ok {
			t.Fatalf("%s is not stored", fen)
		}
		return i
	}
	if index("8/8/8/8/1pP5/8/8/K6k b - c3 0 1") == index("8/8/8/8/1pP5/8/8/K6k b - - 0 1") {
		t.Error("a position in which a pawn may be taken is the same as without")
	}
	if index("8/8/8/8/2P4p/8/8/K6k b - c3 0 1") != index("8/8/8/8/2P4p/8/8/K6k b - - 0 1") {
		t.Error("a pawn that nobody can take makes another position")
	}
	// The capture would open the row for the rook.
	for rows, taken := range map[string]bool{"8/8/8/8/R1pP3k/8/8/K7": false, "8/8/8/R7/2pP3k/8/8/K7": true} {
		p, err := parsePlacement(rows)
		if err != nil {
			t.Fatal(err)
		}
		p.toMove = black
		if fault := p.setPassant("d3"); fault != "" || (p.passant != 0) != taken {
			t.Errorf("%s: the pawn may be taken: %v, %s; want %v", rows, p.passant != 0, fault, taken)
		}
	}
	for _, fen := range []string{
		"8/8/8/8/1pP5/2P5/8/K6k b - c3", "8/8/8/8/1p6/8/8/K6k b - c3", "8/8/8/8/1pP5/8/8/K6k w - c6", "8/8/8/8/1pP5/8/8/K6k b - c4", "8/8/8/8/1pP5/8/8/K6k b - z3",
	} {
		if p, err := g.Parse(fen); !engine.IsInput(err) {
			t.Errorf("%s gives %v, %v, want an InputError", fen, p, err)
		}
	}
}

func TestRefused(t *testing.T) {
	enginetest.Refused(t, Definition(), map[string]string{
		"chess:men=6":                `parameter men of chess is "6": want a whole number from 2 to 5`,
		"chess:pieces=KQ":            `parameter pieces of chess: "KQ" is not a material: want the men of both sides, such as KQvKR, of K, Q, R, B, N and P, with one K each`,
		"chess:pieces=KXvK":          `parameter pieces of chess: "KXvK" is not a material: want the men of both sides, such as KQvKR, of K, Q, R, B, N and P, with one K each`,
		"chess:pieces=KRPvKRP":       `parameter pieces of chess: KRPvKRP has 6 men: want at most 5`,
		"chess:metric=zero":          `parameter metric of chess: "zero" is none of its words: want one of mate, conversion`,
		"chess:men=3,pieces=KQvKR":   `chess:men=3,pieces=KQvKR: KQvKR has 4 men: want one of the two parameters`,
		"chess:pieces=KQvKR,color=w": `chess has no parameter "color": want men, metric, pieces`,
	})
}

// TestSpec checks that each spelling of a material gives the same spec.
func TestSpec(t *testing.T) {
	for text, want := range map[string]string{
		"chess:metric=conversion": "chess:men=3,metric=conversion,pieces=all",
		"chess":                   "chess:men=3,metric=mate,pieces=all",
		"chess:men=4":             "chess:men=4,metric=mate,pieces=all",
		"chess:pieces=KRvKQ":      "chess:men=4,metric=mate,pieces=KQvKR",
		"chess:pieces=KvPBK":      "chess:men=4,metric=mate,pieces=KBPvK",
		"chess:pieces=KQvKBN":     "chess:men=5,metric=mate,pieces=KBNvKQ",
		"chess:men=3,pieces=KQvK": "chess:men=3,metric=mate,pieces=KQvK",
	} {
		spec, err := Definition().Parse(text, nil)
		if err != nil || spec.String() != want {
			t.Errorf("%s is %v, %v, want %s", text, spec, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	v, err := Definition().Parse("chess:pieces=KPvKP", nil)
	if err != nil {
		f.Fatal(err)
	}
	g, err := Definition().New(v)
	if err != nil {
		f.Fatal(err)
	}
	enginetest.FuzzNotation(f, g, "8/8/8/8/1pP5/8/8/K6k b - c3 0 1", "8/P7/8/8/8/2k5/8/K7 w - -", "8/8/8/8/8/2k5/8/K1Q5 b", "k7/8/K7/8/8/8/8/8 w - - 12 40")
}

// FuzzFEN reads positions with any men. One that is accepted is written and read again.
func FuzzFEN(f *testing.F) {
	for _, text := range []string{"8/8/8/8/1pP5/8/8/K6k b - c3 0 1", "rnbq1bnr/pppppppp/8/8/k6K/8/PPPPPPPP/RNBQ1BNR w - -", "8/P7/8/8/8/2k5/8/K7 w", "8/8/8/8/8/2k5/8/K1Q5 b - - 12 40"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ReadFEN(text)
		if err != nil {
			if !engine.IsInput(err) {
				t.Error(err)
			}
			return
		}
		if again, err := ReadFEN(p.fen()); err != nil || again != p {
			t.Errorf("%q is written as %q: %v", text, p.fen(), err)
		}
	})
}

// FuzzTurn plays any text.
func FuzzTurn(f *testing.F) {
	g := enginetest.Open(f, Definition(), "chess:pieces=KPvKP")
	p, err := g.Parse("8/8/8/8/1pP5/8/8/K6k b - c3")
	if err != nil {
		f.Fatal(err)
	}
	for _, turn := range []string{"bxc3", "b4c3", "b3", "Kg2+!?", "O-O", "b1=Q", "h1g1", "bxc3 e.p."} {
		f.Add(turn)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if r, err := g.Play(p, text); err != nil && !engine.IsInput(err) {
			t.Error(err)
		} else if err == nil {
			g.Text(r.To)
		}
	})
}
