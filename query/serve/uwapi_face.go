package serve

import (
	"fmt"
	"strings"

	"github.com/foregone-db/foregone/engine"
)

// face is what the GamesmanUni front end knows of a game: the names it has pictures
// under, and the form in which its page for the game wants positions and moves. All of it
// is facts about that program; a game that has no face is drawn from its description.
type face struct {
	family  string                        // "": the game's own name
	variant func(spec engine.Spec) string // "": the slug
	letters map[rune]byte                 // of symbols
	tile    byte                          // the letter of an empty square that is drawn
	unit    float64                       // the length of a square
	// draw sets the pictures.
	draw func(t *uwapiTheme, columns, rows int)
	// move names a turn and its button. The rank is its place among equals.
	move func(c *uwapiCodec, turn string, player int) (name, drawn string, rank int, ok bool)
}

var faces = map[string]face{
	"tictactoe":    {variant: regularTicTacToe, letters: map[rune]byte{'X': 'x', 'O': 'o'}, tile: '-', move: ticTacToeMove},
	"quixo":        {variant: quixoVariant, tile: 'B', unit: 4, draw: drawQuixo, move: quixoMove},
	"teeko":        {variant: teekoVariant, tile: '-', unit: 100, draw: drawTeeko, move: teekoMove},
	"chess":        {tile: '-', draw: drawChess},
	"connect-four": {family: "connect4", variant: connect4Variant, tile: '-', draw: drawConnect4},
}

// cellNumber returns the number of a square by its name, as the notation lists them.
func (c *uwapiCodec) cellNumber(name string) (int, bool) {
	for i, s := range c.layout.Squares {
		if c.layout.Columns[s.Column]+c.layout.Rows[s.Row] == name {
			return i, true
		}
	}
	return 0, false
}

func regularTicTacToe(s engine.Spec) string {
	if s.Int("width") == 3 && s.Int("height") == 3 && s.Int("line") == 3 {
		return "regular"
	}
	return ""
}

// ticTacToeMove: the page for it takes the mark and the cell from fixed places.
func ticTacToeMove(c *uwapiCodec, turn string, player int) (name, drawn string, rank int, ok bool) {
	cell, ok := c.cellNumber(turn)
	return turn, fmt.Sprintf("A_%c_%d", " xo"[player], cell), cell, ok
}

func quixoVariant(s engine.Spec) string { return fmt.Sprintf("%[1]dx%[1]d", s.Int("size")) }

// drawQuixo puts the heads of arrows, to the right, left, bottom and top, behind the
// cubes.
func drawQuixo(t *uwapiTheme, _, _ int) {
	cubes := t.Centers
	for _, to := range [][2]float64{{2, 0}, {-2, 0}, {0, 2}, {0, -2}} {
		for _, c := range cubes {
			t.Centers = append(t.Centers, [2]float64{c[0] + to[0], c[1] + to[1]})
		}
	}
	t.Images = map[string]uwapiSymbol{"X": {"quixo/x.svg", 4}, "O": {"quixo/o.svg", 4}, "B": {"quixo/blank.svg", 4}}
	t.Circle, t.TextSize = 0, 0
	t.Sounds = map[string]string{"x": slideSound}
}

// quixoMove names a turn by the number of the cube, from 1 on, and where it is pushed in.
// Equal turns stand in the order in which GamesmanOne makes them: by the number of the cube
// among those that can be pushed in there.
func quixoMove(c *uwapiCodec, turn string, _ int) (name, drawn string, rank int, ok bool) {
	from, to, _ := strings.Cut(turn, "-")
	cube, ok1 := c.cellNumber(from)
	end, ok2 := c.cellNumber(to)
	if !ok1 || !ok2 {
		return "", "", 0, false
	}
	size := len(c.layout.Columns)
	direction, last := 0, size-1
	switch {
	case cube/size == end/size && end%size == last:
		direction = 0 // R
	case cube/size == end/size:
		direction = 1 // L
	case end/size == last:
		direction = 2 // D
	default:
		direction = 3 // U
	}
	before := 0 // cubes of less number that can be pushed in the same way
	for other := range cube {
		x, y := other%size, other/size
		border := x == 0 || x == last || y == 0 || y == last
		if at := [4]bool{x != last, x != 0, y != last, y != 0}; border && at[direction] {
			before++
		}
	}
	drawn = fmt.Sprintf("M_%d_%d_x", cube, cube+(1+direction)*size*size)
	return fmt.Sprintf("%d %c", cube+1, "RLDU"[direction]), drawn, 4*before + direction, true
}

func teekoVariant(s engine.Spec) string {
	if s.Bool("advanced") {
		return "advanced"
	}
	return "standard"
}

func drawTeeko(t *uwapiTheme, columns, rows int) {
	if columns != 5 || rows != 5 {
		return
	}
	for i := range t.Centers {
		t.Centers[i][0] += 50
		t.Centers[i][1] += 50
	}
	t.Space, t.Background = [2]float64{600, 600}, "teeko/board.svg"
	t.Images = map[string]uwapiSymbol{"X": {"teeko/x.svg", 80}, "O": {"teeko/o.svg", 80}}
	t.Arrow, t.Circle, t.TextSize = 7, 0, 0
	t.Animation = "simpleSlides"
}

// teekoMove names squares by their numbers, from 0 on.
func teekoMove(c *uwapiCodec, turn string, _ int) (name, drawn string, rank int, ok bool) {
	from, to, moved := strings.Cut(turn, "-")
	square, ok := c.cellNumber(from)
	if !ok || !moved {
		return fmt.Sprint(square), fmt.Sprintf("A_-_%d_y", square), square, ok
	}
	target, ok := c.cellNumber(to)
	return fmt.Sprintf("%d %d", square, target), fmt.Sprintf("M_%d_%d_x", square, target), 32*square + target, ok
}

func connect4Variant(s engine.Spec) string {
	return fmt.Sprintf("%dx%d", s.Int("height"), s.Int("width"))
}

// drawConnect4 has a picture of two of the boards; on others pieces stand on tiles.
func drawConnect4(t *uwapiTheme, columns, rows int) {
	t.Images = map[string]uwapiSymbol{"X": {"general/blue_circle.svg", 1}, "O": {"general/red_circle.svg", 1}}
	if rows != 6 || columns != 6 && columns != 7 {
		return
	}
	for i := range t.Centers {
		t.Centers[i][1]++
	}
	t.Space[1] = 7
	t.Foreground = fmt.Sprintf("connect4/foreground6x%d.svg", columns)
}

// drawChess has pictures of all men: those of black under two small letters.
func drawChess(t *uwapiTheme, _, _ int) {
	t.Background, t.Images = "chess/lichess/grid.svg", map[string]uwapiSymbol{}
	for _, man := range "KQRBNP" {
		white, black := string(man), strings.ToLower(string(man))
		t.Images[white] = uwapiSymbol{"chess/lichess/" + white + ".svg", 0.9}
		t.Images[black] = uwapiSymbol{"chess/lichess/" + black + black + ".svg", 0.9}
	}
	t.Animation = "simpleSlides"
}
