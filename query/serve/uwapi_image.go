package serve

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
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

// Face has the GamesmanUni front end's names and pictures for a game. The zero value of a field
// means that the server derives it from the description of the game.
type Face struct {
	Family  string                        // its name in paths; "": the game's own name
	Variant func(spec engine.Spec) string // the variant's name in paths; nil and "": the slug
	Letters map[rune]byte                 // of symbols
	Tile    byte                          // the letter of an empty square that is drawn
	Unit    float64                       // the length of a square; 0: 1
	// Draw changes the pictures of a board with these numbers of columns and rows.
	Draw func(t *FaceTheme, columns, rows int)
	// Move returns the form in which the front end shows a turn of player 1 or 2.
	Move func(board drawing.Layout, turn string, player int) (m FaceMove, ok bool)
	// Hands returns letters for places behind the squares, from the rest of the notation of a position
	// where player 1 or 2 moves.
	Hands func(rest string, player int) string
	// Steps: a turn consists of steps between two squares, such as a1-b2,c3-c4, and each is a
	// click. Between them the same player is to move, at a position P~STEPS.
	Steps bool
}

// FaceMove is the form in which the front end shows a turn.
type FaceMove struct {
	Name   string
	Button string // its drawing on the board
	Rank   int    // its place among turns of equal value
}

// FaceTheme describes how to draw positions with the front end's pictures. Lengths are in squares.
type FaceTheme struct {
	Space      [2]float64           `json:"space"`
	Centers    [][2]float64         `json:"centers"`
	Background string               `json:"background,omitempty"`
	Foreground string               `json:"foreground,omitempty"`
	Images     map[string]FaceImage `json:"charImages"`
	Arrow      float64              `json:"arrowWidth"`
	Circle     float64              `json:"circleButtonRadius,omitempty"`
	TextSize   float64              `json:"textButtonFontSize,omitempty"`
	Over       bool                 `json:"entitiesOverArrows,omitempty"`
	Sounds     map[string]string    `json:"sounds"`
	Animation  string               `json:"animationType"`
}

// FaceImage is the picture of a character.
type FaceImage struct {
	Image string  `json:"image"`
	Scale float64 `json:"scale"`
}

// The sounds that the front end has for any game.
const (
	SlideSound = "general/slide.mp3"
	placeSound = "general/place.mp3"
)

// steps lists the next steps of turns instead of whole turns: the best turn of each step
// gives its value. A last step leads to the next position, others to the same player with the steps so far.
func (v *uwapiVariant) steps(reply uwapiMoves, at uwapiAt) (uwapiMoves, error) {
	out := uwapiMoves{uwapiPosition: reply.uwapiPosition, Moves: []uwapiMove{}}
	for step := range strings.SplitSeq(strings.TrimSuffix(at.steps, ","), ",") {
		out.Autogui, _ = v.step(out.Autogui, step)
	}
	if at.steps != "" {
		out.Position += endMark + escape(strings.TrimSuffix(at.steps, ","))
	}
	begun := slices.DeleteFunc(reply.Moves, func(m uwapiMove) bool { return !strings.HasPrefix(m.Move, at.steps) })
	setDeltas(begun)
	seen := map[string]bool{}
	for _, m := range begun { // best first
		step, _, more := strings.Cut(m.Move[len(at.steps):], ",")
		if seen[step] {
			continue
		}
		seen[step] = true
		own := uwapiPosition{Value: m.MoveValue, Remoteness: m.Remoteness}
		if own.Remoteness >= 0 {
			own.Remoteness++
		}
		if len(out.Moves) == 0 {
			out.Value, out.Remoteness = own.Value, own.Remoteness
		}
		own.Autogui, m.AutoguiMove = v.step(out.Autogui, step)
		if m.Move = step; more {
			own.Position = reply.Position + endMark + escape(at.steps+step)
			m.uwapiPosition = own
		}
		out.Moves = append(out.Moves, m)
	}
	if len(out.Moves) == 0 && at.steps != "" {
		return out, engine.InputErrorf("%q begins no turn", at.steps)
	}
	return out, nil
}

// step moves a piece on a drawn board, and returns the button for that.
func (v *uwapiVariant) step(autogui, step string) (after, button string) {
	from, to, _ := strings.Cut(step, "-")
	a, ok1 := v.codec.Layout.Number(from)
	b, ok2 := v.codec.Layout.Number(to)
	if !ok1 || !ok2 || max(a, b)+2 >= len(autogui) {
		return autogui, step
	}
	letters := []byte(autogui)
	letters[b+2], letters[a+2] = letters[a+2], letters[b+2]
	return string(letters), fmt.Sprintf("M_%d_%d_x", a, b)
}
