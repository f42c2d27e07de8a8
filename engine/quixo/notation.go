package quixo

import (
	"strings"
	"unicode/utf8"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
)

// rowSeparators removes the characters between rows.
var rowSeparators = strings.NewReplacer("/", "", "\n", "", "\r", "")

// ParseKey implements [engine.KeyNotation].
func (r *rules) ParseKey(text string) (uint64, error) {
	own, other, err := readCubes(text, r.size)
	return uint64(own)<<half | uint64(other), err
}

// KeyText implements [engine.KeyNotation].
func (r *rules) KeyText(key uint64) string { return r.board.KeyText(widen(key)) }

// widen converts a key of [rules] to a key of [board].
func widen(key uint64) uint64 { return key>>half<<keyHalf | key&lower }

// readCubes reads the marks of a position: a character a cube, row by row from the top.
func readCubes(text string, size int) (own, other uint32, err error) {
	cubes := rowSeparators.Replace(text)
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

// depiction has cubes with crosses and rings. Colours tell the players apart as well.
var depiction = drawing.Depiction{Relative: true, Looks: drawing.Looks{
	'.': {Shape: drawing.NoShape},
	'X': {Shape: drawing.Block},
	'O': {Shape: drawing.Block, Second: true},
}, Players: [2]drawing.Player{{Figure: "cross"}, {Figure: "ring"}}}
