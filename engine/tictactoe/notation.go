package tictactoe

import (
	_ "embed"
	"fmt"
	"math/bits"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
)

//go:embed rules.txt
var rulesText string

// ParseKey reads a position: one character a cell, row by row from the top.
func (r rules) ParseKey(text string) (uint64, error) {
	first, second, err := engine.Marks{Width: r.width, Height: r.height, Square: "cell", First: 'X', Second: 'O', Want: "X, O or . (empty)"}.Read(text, text)
	if err != nil {
		return 0, err
	}
	x, o := bits.OnesCount64(first), bits.OnesCount64(second)
	if x != o && x != o+1 {
		return 0, engine.InputErrorf("%q has %d X and %d O: want as many X as O, or one more, since X begins and they take turns", text, x, o)
	}
	return first | second<<r.cells(), nil
}

// KeyText is the inverse of ParseKey.
func (r rules) KeyText(key uint64) string {
	text := make([]byte, r.cells())
	for cell := range text {
		text[cell] = r.mark(key, cell)
	}
	return string(text)
}

func (r rules) mark(key uint64, cell int) byte {
	switch {
	case key>>cell&1 != 0:
		return 'X'
	case key>>(r.cells()+cell)&1 != 0:
		return 'O'
	}
	return '.'
}

// KeyBoard draws the board with its coordinates.
func (r rules) KeyBoard(key uint64) string {
	return engine.Grid(r.width, r.height, func(square int) byte { return r.mark(key, square) })
}

// MoveText returns the cell that a move fills.
func (r rules) MoveText(from, to uint64) string {
	return engine.Square(bits.TrailingZeros64(to^from)%r.cells(), r.width, r.height)
}

// depiction has crosses and rings.
func (r rules) depiction() drawing.Depiction {
	return drawing.Depiction{Goal: fmt.Sprintf("The player who first has %d in a row, column or diagonal wins.", bits.OnesCount64(r.lines[0])), Looks: drawing.Looks{
		'X': {Shape: drawing.Man, Label: "X", Figure: "cross"},
		'O': {Shape: drawing.Man, Label: "O", Figure: "ring", Second: true},
	}, Players: [2]drawing.Player{{Name: "X"}, {Name: "O"}}}
}
