package serve

import (
	"fmt"
	"strings"

	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/query/picture"
)

// uwapiImage tells the front end how to draw positions with the pictures it has.
type uwapiImage struct {
	DefaultTheme string                `json:"defaultTheme"`
	Themes       map[string]uwapiTheme `json:"themes"`
}

// uwapiTheme is a way of drawing. Lengths are in squares.
type uwapiTheme struct {
	Space      [2]float64             `json:"space"`
	Centers    [][2]float64           `json:"centers"`
	Background string                 `json:"background,omitempty"`
	Foreground string                 `json:"foreground,omitempty"`
	Images     map[string]uwapiSymbol `json:"charImages"`
	Arrow      float64                `json:"arrowWidth"`
	Circle     float64                `json:"circleButtonRadius,omitempty"`
	TextSize   float64                `json:"textButtonFontSize,omitempty"`
	Over       bool                   `json:"entitiesOverArrows,omitempty"`
	Sounds     map[string]string      `json:"sounds"`
	Animation  string                 `json:"animationType"`
}

// uwapiSymbol is the picture of a character.
type uwapiSymbol struct {
	Image string  `json:"image"`
	Scale float64 `json:"scale"`
}

// The pictures of pieces that the front end has for any game, for either player. Pieces
// of one player that differ get different ones.
var uwapiPieces = [2][]string{
	{"general/blue_circle.svg", "general/teal_circle.svg", "general/purple_circle.svg", "general/green_circle.svg", "general/whitepiece.svg", "general/bluepiece.svg"},
	{"general/red_circle.svg", "general/orange_circle.svg", "general/pink_circle.svg", "general/yellow_circle.svg", "general/brownpiece.svg", "general/redpiece.svg"},
}

const (
	uwapiTile  = "quixo/blank.svg"
	slideSound = "general/slide.mp3"
	placeSound = "general/place.mp3"
)

// newUWAPIImage makes the drawing of a board from its description.
func newUWAPIImage(c *uwapiCodec, f face) *uwapiImage {
	unit := f.unit
	if unit == 0 {
		unit = 1
	}
	columns, rows := float64(len(c.layout.Columns)), float64(len(c.layout.Rows))
	t := uwapiTheme{
		Space:  [2]float64{columns * unit, rows * unit},
		Images: map[string]uwapiSymbol{}, Arrow: 0.1, Circle: 0.15, TextSize: 0.4,
		Sounds: map[string]string{"x": slideSound, "y": placeSound}, Animation: "entityFade",
	}
	for _, s := range c.layout.Squares {
		t.Centers = append(t.Centers, [2]float64{(float64(s.Column) + 0.5) * unit, (float64(s.Row) + 0.5) * unit})
	}
	t.Images[string(rune(c.tile))] = uwapiSymbol{uwapiTile, unit}
	var used [2]int
	for _, symbol := range sortedSymbols(c.depicts, runeSet(c.colours)) {
		look := picture.LookOf(c.depicts, symbol)
		if look.Shape == drawing.NoShape || look.Shape == drawing.Hole {
			continue
		}
		side := 0
		if look.Second {
			side = 1
		}
		pieces := uwapiPieces[side]
		image, scale := pieces[used[side]%len(pieces)], 0.8
		if len(look.Label) == 1 && look.Label[0] >= '0' && look.Label[0] <= '9' {
			image, scale = "general/"+look.Label+".svg", 1.6 // a small figure in the middle
		} else {
			used[side]++
		}
		t.Images[string(rune(c.letters[symbol]))] = uwapiSymbol{image, scale * unit}
	}
	if f.draw != nil {
		f.draw(&t, len(c.layout.Columns), len(c.layout.Rows))
	}
	return &uwapiImage{DefaultTheme: "regular", Themes: map[string]uwapiTheme{"regular": t}}
}

func runeSet(of map[rune]rune) map[rune]bool {
	set := map[rune]bool{}
	for r := range of {
		set[r] = true
	}
	return set
}

// moveText returns the name of a turn for the front end, how it is drawn there, and its
// rank among equals. before is the position in the game's notation, after where it leads.
func (v *uwapiVariant) moveText(turn, before string, after uwapiPosition, player int) (name, drawn string, rank int) {
	if v.face.move != nil {
		if name, drawn, rank, ok := v.face.move(&v.codec, turn, player); ok {
			return name, drawn, rank
		}
	}
	if !v.codec.drawn {
		return turn, turn, 0
	}
	if drawn, ok := drawMove(v.codec.autogui(before, player)[2:], strings.TrimPrefix(strings.TrimPrefix(after.Autogui, "1_"), "2_"), v.codec.tile); ok {
		return turn, drawn, 0
	}
	return turn, turn, 0
}

// drawMove returns the button of a move that changes one square, or moves a piece from one
// square to another, and false of others: the front end lists these by name.
func drawMove(before, after string, empty byte) (string, bool) {
	if len(before) != len(after) {
		return "", false
	}
	var changed []int
	for i := range len(before) {
		if before[i] != after[i] {
			changed = append(changed, i)
		}
	}
	switch len(changed) {
	case 1:
		return fmt.Sprintf("A_-_%d_y", changed[0]), true
	case 2:
		from, to := changed[0], changed[1]
		if after[from] != empty {
			from, to = to, from
		}
		if after[from] == empty && before[from] == after[to] {
			return fmt.Sprintf("M_%d_%d_x", from, to), true
		}
	}
	return "", false
}
