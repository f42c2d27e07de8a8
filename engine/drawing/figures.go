package drawing

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
)

// Part is a part of a figure: a path as SVG writes it, with the commands M, L, H, V, C, Q and Z in
// capitals, around the centre of a square of 48 by 48.
type Part struct {
	// Fill is Body, Line, Ink or a color, "#rrggbb", that is outlined in ink.
	Fill string `json:"fill"`
	Path string `json:"d"`
}

// Fills of parts.
const (
	Body = "body" // filled with the color of the piece and outlined
	Line = "line" // a line, in the color of letters on the piece
	Ink  = "ink"  // filled with the color of letters on the piece
)

// round returns the path of an ellipse.
func round(x, y, rx, ry float64) string {
	const bend = 0.5523
	list := []any{x + rx, y, x + rx, y + bend*ry, x + bend*rx, y + ry, x, y + ry, x - bend*rx, y + ry, x - rx, y + bend*ry, x - rx, y,
		x - rx, y - bend*ry, x - bend*rx, y - ry, x, y - ry, x + bend*rx, y - ry, x + rx, y - bend*ry, x + rx, y}
	for i, n := range list {
		list[i] = math.Round(100*n.(float64)) / 100
	}
	return fmt.Sprintf("M%v %vC%v %v %v %v %v %vC%v %v %v %v %v %vC%v %v %v %v %v %vC%v %v %v %v %v %vZ", list...)
}

func disc(x, y, r float64) string { return round(x, y, r, r) }

// eyes are two dots, as far from the middle as x.
func eyes(x, y float64) Part { return Part{"#222222", disc(-x, y, 1) + disc(x, y, 1)} }

const (
	foot     = "M-11 8Q0 4 11 8M-12 12Q0 9 12 12"
	mane     = "#c9791f"
	fur      = "#f3c66b"
	grey     = "#a9b8c6"
	beak     = "#ef8a2a"
	crimson  = "#d0312d"
	white    = "#ffffff"
	steel    = "#c9d3da"
	foliage  = "#5aa05a"
	daylight = "#f7dc5a"
	water    = "#5b9bd5"
	copper   = "#a4622f"
	pale     = "#f1dfb8"
)

// Figures are the figures that pieces and squares bear, by name. The caller must not change them.
var Figures = sync.OnceValue(func() map[string][]Part {
	all := map[string][]Part{
		"pawn":   {{Body, "M-11 16Q-11 9 -6 7Q-3 2 -4 -3L4 -3Q3 2 6 7Q11 9 11 16Z"}, {Body, disc(0, -8, 6)}, {Line, "M-9 12H9"}},
		"rook":   {{Body, "M-12 16V11L-9 9L-8 -5L-12 -8V-16H-7V-12H-3V-16H3V-12H7V-16H12V-8L8 -5L9 9L12 11V16Z"}, {Line, "M-8 -5H8M-9 9H9"}},
		"bishop": {{Body, "M-13 16Q-12 11 -5 10L-5 5H5L5 10Q12 11 13 16Z"}, {Body, "M0 -14C-9 -8 -10 1 -5 5H5C10 1 9 -8 0 -14Z"}, {Body, disc(0, -16, 2.5)}, {Line, "M0 -8V2M-4 -3.5H4"}},
		"knight": {{Body, "M-12 16C-12 8 -4 6 -3 -1C-6 3 -9 3 -11 6C-15 5 -16 2 -14 -1C-11 -5 -11 -10 -6 -13L-6 -18L-1 -14C10 -13 14 -4 13 16Z"}, {Ink, disc(-5.5, -7.5, 1.5)}, {Line, "M2 -9C8 -5 9 4 8 12"}},
		"queen":  {{Body, "M-11 8L-15 -8L-7 1L-8 -12L-2 0L0 -14L2 0L8 -12L7 1L15 -8L11 8Q12 12 12 16H-12Q-12 12 -11 8Z"}, {Body, disc(-15, -9, 2.3) + disc(-8, -13, 2.3) + disc(0, -15, 2.3) + disc(8, -13, 2.3) + disc(15, -9, 2.3)}, {Line, foot}},
		"king":   {{Body, "M-1.5 -19H1.5V-16.5H4.5V-13.5H1.5V-8H-1.5V-13.5H-4.5V-16.5H-1.5Z"}, {Body, "M0 -1C-3 -11 -16 -11 -16 -3C-16 2 -12 4 -11 8Q-12 12 -12 16H12Q12 12 11 8C12 4 16 2 16 -3C16 -11 3 -11 0 -1Z"}, {Body, "M0 -10C-5 -7 -3 -3 0 1C3 -3 5 -7 0 -10Z"}, {Line, foot}},

		"lion":     {{mane, disc(-9, -9, 4) + disc(9, -9, 4)}, {mane, disc(0, 0, 13)}, {fur, disc(0, 1, 9)}, eyes(3.5, -1), {"#222222", "M-2 3H2L0 5.5Z"}, {"#222222", "M0 5Q-2 8.5 -4 7L-4 6.3Q-2 7 0 5Q2 7 4 6.3L4 7Q2 8.5 0 5Z"}},
		"elephant": {{grey, disc(-9, -2, 6.5) + disc(9, -2, 6.5)}, {grey, "M-8 -3C-8 -13 8 -13 8 -3C8 3 4 5 4 8C4 12 9 12 9 9L12 9C12 17 0 16 0 8C-4 5 -8 3 -8 -3Z"}, eyes(3.5, -4)},
		"giraffe":  {{daylight, "M-4 13L-3 1L5 1L8 13Z"}, {"#9a6a2c", disc(1, 9, 1.7) + disc(-4, -14, 1.6) + disc(4, -14, 1.6)}, {daylight, "M-6 -10L-3 -10L-4 -13H-3L-1 -10H3L4 -13H5L5 -10L10 -12L7 -7C8 -2 4 5 0 5C-5 5 -8 -1 -7 -6L-11 -11Z"}, {"#f3e3b0", round(0, 2, 4.5, 3)}, eyes(3.5, -5)},
		"chick":    {{daylight, disc(0, 1, 11)}, {beak, "M-3 2H3L0 6.5Z"}, eyes(4.5, -1), {daylight, "M-1 -10Q-3 -15 1 -15Q0 -12 2 -10Z"}},
		"hen":      {{crimson, "M-6 -8C-7 -14 -3 -14 -2 -11C-2 -15 3 -15 2.5 -11C4 -14 8 -13 6 -8Z"}, {white, disc(0, 2, 11)}, {beak, "M-3 2H3L0 6Z"}, {crimson, "M-1.5 6.5H1.5L0 11Z"}, eyes(4.5, -1)},
		"tiger":    {{beak, disc(-9, -9, 4) + disc(9, -9, 4)}, {beak, disc(0, 0, 13)}, {white, round(0, 6, 6, 5)}, eyes(4.5, -2), {"#222222", "M-2 3H2L0 5.5Z"}, {"#222222", "M-1 -12H1L0 -6ZM-6 -11L-4 -12L-3.5 -6ZM6 -11L4 -12L3.5 -6ZM-12.5 1L-12 4L-7 3ZM12.5 1L12 4L7 3Z"}},
		"goat":     {{"#8a7a68", "M-5 -8C-7 -16 -13 -15 -14 -9C-12 -12 -9 -11 -8 -5ZM5 -8C7 -16 13 -15 14 -9C12 -12 9 -11 8 -5Z"}, {white, "M-8 -3L-14 -3Q-12 2 -8 1ZM8 -3L14 -3Q12 2 8 1Z"}, {white, "M-7 -7Q0 -12 7 -7Q9 0 5 8Q0 12 -5 8Q-9 0 -7 -7Z"}, {"#cfc7bb", "M-2.5 10H2.5L0 17Z"}, eyes(3.5, -2), {"#222222", "M-2 5H2L0 7Z"}},

		"rock":     {{grey, "M-12 8L-13 -1L-6 -10L4 -11L12 -4L13 7L6 11H-7Z"}, {Line, "M-6 -10L-3 -2L-13 -1M-3 -2L6 11M-3 -2L12 -4"}},
		"paper":    {{white, "M-9 -12H5L10 -7V12H-9Z"}, {"#222222", "M5 -12V-7H10ZM-5.5 -4H5V-3H-5.5ZM-5.5 0H6V1H-5.5ZM-5.5 4H6V5H-5.5Z"}},
		"scissors": {{steel, "M-8 -13L4 5L1 7ZM8 -13L-4 5L-1 7Z"}, {Line, disc(-6, 9, 4.2) + disc(6, 9, 4.2)}},
		"well":     {{"#b07a4a", "M-13 -6L0 -15L13 -6Z"}, {"#8c5a33", "M-10 -6H-8V3H-10ZM8 -6H10V3H8Z"}, {grey, "M-12 3H12L10 13H-10Z"}, {water, round(0, 3, 12, 3)}},

		// Of a backgammon board, from the square downwards: points, three squares long, and the bar, eight squares.
		"point-down": {{copper, "M-28 -30H28L0 146Z"}}, "point-down-pale": {{pale, "M-28 -30H28L0 146Z"}},
		"point-up": {{copper, "M-28 150H28L0 -26Z"}}, "point-up-pale": {{pale, "M-28 150H28L0 -26Z"}},
		"bar": {{copper, "M-30 -30H30V450H-30Z"}}, "bar-pale": {{pale, "M-30 -30H30V450H-30Z"}},

		"cross": {{Body, "M-11 -14L0 -4L11 -14L14 -11L4 0L14 11L11 14L0 4L-11 14L-14 11L-4 0L-14 -11Z"}},
		"ring":  {{Body, disc(0, 0, 14) + "M9 0C9 -4.97 4.97 -9 0 -9C-4.97 -9 -9 -4.97 -9 0C-9 4.97 -4.97 9 0 9C4.97 9 9 4.97 9 0Z"}},
		"goal":  {{"#8c8c8c", "M-9 -16H-6.5V17H-9Z"}, {"#2f7fd6", "M-6.5 -15L13 -8L-6.5 -1Z"}}, "goal-light": {{"#8c8c8c", "M-9 -16H-6.5V17H-9Z"}, {"#fdfbf4", "M-6.5 -15L13 -8L-6.5 -1Z"}}, "goal-dark": {{"#8c8c8c", "M-9 -16H-6.5V17H-9Z"}, {"#5a3a22", "M-6.5 -15L13 -8L-6.5 -1Z"}},
		"rosette": {{crimson, round(0, -11, 4, 7) + round(0, 11, 4, 7)}, {water, round(-11, 0, 7, 4) + round(11, 0, 7, 4)}, {daylight, disc(0, 0, 5)}},
		"man":     {{beak, "M-11 16C-11 2 11 2 11 16Z"}, {fur, disc(0, -6, 8)}, eyes(3, -6)},
		"crate":   {{Body, "M-15 -15H15V15H-15Z"}, {Line, "M-10 -15V15M10 -15V15M-10 -15L10 15M10 -15L-10 15"}},
		"tree":    {{"#8c5a33", "M-2.5 8H2.5V16H-2.5Z"}, {foliage, "M0 -16L12 9H-12Z"}},
	}
	spots := [7][][2]float64{1: {{0, 0}}, 2: {{-8, -8}, {8, 8}}, 3: {{-8, -8}, {0, 0}, {8, 8}}, 4: {{-8, -8}, {8, 8}, {-8, 8}, {8, -8}},
		5: {{-8, -8}, {8, 8}, {-8, 8}, {8, -8}, {0, 0}}, 6: {{-8, -8}, {8, 8}, {-8, 8}, {8, -8}, {-8, 0}, {8, 0}}}
	for n, list := range spots {
		if n == 0 {
			continue
		}
		var pips strings.Builder
		for _, at := range list {
			pips.WriteString(disc(at[0], at[1], 3))
		}
		all[fmt.Sprintf("die%d", n)] = []Part{{Ink, pips.String()}}
	}
	return all
})

// FigureNames returns the names of figures in their order.
func FigureNames() []string { return slices.Sorted(maps.Keys(Figures())) }
