package published

import (
	"testing"

	"github.com/foregone-db/foregone/engine/pushfight"
	"github.com/foregone-db/foregone/engine/pushfight/naive"
)

// pair is a variant in both implementations.
type pair struct {
	name string
	fast *pushfight.Variant
	slow naive.Game
}

// pairs are the boards drawn for tests and some variants on the full board.
func pairs(t *testing.T) (list []pair) {
	for _, b := range naive.Boards {
		list = append(list, newPair(t, b.Name, b.Text, b.Movers, b.Pushers))
	}
	return append(list,
		newPair(t, "1+1", pushfight.FullBoard, 1, 1),
		newPair(t, "0+3", pushfight.FullBoard, 0, 3),
		newPair(t, "1+2", pushfight.FullBoard, 1, 2),
		newPair(t, "full", pushfight.FullBoard, 2, 3))
}

func newPair(t *testing.T, name, drawing string, movers, pushers int) pair {
	t.Helper()
	board, err := naive.ParseBoard(drawing)
	if err != nil {
		t.Fatal(err)
	}
	game, err := naive.NewGame(board, movers, pushers)
	if err != nil {
		t.Fatal(err)
	}
	return pair{name, variant(t, drawing, movers, pushers), game}
}

func full(t testing.TB) *pushfight.Variant { return variant(t, pushfight.FullBoard, 2, 3) }

func variant(t testing.TB, drawing string, movers, pushers int) *pushfight.Variant {
	t.Helper()
	board, err := pushfight.ParseBoard(drawing)
	if err != nil {
		t.Fatal(err)
	}
	v, err := pushfight.New(board, movers, pushers)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
