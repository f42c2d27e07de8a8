package britishsquare

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/foregone-db/foregone/engine"
)

// ParseKey implements [engine.KeyNotation]. The text has one character a tile, row by row from the
// top, a blank, and the player to move.
func (r *rules) ParseKey(text string) (uint64, error) {
	board, mover, ok := strings.Cut(text, " ")
	mover = strings.Trim(mover, "/\n\r")
	if !ok || mover != "1" && mover != "2" {
		return 0, engine.InputErrorf("%q lacks the player to move: want the tiles, then a blank and 1 or 2", text)
	}
	one, two, err := engine.Marks{Width: r.width, Height: r.height, Square: "tile", First: '1', Second: '2', Want: "1, 2 or . (empty)"}.Read(text, board)
	if err != nil {
		return 0, err
	}
	one, two = bits.Reverse64(one)>>(64-r.tiles), bits.Reverse64(two)>>(64-r.tiles)
	if at := r.near(one) & two; at != 0 {
		return 0, engine.InputErrorf("%q has adjacent pieces of different players, at %s", text, r.tileText(at))
	}
	key := one<<r.tiles | two
	if mover == "2" {
		key |= r.second
	}
	return key, nil
}

// KeyText implements [engine.KeyNotation].
func (r *rules) KeyText(key uint64) string {
	text := make([]byte, 0, r.tiles+2)
	for n := range r.tiles {
		text = append(text, r.piece(key, n))
	}
	return string(append(text, ' ', r.mover(key)))
}

// mover returns the digit of the player to move.
func (r *rules) mover(key uint64) byte {
	if key&r.second != 0 {
		return '2'
	}
	return '1'
}

// piece returns the character of the n-th tile.
func (r *rules) piece(key uint64, n int) byte {
	bit := r.tiles - 1 - n
	switch {
	case key>>(r.tiles+bit)&1 != 0:
		return '1'
	case key>>bit&1 != 0:
		return '2'
	}
	return '.'
}

// KeyBoard draws the board with its coordinates and names the player to move.
func (r *rules) KeyBoard(key uint64) string {
	return engine.Grid(r.width, r.height, func(square int) byte { return r.piece(key, square) }) + fmt.Sprintf("%c to move\n", r.mover(key))
}

// MoveText implements the MoveText of [engine.Rules]: the tile, or pass.
func (r *rules) MoveText(from, to uint64) string {
	placed := (from ^ to) &^ r.second
	if placed == 0 {
		return "pass"
	}
	return r.tileText(placed | placed>>r.tiles)
}

// tileText returns the coordinates of the lowest tile of a set.
func (r *rules) tileText(tiles uint64) string {
	return engine.Square(r.tiles-1-bits.TrailingZeros64(tiles&r.all), r.width, r.height)
}
