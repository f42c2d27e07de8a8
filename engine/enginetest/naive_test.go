package enginetest

import (
	"testing"

	"github.com/foregone-db/foregone/engine"
)

// TestNaiveByHand compares the naive solver, to which all others are compared, with values found by
// hand.
func TestNaiveByHand(t *testing.T) {
	for _, test := range []struct {
		name  string
		kind  engine.Kind
		moves [][]uint64
		ends  []engine.Ends
		want  []string
	}{
		{"chain, and a loop that draws", engine.Byte,
			[][]uint64{{}, {0}, {1}, {2, 1}, {5}, {4}, {5, 0}},
			make([]engine.Ends, 7),
			[]string{"L0", "W1", "L1", "W2", "T", "T", "W1"}},
		{"a draw rescues, a loss does not", engine.Byte,
			[][]uint64{{}, {}, {0}, {2, 1}, {2}},
			[]engine.Ends{engine.IsLost, engine.IsDrawn, 0, 0, engine.DrawsNow},
			[]string{"L0", "T", "W1", "T", "T"}},
		{"moves that end the game", engine.Wide,
			[][]uint64{{}, {}, {}, {1}, {1, 2}, {}},
			[]engine.Ends{engine.WinsNow, engine.LosesNow, engine.DrawsNow | engine.LosesNow, engine.LosesNow, 0, engine.IsWon},
			[]string{"win-1", "loss-1", "draw", "win-2", "win-2", "win-0"}},
		{"the loser delays, the winner hurries", engine.Byte,
			[][]uint64{{}, {0}, {1}, {2}, {1, 3}, {4, 2}},
			make([]engine.Ends, 6),
			[]string{"L0", "W1", "L1", "W2", "L2", "W2"}},
		{"lost at once by a move, or later", engine.Wide,
			[][]uint64{{}, {0}, {1}, {2}, {3}},
			[]engine.Ends{0, 0, 0, 0, engine.LosesNow},
			[]string{"loss-0", "win-1", "loss-2", "win-3", "loss-4"}},
	} {
		g := &randomGame{slices: []engine.Slice{{Size: uint64(len(test.moves))}}, moves: test.moves, ends: test.ends}
		if err := g.play(engine.Spec{}, test.kind); err != nil {
			t.Fatal(err)
		}
		values := Naive(g)
		for i, want := range test.want {
			if got := test.kind.Text(values[uint64(i)]); got != want {
				t.Errorf("%s: n%d is %s, want %s", test.name, i, got, want)
			}
		}
	}
}

func TestNaiveScores(t *testing.T) {
	g := &randomGame{
		slices: []engine.Slice{{Size: 5}}, moves: [][]uint64{{1, 2}, {3, 4}, {4}, {}, {}}, ends: make([]engine.Ends, 5), scores: []int{3: 2, 4: -3},
	}
	if err := g.play(engine.Spec{}, engine.Score); err != nil {
		t.Fatal(err)
	}
	values := Naive(g)
	for i, want := range []string{"-3", "+3", "+3", "+2", "-3"} {
		if got := engine.Score.Text(values[uint64(i)]); got != want {
			t.Errorf("n%d is %s, want %s", i, got, want)
		}
	}
}
