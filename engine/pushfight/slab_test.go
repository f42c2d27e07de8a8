package pushfight

import (
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
)

// TestSlabs compares links and rearrangements with turns, on random slabs of small boards and of the
// full board.
func TestSlabs(t *testing.T) {
	for _, b := range enginetest.Boards {
		v := variant(t, b.Text, b.Movers, b.Pushers)
		t.Run(b.Name, func(t *testing.T) {
			if err := enginetest.CheckSlabs(v, newSlabs(v), 30, 20, 1); err != nil {
				t.Error(err)
			}
		})
	}
	for _, pieces := range [][2]int{{1, 1}, {0, 3}, {1, 2}, {0, 1}} {
		v := variant(t, FullBoard, pieces[0], pieces[1])
		if err := enginetest.CheckSlabs(v, newSlabs(v), 12, 8, 1); err != nil {
			t.Errorf("%d movers, %d pushers: %v", pieces[0], pieces[1], err)
		}
	}
}
