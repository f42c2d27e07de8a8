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
	plain := strings.NewReplacer("/", "", "\n", "", "\r", "").Replace(text)
	board, mover, ok := strings.Cut(plain, " ")
	if !ok || mover != "1" && mover != "2" {
		return 0, engine.InputErrorf("%q lacks the player to move: want the tiles, then a blank and 1 or 2", text)
	}
	if n := len([]rune(board)); n != r.tiles {
		return 0, engine.InputErrorf("%q has %d tiles: want %d, %d rows of %d tiles 1, 2 or . (empty)", text, n, r.tiles, r.height, r.width)
	}
	var one, two uint64
	bit := uint64(1) << (r.tiles - 1)
	for _, c := range board {
		switch c {
		case '1':
			one |= bit
		case '2':
			two |= bit
		case '.':
		default:
			return 0, engine.InputErrorf("%q has %q for a tile: want 1, 2 or . (empty)", text, c)
		}
		bit >>= 1
	}
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
	n := r.tiles - 1 - bits.TrailingZeros64(tiles&r.all)
	return fmt.Sprintf("%c%d", 'a'+n%r.width, r.height-n/r.width)
}
