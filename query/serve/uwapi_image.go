package serve

import (
	"cmp"
	"fmt"
	"maps"

	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/query/answers"
)

// uwapiImage describes to the front end how to draw positions with its pictures.
type uwapiImage struct {
	DefaultTheme string               `json:"defaultTheme"`
	Themes       map[string]FaceTheme `json:"themes"`
}

// uwapiPieces are the front end's pictures of pieces for any game, by player. Different pieces
// of a player get different pictures.
var uwapiPieces = [2][]string{
	{"general/blue_circle.svg", "general/teal_circle.svg", "general/purple_circle.svg", "general/green_circle.svg", "general/whitepiece.svg", "general/bluepiece.svg"},
	{"general/red_circle.svg", "general/orange_circle.svg", "general/pink_circle.svg", "general/yellow_circle.svg", "general/brownpiece.svg", "general/redpiece.svg"},
}

const uwapiTile = "quixo/blank.svg"

// newUWAPIImage derives the drawing of a board from its description.
func newUWAPIImage(c *uwapiCodec, f Face) *uwapiImage {
	unit := cmp.Or(f.Unit, 1)
	columns, rows := float64(len(c.Layout.Columns)), float64(len(c.Layout.Rows))
	t := FaceTheme{
		Space:  [2]float64{columns * unit, rows * unit},
		Images: map[string]FaceImage{}, Arrow: 0.1, Circle: 0.15, TextSize: 0.4,
		Sounds: map[string]string{"x": SlideSound, "y": placeSound}, Animation: "entityFade",
	}
	for _, s := range c.Layout.Squares {
		t.Centers = append(t.Centers, [2]float64{(float64(s.Column) + 0.5) * unit, (float64(s.Row) + 0.5) * unit})
	}
	t.Images[string(rune(c.tile))] = FaceImage{uwapiTile, unit}
	var used [2]int
	for _, symbol := range answers.SortedSymbols(c.Depicts, maps.Keys(c.colours)) {
		look := c.Depicts.Look(symbol)
		if !look.IsPiece() && look.Shape != drawing.Stones {
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
		t.Images[string(rune(c.letters[symbol]))] = FaceImage{image, scale * unit}
	}
	if f.Draw != nil {
		f.Draw(&t, len(c.Layout.Columns), len(c.Layout.Rows))
	}
	return &uwapiImage{DefaultTheme: "regular", Themes: map[string]FaceTheme{"regular": t}}
}

// move returns the form in which the front end shows a turn from before, in the game's notation, to
// after.
func (v *uwapiVariant) move(turn, before string, after uwapiPosition, player int) FaceMove {
	if v.face.Move != nil {
		if m, ok := v.face.Move(v.codec.Layout, turn, player); ok {
			return m
		}
	}
	m := FaceMove{Name: turn, Button: turn}
	if v.codec.Listed() {
		if button, ok := drawMove(v.codec.autogui(before, player)[2:], after.Autogui[2:], v.codec.tile); ok {
			m.Button = button
		}
	}
	return m
}

// drawMove returns the button of a move that changes one square, or moves a piece from one
// square to another. It returns false for other moves, which the front end lists by name.
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
