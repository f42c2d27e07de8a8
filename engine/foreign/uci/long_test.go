//go:build long

package uci

import (
	"bytes"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/chess"
	"github.com/foregone-db/foregone/engine/dobutsu"
	"github.com/foregone-db/foregone/engine/enginetest"
)

// TestDropsLong compares a game in which a dropped pawn may give mate.
func TestDropsLong(t *testing.T) {
	needEngine(t)
	compareToys(t, []toyCase{
		{"uci:small.ini#drops", dropsStart, toy{files: 2, ranks: 4, pawns: "shogi", drops: true, stalemate: -1}},
	})
}

// TestEndingsLong compares endings on small boards with the second implementation.
func TestEndingsLong(t *testing.T) {
	needEngine(t)
	compareToys(t, []toyCase{
		{"uci:small.ini#draw:fen=k2/3/KQ1_w", "k2/3/KQ1 w", toy{files: 3, ranks: 3}},
		{"uci:small.ini#ending", "k3/4/4/4/K2R w", toy{files: 4, ranks: 5}},
		{"uci:small.ini#ending:fen=k3/4/4/4/K2Q_w", "k3/4/4/4/K2Q w", toy{files: 4, ranks: 5}},
	})
}

// TestChessLong compares every position of an ending of chess with the built-in game.
func TestChessLong(t *testing.T) {
	needEngine(t)
	r := registry(t, Options{}, chess.Definition())
	g, want := mustOpen(t, r, "uci:chess:fen=8/8/8/8/8/2k5/8/K6R_w"), mustOpen(t, r, "chess:pieces=KRvK")
	values, wanted := enginetest.Naive(remember(t, g)), enginetest.Naive(want)
	compared := 0
	for i, v := range values {
		text := g.Text(g.At(i))
		p, err := want.Parse(text + " 0 1")
		if err != nil {
			t.Fatal(err)
		}
		j, ok := want.Index(p)
		if !ok {
			continue // the position is finished
		}
		compared++
		if !sameByte(outcomeOf(v), wanted[j]) {
			t.Fatalf("%s is worth %v, want %v", text, outcomeOf(v), wanted[j])
		}
	}
	t.Logf("%d of %d positions compared", compared, g.Size())
	if compared < 40_000 {
		t.Errorf("%d positions compared", compared)
	}
}

// TestDobutsuLong compares the outcome of every position with chicks and lions with the built-in
// game. There a lion is taken, not mated.
func TestDobutsuLong(t *testing.T) {
	needEngine(t)
	r := registry(t, Options{}, dobutsu.Definition())
	g, want := mustOpen(t, r, "uci:dobutsu:fen=1l1/1c1/1C1/1L1_w"), mustOpen(t, r, "dobutsu:pieces=1")
	values, wanted := enginetest.Naive(remember(t, g)), enginetest.Naive(want)
	outcomes := map[int]int{}
	for i, v := range values {
		text := mover(g.Text(g.At(i)))
		p, err := want.Parse(text)
		if err != nil && strings.Contains(err.Error(), " is over: the opponent's lion stands in the mover's first row") {
			if outcomeOf(v) != (outcome{-1, 0}) {
				t.Fatalf("%s is worth %v, and is lost", text, outcomeOf(v))
			}
			outcomes[-1]++
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		truth, finished := want.(interface {
			Finished(engine.Position) (engine.Value, bool)
		}).Finished(p)
		if !finished {
			j, ok := want.Index(p)
			if !ok {
				t.Fatalf("%s has no index", text)
			}
			truth = wanted[j]
		}
		worth := 0
		if truth != 0 {
			worth = 1 - 2*int(truth%2)
		}
		if outcomeOf(v).worth != worth {
			t.Fatalf("%s is worth %v, want %v", text, outcomeOf(v), truth)
		}
		outcomes[worth]++
	}
	t.Logf("%d positions: %v", g.Size(), outcomes)
	if len(outcomes) < 2 {
		t.Errorf("%v", outcomes)
	}
}

// mover converts a FEN to the mover's view, in the notation of the built-in game.
func mover(fen string) string {
	fields := strings.Fields(fen)
	rows, hands, _ := strings.Cut(strings.TrimSuffix(fields[0], "]"), "[")
	rows = strings.NewReplacer("/", "", "+C", "H", "+c", "h", "1", ".", "2", "..", "3", "...").Replace(rows)
	squares, held := []byte(rows), []byte(hands)
	if fields[1] == "b" {
		for n := range len(squares) / 2 {
			squares[n], squares[len(squares)-1-n] = squares[len(squares)-1-n], squares[n]
		}
		for _, text := range [][]byte{squares, held} {
			for n, c := range text {
				if c != '.' {
					text[n] = c ^ 0x20
				}
			}
		}
	}
	own := bytes.Map(func(r rune) rune {
		if r >= 'a' {
			return -1
		}
		return r
	}, held)
	other := bytes.Map(func(r rune) rune {
		if r < 'a' {
			return -1
		}
		return r
	}, held)
	hand := string(own) + string(other)
	if hand == "" {
		hand = "-"
	}
	return string(squares) + " " + hand
}
