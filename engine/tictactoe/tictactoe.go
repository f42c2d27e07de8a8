// Package tictactoe is tic-tac-toe on boards of up to 16 cells. It is the example of a game that
// defines only rules: a start, a key for each position, and the moves.
package tictactoe

import (
	"fmt"
	"math/bits"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/placement"
)

// Definition describes the game for a registry.
func Definition() engine.Definition {
	size := func(name, preset, help string) engine.Param {
		return engine.Param{Name: name, Type: engine.IntParam, Default: preset, Min: 1, Max: 5, Help: help}
	}
	return engine.Definition{
		Name:  "tictactoe",
		Title: "Tic-Tac-Toe",
		Variant: func(s engine.Spec) string {
			if s.Int("width") == 3 && s.Int("height") == 3 && s.Int("line") == 3 {
				return ""
			}
			return fmt.Sprintf("%d×%d, %d in a line", s.Int("width"), s.Int("height"), s.Int("line"))
		},
		Summary: "fill a line of the board with your mark",
		Rules:   rulesText,
		Level:   engine.LevelRules,
		Bench:   "-",
		Kind:    engine.Byte,
		Params: []engine.Param{
			size("width", "3", "columns"),
			size("height", "3", "rows"),
			size("line", "3", "marks in a line that win"),
		},
		NewRules: func(spec engine.Spec) (*engine.Rules, error) {
			r := rules{width: spec.Int("width"), height: spec.Int("height")}
			if line := spec.Int("line"); line > max(r.width, r.height) {
				return nil, engine.InputErrorf("a line of %d does not fit on a board of %d by %d", line, r.width, r.height)
			}
			if r.cells() > 16 {
				return nil, engine.InputErrorf("a board of %d by %d is too large: want at most 16 cells", r.width, r.height)
			}
			r.lines = placement.Sets[uint64](placement.Grid{Width: r.width, Height: r.height}.Lines(spec.Int("line")))
			return &engine.Rules{
				Start: r.Start(), AppendMoves: r.AppendMoves,
				Notation: r, Board: r.KeyBoard, MoveText: r.MoveText, Depiction: r.depiction(),
			}, nil
		},
	}
}

// rules holds the rules of a variant. Cells are numbered row by row from the top left. The low bits
// of a key mark the cells with an X, and the bits above mark the cells with an O.
type rules struct {
	width, height int
	lines         []uint64 // the cells of each winning line
}

func (r rules) cells() int { return r.width * r.height }

// Start returns the empty board.
func (r rules) Start() uint64 { return 0 }

// AppendMoves puts the mover's mark on each empty cell, one at a time.
func (r rules) AppendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	all := uint64(1)<<r.cells() - 1
	x, o := key&all, key>>r.cells()
	shift, opponent := 0, o // X to move
	if bits.OnesCount64(x) > bits.OnesCount64(o) {
		shift, opponent = r.cells(), x
	}
	for _, line := range r.lines {
		if opponent&line == line {
			return dst, engine.IsLost
		}
	}
	if x|o == all {
		return dst, engine.IsDrawn
	}
	for empty := all &^ (x | o); empty != 0; empty &= empty - 1 {
		cell := empty & -empty
		dst = append(dst, key|cell<<shift)
	}
	return dst, 0
}
