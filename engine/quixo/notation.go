package quixo

import (
	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
)

// ParseKey implements [engine.KeyNotation].
func (r *rules) ParseKey(text string) (uint64, error) {
	own, other, err := readCubes(text, r.size)
	return own<<half | other, err
}

// KeyText implements [engine.KeyNotation].
func (r *rules) KeyText(key uint64) string { return r.board.KeyText(widen(key)) }

// widen converts a key of [rules] to a key of [board].
func widen(key uint64) uint64 { return key>>half<<keyHalf | key&lower }

// readCubes reads the marks of a position: a character a cube, row by row from the top.
func readCubes(text string, size int) (own, other uint64, err error) {
	return engine.Marks{
		Width: size, Height: size, Square: "cube", First: 'X', Second: 'O',
		Want: "X (the mover's), O (the opponent's) or . (neutral)",
	}.Read(text, text)
}

// depiction has cubes with crosses and rings. Colours tell the players apart as well.
var depiction = drawing.Depiction{Relative: true, Goal: "The player who first has a full row, column or long diagonal of his marks wins; a player who completes one for both players loses.", Click: "Click a cube of the rim, empty or your own, then the end of its row or column where it is pushed in.", Looks: drawing.Looks{
	'.': {Shape: drawing.NoShape},
	'X': {Shape: drawing.Block},
	'O': {Shape: drawing.Block, Second: true},
}, Players: [2]drawing.Player{{Figure: "cross"}, {Figure: "ring"}}}
