package solver

import (
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/solver/internal/crew"
)

// openBoard makes the game on a small board.
func openBoard(t testing.TB, b enginetest.Board) engine.Game { return open(t, b.Spec(), b.Text) }

// TestPushFightBoards compares every position of the small boards with the naive solver, and all
// ways of solving with each other. Package engine/pushfight/naive compares the naive solver's
// values with those of a second implementation of the rules.
func TestPushFightBoards(t *testing.T) {
	for _, b := range enginetest.Boards {
		t.Run(b.Name, func(t *testing.T) {
			g := openBoard(t, b)
			if !slow && g.Size() > 12000 {
				t.Skip("takes seconds: -tags long")
			}
			s, got := solveValues(t, g, Options{})
			enginetest.CheckValues(t, g, got)
			if g.Size() > 22000 && !slow {
				return
			}
			for _, o := range []altered{
				{Options: Options{Workers: 1, Strategy: Forward}},
				{Options: Options{Workers: 2, Strategy: Backward, Chunk: 1024}},
				{Options: Options{Workers: 2, Strategy: Slabs}},
				{Options: Options{Chunk: 512}, working: g.Size() / 8},
			} {
				other, _ := solveValues(t, g, o)
				if other.SHA256 != s.SHA256 {
					t.Errorf("%+v: digest %s, want %s", o, other.SHA256, s.SHA256)
				}
				if o.working > 0 && other.Spilled == 0 {
					t.Errorf("%+v: nothing was spilled", o)
				}
			}
		})
	}
}

// TestAgainstNaiveSolver compares every position of full-board games with plain
// forward iteration over maps.
func TestAgainstNaiveSolver(t *testing.T) {
	for _, spec := range []string{"pushfight:movers=1,pushers=1", "pushfight:movers=0,pushers=2", "tictactoe"} {
		t.Run(spec, func(t *testing.T) {
			g := open(t, spec, "")
			if !slow && g.Size() > 30000 {
				t.Skip("takes seconds: -tags long")
			}
			s, got := solveValues(t, g, Options{})
			enginetest.CheckValues(t, g, got)
			for _, o := range []altered{
				{Options: Options{Workers: 1, Chunk: 3000, Strategy: Forward}},
				{Options: Options{Workers: 3, Chunk: 4096, Strategy: Backward}},
				{working: g.Size() / 8},
			} {
				if !crew.Unmoves(g) && o.working > 0 {
					continue
				}
				other, _ := solveValues(t, g, o)
				if other.SHA256 != s.SHA256 {
					t.Errorf("%+v: digest %s, want %s", o, other.SHA256, s.SHA256)
				}
				// With no movers the scan finds all wins and losses, and the phases none.
				if o.working > 0 && other.Spilled == 0 && spec != "pushfight:movers=0,pushers=2" {
					t.Errorf("%+v: nothing was spilled", o)
				}
			}
		})
	}
}
