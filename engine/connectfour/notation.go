package connectfour

import (
	"fmt"
	"math/bits"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
)

// ParseKey implements [engine.KeyNotation]. The text has one character a cell, row by row from the
// top.
func (r *rules) ParseKey(text string) (uint64, error) {
	first, second, err := engine.Marks{Width: r.width, Height: r.height, Square: "cell", First: 'X', Second: 'O', Want: "X, O or . (empty)"}.Read(text, text)
	if err != nil {
		return 0, err
	}
	var x, o uint64
	for n := range r.width * r.height {
		x |= (first >> n & 1) * r.cell(n)
		o |= (second >> n & 1) * r.cell(n)
	}
	if floating := (x | o) &^ r.bottom &^ ((x | o) << 1); floating != 0 {
		return 0, engine.InputErrorf("%q has an empty cell below the piece at %s", text, r.cellText(floating))
	}
	own, other := x, o
	switch bits.OnesCount64(x) - bits.OnesCount64(o) {
	case 0:
	case 1:
		own, other = o, x
	default:
		return 0, engine.InputErrorf("%q has %d X and %d O: want as many X as O, or one more, since X begins and they take turns",
			text, bits.OnesCount64(x), bits.OnesCount64(o))
	}
	if r.completing(other)&other != 0 || x|o == r.cells {
		return 0, engine.InputErrorf("%q is a finished game: want a position before its last move", text)
	}
	return (x | o) + r.bottom + own, nil
}

// cell returns the n-th cell of the notation.
func (r *rules) cell(n int) uint64 {
	return 1 << (n%r.width*r.column + r.height - 1 - n/r.width)
}

// cellText returns the coordinates of the lowest cell of a set.
func (r *rules) cellText(set uint64) string {
	bit := bits.TrailingZeros64(set)
	return fmt.Sprintf("%c%d", 'a'+bit/r.column, bit%r.column+1)
}

// KeyText implements [engine.KeyNotation].
func (r *rules) KeyText(key uint64) string {
	text := make([]byte, r.width*r.height)
	for n := range text {
		text[n] = r.piece(key, n)
	}
	return string(text)
}

// piece returns the character of the n-th cell.
func (r *rules) piece(key uint64, n int) byte {
	own, all := r.split(key)
	cell := r.cell(n)
	switch first := bits.OnesCount64(all)%2 == 0; { // X is to move
	case all&cell == 0:
		return '.'
	case own&cell != 0 == first:
		return 'X'
	}
	return 'O'
}

// KeyBoard draws the board with its coordinates.
func (r *rules) KeyBoard(key uint64) string {
	return engine.Grid(r.width, r.height, func(square int) byte { return r.piece(key, square) })
}

// MoveText implements the MoveText of [engine.Rules]. It returns the column.
func (r *rules) MoveText(from, to uint64) string {
	_, before := r.split(from)
	_, after := r.split(to)
	return r.cellText(after &^ before)[:1]
}

// AppendEndings implements the AppendEndings of [engine.Rules]. It lists the columns that win or
// fill the board.
func (r *rules) AppendEndings(dst []engine.Ending, key uint64) []engine.Ending {
	own, all := r.split(key)
	drops := (all + r.bottom) & r.cells
	wins := drops & r.completing(own)
	for ; drops != 0; drops &= drops - 1 {
		cell, end := drops&-drops, engine.WinsNow
		if wins&cell == 0 {
			if all|cell != r.cells {
				continue
			}
			end = engine.DrawsNow
		}
		to := all + r.bottom + (all ^ own) + cell
		dst = append(dst, engine.Ending{Turn: r.cellText(cell)[:1], End: end, Text: r.KeyText(to), Board: r.KeyBoard(to)})
	}
	return dst
}

// depiction has the colours of the game that is sold. A turn is a column.
func (r *rules) depiction() drawing.Depiction {
	return drawing.Depiction{
		Ground: drawing.Pits, Color: "#3b6fb5", Click: "Click a column to drop a disc.", Goal: fmt.Sprintf("The player who first has %d in a row, column or diagonal wins.", r.line),
		Clicks: func(turn string) []drawing.Click { return []drawing.Click{{Square: turn, Act: drawing.Put}} },
		Looks:  drawing.Looks{'X': {Shape: drawing.Disc}, 'O': {Shape: drawing.Disc, Second: true}}, Players: [2]drawing.Player{{Name: "Yellow", Color: "#f4c430"}, {Name: "Red", Color: "#d0312d"}},
	}
}
