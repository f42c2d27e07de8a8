// Package gamesmanuni describes the public GamesmanUni front end's support for single games: the
// names under which it has pictures, and the form in which its page for a game takes positions and
// moves. Package serve draws games without such an entry from their own descriptions.
package gamesmanuni

import (
	"fmt"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/query/serve"
)

// Faces returns the faces of the games that the front end knows, by their names in Foregone; see
// [serve.Options].
func Faces() map[string]serve.Face {
	return map[string]serve.Face{
		"tictactoe":    {Variant: ticTacToeVariant, Letters: map[rune]byte{'X': 'x', 'O': 'o'}, Tile: '-', Move: ticTacToeMove},
		"quixo":        {Variant: quixoVariant, Tile: 'B', Unit: 4, Draw: drawQuixo, Move: quixoMove},
		"teeko":        {Variant: teekoVariant, Tile: '-', Unit: 100, Draw: drawTeeko, Move: teekoMove},
		"chess":        {Tile: '-', Draw: drawChess},
		"dobutsu":      {Family: "dshogi", Variant: dobutsuVariant, Tile: '-', Draw: drawDobutsu, Hands: dobutsuHands, Move: dobutsuMove},
		"pushfight":    {Steps: true},
		"connect-four": {Family: "connect4", Variant: connectFourVariant, Tile: '-', Draw: drawConnectFour},
	}
}

func ticTacToeVariant(s engine.Spec) string {
	if s.Int("width") == 3 && s.Int("height") == 3 && s.Int("line") == 3 {
		return "regular"
	}
	return ""
}

// ticTacToeMove puts the mark and the cell in fixed places, where the page reads them.
func ticTacToeMove(board drawing.Layout, turn string, player int) (m serve.FaceMove, ok bool) {
	cell, ok := board.Number(turn)
	return serve.FaceMove{Name: turn, Button: fmt.Sprintf("A_%c_%d", " xo"[player], cell), Rank: cell}, ok
}

func quixoVariant(s engine.Spec) string { return fmt.Sprintf("%[1]dx%[1]d", s.Int("size")) }

// drawQuixo adds the arrowheads, to the right, left, bottom and top, after the cubes.
func drawQuixo(t *serve.FaceTheme, _, _ int) {
	cubes := t.Centers
	for _, to := range [][2]float64{{2, 0}, {-2, 0}, {0, 2}, {0, -2}} {
		for _, c := range cubes {
			t.Centers = append(t.Centers, [2]float64{c[0] + to[0], c[1] + to[1]})
		}
	}
	t.Images = map[string]serve.FaceImage{"X": {Image: "quixo/x.svg", Scale: 4}, "O": {Image: "quixo/o.svg", Scale: 4}, "B": {Image: "quixo/blank.svg", Scale: 4}}
	t.Circle, t.TextSize = 0, 0
	t.Sounds = map[string]string{"x": serve.SlideSound}
}

// quixoMove names a turn by the number of the cube, from 1 on, and the side where it is pushed in.
// Equal turns are in the order of GamesmanOne: by the number of the cube among those that can be
// pushed in there.
func quixoMove(board drawing.Layout, turn string, _ int) (m serve.FaceMove, ok bool) {
	from, to, _ := strings.Cut(turn, "-")
	cube, ok1 := board.Number(from)
	end, ok2 := board.Number(to)
	if !ok1 || !ok2 {
		return m, false
	}
	size := len(board.Columns)
	last := size - 1
	var direction int // of RLDU
	switch {
	case cube/size == end/size && end%size == last:
		direction = 0
	case cube/size == end/size:
		direction = 1
	case end/size == last:
		direction = 2
	default:
		direction = 3
	}
	before := 0 // cubes of lower numbers that can be pushed in the same way
	for other := range cube {
		x, y := other%size, other/size
		border := x == 0 || x == last || y == 0 || y == last
		if at := [4]bool{x != last, x != 0, y != last, y != 0}; border && at[direction] {
			before++
		}
	}
	return serve.FaceMove{
		Name:   fmt.Sprintf("%d %c", cube+1, "RLDU"[direction]),
		Button: fmt.Sprintf("M_%d_%d_x", cube, cube+(1+direction)*size*size),
		Rank:   4*before + direction,
	}, true
}

func teekoVariant(s engine.Spec) string {
	if s.Bool("advanced") {
		return "advanced"
	}
	return "standard"
}

func drawTeeko(t *serve.FaceTheme, columns, rows int) {
	if columns != 5 || rows != 5 {
		return
	}
	for i := range t.Centers {
		t.Centers[i][0] += 50
		t.Centers[i][1] += 50
	}
	t.Space, t.Background = [2]float64{600, 600}, "teeko/board.svg"
	t.Images = map[string]serve.FaceImage{"X": {Image: "teeko/x.svg", Scale: 80}, "O": {Image: "teeko/o.svg", Scale: 80}}
	t.Arrow, t.Circle, t.TextSize = 7, 0, 0
	t.Animation = "simpleSlides"
}

// teekoMove names squares by their numbers, from 0 on.
func teekoMove(board drawing.Layout, turn string, _ int) (m serve.FaceMove, ok bool) {
	from, to, moved := strings.Cut(turn, "-")
	square, ok := board.Number(from)
	if !ok || !moved {
		return serve.FaceMove{Name: fmt.Sprint(square), Button: fmt.Sprintf("A_-_%d_y", square), Rank: square}, ok
	}
	target, ok := board.Number(to)
	return serve.FaceMove{Name: fmt.Sprintf("%d %d", square, target), Button: fmt.Sprintf("M_%d_%d_x", square, target), Rank: 32*square + target}, ok
}

func connectFourVariant(s engine.Spec) string {
	return fmt.Sprintf("%dx%d", s.Int("height"), s.Int("width"))
}

// drawConnectFour uses pictures of two of the boards; on others pieces stand on tiles.
func drawConnectFour(t *serve.FaceTheme, columns, rows int) {
	t.Images = map[string]serve.FaceImage{"X": {Image: "general/blue_circle.svg", Scale: 1}, "O": {Image: "general/red_circle.svg", Scale: 1}}
	if rows != 6 || columns != 6 && columns != 7 {
		return
	}
	for i := range t.Centers {
		t.Centers[i][1]++
	}
	t.Space[1] = 7
	t.Foreground = fmt.Sprintf("connect4/foreground6x%d.svg", columns)
}

// drawChess uses pictures of all men; those of black have names of two small letters.
func drawChess(t *serve.FaceTheme, _, _ int) {
	t.Background, t.Images = "chess/lichess/grid.svg", map[string]serve.FaceImage{}
	for _, man := range "KQRBNP" {
		white, black := string(man), strings.ToLower(string(man))
		t.Images[white] = serve.FaceImage{Image: "chess/lichess/" + white + ".svg", Scale: 0.9}
		t.Images[black] = serve.FaceImage{Image: "chess/lichess/" + black + black + ".svg", Scale: 0.9}
	}
	t.Animation = "simpleSlides"
}

func dobutsuVariant(s engine.Spec) string {
	if s.Int("height") == 4 && s.Int("pieces") == 3 && s.Bool("drops") {
		return "regular"
	}
	return ""
}

// hands are the pieces in hand in the order of GamesmanOne: first those of the first player, the forest's, then
// the sky's; one of a kind and two.
var hands = [...]string{"GB", "EA", "CD", "gb", "ea", "cd"}

// drawDobutsu adds the pieces in hand, and a place on each square to drop a giraffe, an elephant or a chick.
// The front end has a background for four rows.
func drawDobutsu(t *serve.FaceTheme, _, rows int) {
	height := float64(rows)*100 + 101
	t.Space, t.Images = [2]float64{601, height}, map[string]serve.FaceImage{}
	if rows == 4 {
		t.Background = "dshogi/background.svg"
	}
	var board [][2]float64
	for _, c := range t.Centers {
		board = append(board, [2]float64{c[0]*100 + 50, c[1]*100 + 50})
	}
	t.Centers = append(slices.Clone(board), [][2]float64{
		{425, height - 51}, {550, height - 51}, {485, height - 176}, {550, 51}, {425, 51}, {485, 175},
	}...)
	for n, to := range [][2]float64{{0, -25}, {-25, 25}, {25, 25}} {
		for _, c := range board {
			t.Centers = append(t.Centers, [2]float64{c[0] + to[0], c[1] + to[1]})
		}
		t.Images[fmt.Sprint(n)] = serve.FaceImage{Image: "dshogi/" + [...]string{"giraffe", "elephant", "chick"}[n] + "_move_token.svg", Scale: 40}
	}
	for letter, animal := range map[string]string{"G": "giraffe", "E": "elephant", "C": "chick", "H": "hen", "L": "lion", "B": "giraffe_2", "A": "elephant_2", "D": "chick_2"} {
		t.Images[letter] = serve.FaceImage{Image: "dshogi/forest_" + animal + ".svg", Scale: 90}
		t.Images[strings.ToLower(letter)] = serve.FaceImage{Image: "dshogi/sky_" + animal + ".svg", Scale: 90}
	}
	t.Arrow, t.Circle, t.TextSize, t.Animation = 8, 0, 0, "simpleSlides"
}

// dobutsuHands reads the hands, of which the mover's are capitals.
func dobutsuHands(rest string, player int) string {
	var out strings.Builder
	for i, letters := range hands {
		mine := letters[0] &^ 0x20
		if (i < 3) == (player == 2) {
			mine |= 0x20
		}
		out.WriteByte(("-" + letters)[min(strings.Count(rest, string(mine)), 2)])
	}
	return out.String()
}

// dobutsuMove turns the squares of the second player, who sees the board from his side.
func dobutsuMove(board drawing.Layout, turn string, player int) (m serve.FaceMove, ok bool) {
	from, to, ok := strings.Cut(strings.NewReplacer("x", "-", "*", "-").Replace(turn), "-")
	n := len(board.Squares)
	square := func(name string) int {
		at, found := board.Number(name)
		if ok = ok && found; player == 2 {
			at = n - 1 - at
		}
		return at
	}
	target := square(to)
	m = serve.FaceMove{Name: turn, Rank: target}
	if kind := strings.Index("GEC", from); kind >= 0 {
		m.Button = fmt.Sprintf("A_%d_%d_y", kind, n+len(hands)+kind*n+target)
	} else {
		m.Button = fmt.Sprintf("M_%d_%d_x", square(from), target)
	}
	return m, ok
}
