package pushfight

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestTurnOrder checks that moves come in byte order of their notation if names of squares have
// different lengths: a10-a9 stands before a2-a3, and a1-a2 after a1-a10.
func TestTurnOrder(t *testing.T) {
	for _, drawing := range []string{FullBoard, strings.Repeat("...\n", 12)} {
		board, err := ParseBoard(drawing)
		if err != nil {
			t.Fatal(err)
		}
		v, err := New(board, 1, 2)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(1, 2))
		for range 100 {
			p := v.At(rng.Uint64N(v.Size()))
			var turns []string
			for _, m := range v.Moves(p) {
				turns = append(turns, m.Turn)
			}
			if !slices.IsSorted(turns) {
				t.Fatalf("at %s the turns are not in byte order", v.Text(p))
			}
		}
	}
}
