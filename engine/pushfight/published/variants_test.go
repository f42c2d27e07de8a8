package published

import (
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/pushfight"
)

// named is a variant with a name.
type named struct {
	name string
	fast *pushfight.Variant
}

// variants are those on the small boards and some on the full one.
func variants(t *testing.T) (list []named) {
	for _, b := range enginetest.Boards {
		list = append(list, named{b.Name, variant(t, b.Text, b.Movers, b.Pushers)})
	}
	return append(list,
		named{"1+1", variant(t, pushfight.FullBoard, 1, 1)},
		named{"0+3", variant(t, pushfight.FullBoard, 0, 3)},
		named{"1+2", variant(t, pushfight.FullBoard, 1, 2)},
		named{"full", full(t)})
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
