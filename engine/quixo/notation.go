package quixo

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
)

// partings drops what may part rows.
var partings = strings.NewReplacer("/", "", "\n", "", "\r", "")

// ParseKey implements [engine.KeyNotation].
func (r *rules) ParseKey(text string) (uint64, error) {
	own, other, err := readCubes(text, r.size)
	return uint64(own)<<half | uint64(other), err
}

// readCubes reads the marks of a position: a character a cube, row by row from the top.
func readCubes(text string, size int) (own, other uint32, err error) {
	cubes := partings.Replace(text)
	if n := utf8.RuneCountInString(cubes); n != size*size {
		return 0, 0, engine.InputErrorf("%q has %d cubes: want %d, %d rows of %d cubes X (the mover's), O (the opponent's) or . (neutral)", text, n, size*size, size, size)
	}
	cell := 0
	for _, c := range cubes {
		switch c {
		case 'X':
			own |= 1 << cell
		case 'O':
			other |= 1 << cell
		case '.':
		default:
			return 0, 0, engine.InputErrorf("%q has %q for a cube: want X (the mover's), O (the opponent's) or . (neutral)", text, c)
		}
		cell++
	}
	return own, other, nil
}

// KeyText implements [engine.KeyNotation].
func (r *rules) KeyText(key uint64) string {
	text := make([]byte, r.cells)
	for cell := range text {
		text[cell] = mark(key, cell)
	}
	return string(text)
}

func mark(key uint64, cell int) byte {
	switch {
	case key>>(half+cell)&1 != 0:
		return 'X'
	case key>>cell&1 != 0:
		return 'O'
	}
	return '.'
}

// KeyBoard draws the board with its coordinates.
func (r *rules) KeyBoard(key uint64) string {
	return engine.Grid(r.size, r.size, func(square int) byte { return mark(key, square) }) + "X to move\n"
}

// MoveText implements the MoveText of [engine.Rules]: the cube taken and the end it is pushed in
// at, of several that have the same effect the first in byte order.
func (r *rules) MoveText(from, to uint64) string {
	least := ""
	for n := range r.pushes {
		p := &r.pushes[n]
		if r.legalPushes(uint32(from))>>n&1 != 0 && uint64(p.push(uint32(from))) == to && (least == "" || p.text < least) {
			least = p.text
		}
	}
	return least
}

// appendTurns is the AppendTurns of [engine.Rules]: on a board of few marks several cubes
// can be pushed to the same effect.
func appendTurns(r *rules, dst []string, from, to uint64) []string {
	for n := range r.pushes {
		if p := &r.pushes[n]; r.legalPushes(uint32(from))>>n&1 != 0 && uint64(p.push(uint32(from))) == to {
			dst = append(dst, p.text)
		}
	}
	return dst
}

func (r *rules) cellText(cell int) string {
	return fmt.Sprintf("%c%d", 'a'+cell%r.size, r.size-cell/r.size)
}

// depiction gives the pieces their colours.
var depiction = drawing.Depiction{Relative: true, Looks: map[rune]drawing.Look{
	'X': {Shape: drawing.Block},
	'O': {Shape: drawing.Block, Second: true},
}}
