package backgammon

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
)

// The drawn board has six points, the bar, six points and the tray of checkers borne off. A point has three squares
// from the edge on, and one with its number.
const (
	columns, rows = 14, 8
	depth         = 3
)

// spot returns what is at a square, counted from the top left: a point as the mover counts, 25 and 0 for his bar and the
// opponent's, 26 and -1 for what they have borne off; and its place from the edge on.
func spot(square int) (point, place int) {
	y := square / columns
	point = [columns]int{13, 14, 15, 16, 17, 18, bar + 1, 19, 20, 21, 22, 23, 24, -1}[square%columns]
	if y < rows/2 {
		return point, y
	}
	return bar + 1 - point, rows - 1 - y
}

// board draws a position.
func (h *hypergammon) board(key uint64) string {
	p := bearPositionOf(key)
	count := func(n uint32, point int) int {
		switch {
		case point == bar+2:
			return h.off[n]
		case point >= 1 && point <= bar+1:
			return int(h.list[n][point-1])
		}
		return 0
	}
	grid := engine.Grid(columns, rows, func(square int) byte {
		point, place := spot(square)
		switch {
		case place == depth && point >= 1 && point <= bar:
			return byte('A' + point - 1)
		case place < count(p.mover, point):
			return 'Y'
		case place < count(p.other, bar+1-point):
			return 'y'
		}
		return '.'
	})
	return grid + fmt.Sprintf("mover: %d pips\nother: %d pips\n", h.pips[p.mover], h.pips[p.other])
}

// squaresOf returns the squares of a point, joined by "|".
func squaresOf(wanted int) string {
	var names []string
	for square := range columns * rows {
		if point, place := spot(square); point == wanted && place < depth {
			names = append(names, fmt.Sprintf("%c%d", 'a'+square%columns, rows-square/columns))
		}
	}
	return strings.Join(names, "|")
}

// depiction describes the board. Clicks take a checker and put it down.
func (h *hypergammon) depiction() drawing.Depiction {
	d := drawing.Depiction{
		Relative: true, Mirrored: true, Ground: drawing.Plain, Unnamed: true, Clicks: clicksOnTable,
		Goal:  "A win counts 1 point, 2 if the loser has borne off no checker, 3 if one of them is still on the bar or in the winner's home.",
		Click: "For each die click a checker, then its point; points are numbered from the home of the player to move, and off is the tray at the right edge.",
		Marks: map[string]string{"g8": "bar", "n8": "bar-pale"},
		Looks: drawing.Looks{'Y': {Shape: drawing.Disc}, 'y': {Shape: drawing.Disc, Second: true}},
		Heaps: []drawing.Heap{{Name: "pips to go", Find: `mover: (\d+)`}, {Name: "pips to go", Side: 1, Find: `other: (\d+)`}},
	}
	for point := 1; point <= bar; point++ {
		d.Looks[rune('A'+point-1)] = drawing.Look{Label: strconv.Itoa(point)}
		d.Marks[squaresOf(point)[:2]] = []string{"point-up", "point-down"}[point/13] + []string{"", "-pale"}[point%2]
	}
	return d
}

// clicksOnTable returns the clicks of a turn such as 6-1:24/18,22/21,*18.
func clicksOnTable(turn string) (clicks []drawing.Click) {
	_, moves, _ := strings.Cut(turn, ":")
	for _, word := range strings.Split(moves, ",") {
		for k, place := range strings.Split(word, "/") {
			point, err := strconv.Atoi(strings.NewReplacer("bar", "25", "off", "26").Replace(place))
			if err == nil {
				clicks = append(clicks, drawing.Click{Square: squaresOf(point), Act: drawing.Act(k)})
			}
		}
	}
	return clicks
}
