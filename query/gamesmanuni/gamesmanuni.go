// Package gamesmanuni describes the public GamesmanUni front end's support for single games: the
// names under which it has pictures, and the form in which its page for a game takes positions and
// moves. Package serve draws games without such an entry from their own descriptions.
package gamesmanuni

import (
	"fmt"
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
