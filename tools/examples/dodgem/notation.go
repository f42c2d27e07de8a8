package main

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
)

const rulesText = `X has his cars on the left side of a square board, O his on the bottom side; the corner
between them is empty. They take turns, X first, to drive a car to an empty square next to
it: X to the right, up or down, O upwards, left or right. X's cars leave the board over its
right side, O's over the top. A player with no cars left on the board has won; a player who
cannot move on his turn has won, too, so do not block the opponent. Play that repeats
itself is drawn.

A position is written square by square, row by row from the top, and then who is to
move, such as X...X...X....OOO X; rows may be separated by /. A move is the squares it
leads between, each a column letter from the left and a row digit from the bottom,
such as a2-b2, or d2-off.
`

// ParseKey reads a position. Keys have the bottom row first, as O numbers the squares.
func (r rules) ParseKey(text string) (uint64, error) {
	rows, mover, _ := strings.Cut(text, " ")
	squares := strings.ReplaceAll(rows, "/", "")
	if len(squares) != r.size*r.size || strings.Trim(squares, "XO.") != "" || mover != "X" && mover != "O" {
		return 0, engine.InputErrorf("%q is not a position: want %d rows of %d squares X, O or . (empty), a blank, and X or O to move", text, r.size, r.size)
	}
	var x, o uint64
	for i := range squares {
		switch square := uint64(1) << ((r.size-1-i/r.size)*r.size + i%r.size); squares[i] {
		case 'X':
			x |= square
		case 'O':
			o |= square
		}
	}
	if nx, no := bits.OnesCount64(x), bits.OnesCount64(o); nx < 1 || nx > r.cars || no < 1 || no > r.cars {
		return 0, engine.InputErrorf("%q has %d X and %d O: want 1 to %d of each", text, nx, no, r.cars)
	}
	if mover == "O" {
		return second | o<<half | r.turned(x), nil
	}
	return r.turned(x)<<half | o, nil
}

// KeyText is the inverse of ParseKey. It begins with the squares in the order of the
// drawn board, so that the analyzer page can show and set up positions.
func (r rules) KeyText(key uint64) string {
	x, o, mover := key>>half, key, " X"
	if key&second != 0 {
		x, o, mover = o, x, " O"
	}
	x = r.turned(x & r.board)
	var squares []byte
	for i := range r.size * r.size {
		square := byte('.')
		switch bit := uint64(1) << ((r.size-1-i/r.size)*r.size + i%r.size); {
		case x&bit != 0:
			square = 'X'
		case o&bit != 0:
			square = 'O'
		}
		squares = append(squares, square)
	}
	return string(squares) + mover
}

// KeyBoard draws the board with its coordinates.
func (r rules) KeyBoard(key uint64) string {
	var b strings.Builder
	squares, mover, _ := strings.Cut(r.KeyText(key), " ")
	for row := range r.size {
		line := squares[row*r.size : (row+1)*r.size]
		fmt.Fprintf(&b, "%d %s\n", r.size-row, strings.Join(strings.Split(line, ""), " "))
	}
	fmt.Fprintf(&b, "  %s\n%s to move\n", "a b c d e"[:2*r.size-1], mover)
	return b.String()
}

// MoveText returns the source and target squares of a move.
func (r rules) MoveText(from, to uint64) string {
	before, after := from>>half&r.board, to&r.board
	target := "off"
	if entered := after &^ before; entered != 0 {
		target = r.squareText(entered, from)
	}
	return r.squareText(before&^after, from) + "-" + target
}

// squareText returns the coordinates of a square as the mover of a position numbers it.
func (r rules) squareText(square, key uint64) string {
	if key&second == 0 {
		square = r.turned(square)
	}
	at := bits.TrailingZeros64(square)
	return fmt.Sprintf("%c%d", 'a'+at%r.size, 1+at/r.size)
}

// depiction gives the cars two colours in pictures and on the analyzer page.
var depiction = drawing.Depiction{Looks: drawing.Looks{
	'X': {Shape: drawing.Block, Label: "X"},
	'O': {Shape: drawing.Block, Label: "O", Second: true},
}}
