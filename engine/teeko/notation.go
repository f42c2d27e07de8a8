package teeko

import (
	"fmt"
	"math/bits"
	"strings"
	"unicode/utf8"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
)

// partings drops what may part rows.
var partings = strings.NewReplacer("/", "", "\n", "", "\r", "")

// ParseKey implements [engine.KeyNotation]: a character a square, row by row from the
// top.
func (r *rules) ParseKey(text string) (uint64, error) {
	squares := partings.Replace(text)
	if n := utf8.RuneCountInString(squares); n != r.squares {
		return 0, engine.InputErrorf("%q has %d squares: want %d, %d rows of %d squares X (the mover's), O (the opponent's) or . (empty)", text, n, r.squares, r.size, r.size)
	}
	var own, opponent uint32
	square := 0
	for _, c := range squares {
		switch c {
		case 'X':
			own |= 1 << square
		case 'O':
			opponent |= 1 << square
		case '.':
		default:
			return 0, engine.InputErrorf("%q has %q for a square: want X (the mover's), O (the opponent's) or . (empty)", text, c)
		}
		square++
	}
	x, o := bits.OnesCount32(own), bits.OnesCount32(opponent)
	if x > pieces || o > pieces || x != o && x+1 != o {
		return 0, engine.InputErrorf("%q has %d X and %d O: want as many O as X, or one more, and at most %d, since the players take turns and X is to move", text, x, o, pieces)
	}
	if r.patterns.has(opponent) {
		return 0, engine.InputErrorf("%q is a finished game: want a position before O has won", text)
	}
	return uint64(own)<<half | uint64(opponent), nil
}

// KeyText implements [engine.KeyNotation].
func (r *rules) KeyText(key uint64) string {
	text := make([]byte, r.squares)
	for square := range text {
		text[square] = piece(key, square)
	}
	return string(text)
}

func piece(key uint64, square int) byte {
	switch {
	case key>>(half+square)&1 != 0:
		return 'X'
	case key>>square&1 != 0:
		return 'O'
	}
	return '.'
}

// KeyBoard draws the board with its coordinates.
func (r *rules) KeyBoard(key uint64) string {
	return engine.Grid(r.size, r.size, func(square int) byte { return piece(key, square) }) + "X to move\n"
}

// MoveText implements the MoveText of [engine.Rules].
func (r *rules) MoveText(from, to uint64) string {
	before, after := uint32(from>>half), uint32(to&lower)
	text := r.squareText(after &^ before)
	if left := before &^ after; left != 0 {
		text = r.squareText(left) + "-" + text
	}
	return text
}

// AppendEndings implements the AppendEndings of [engine.Rules]: the moves that win.
func (r *rules) AppendEndings(dst []engine.Ending, key uint64) []engine.Ending {
	own, next := uint32(key>>half), uint32(key&lower)
	add := func(rest, squares uint32) {
		for ; squares != 0; squares &= squares - 1 {
			if to := rest | squares&-squares; r.patterns.has(to) {
				after := uint64(next)<<half | uint64(to)
				dst = append(dst, engine.Ending{Turn: r.MoveText(key, after), End: engine.WinsNow, Text: r.KeyText(after), Board: r.KeyBoard(after)})
			}
		}
	}
	empty := r.all &^ (own | next)
	if bits.OnesCount32(own) < pieces {
		add(own, empty)
		return dst
	}
	for from := own; from != 0; from &= from - 1 {
		add(own^from&-from, r.near[bits.TrailingZeros32(from)]&empty)
	}
	return dst
}

// squareText returns the coordinates of a set of one square.
func (r *rules) squareText(set uint32) string {
	square := bits.TrailingZeros32(set)
	return fmt.Sprintf("%c%d", 'a'+square%r.size, r.size-square/r.size)
}

// depiction gives the pieces their colours.
var depiction = drawing.Depiction{Relative: true, Looks: map[rune]drawing.Look{
	'X': {Shape: drawing.Disc},
	'O': {Shape: drawing.Disc, Second: true},
}}
