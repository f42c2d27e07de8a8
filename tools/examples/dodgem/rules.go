package main

import (
	"fmt"
	"math/bits"

	"github.com/foregone-db/foregone/engine"
)

// definition describes the game as the command line shows it.
func definition() engine.Definition {
	return engine.Definition{
		Name:    "dodgem",
		Summary: "Dodgem: drive all your cars off the far side of the board",
		Title:   "Dodgem",
		Variant: variantName,
		Rules:   rulesText,
		Level:   engine.LevelRules,
		Kind:    engine.Wide, // a player without a move has won already
		Params: []engine.Param{
			{Name: "size", Type: engine.IntParam, Default: "4", Min: 2, Max: 5, Help: "squares in a row"},
			{Name: "cars", Type: engine.IntParam, Default: "3", Min: 1, Max: 4, Help: "of each player, fewer than squares in a row"},
		},
		NewRules: func(spec engine.Spec) (*engine.Rules, error) {
			r, err := newRules(spec)
			return r.contract(), err
		},
	}
}

// variantName returns the everyday name of a variant.
func variantName(spec engine.Spec) string {
	name := fmt.Sprintf("%d×%[1]d", spec.Int("size"))
	if cars := spec.Int("cars"); cars != spec.Int("size")-1 {
		name += fmt.Sprintf(", %d cars", cars)
	}
	return name
}

// rules holds the rules of a variant. Each player numbers the squares from his own side, row by
// row, so that both drive upwards. A key has the mover's cars in its upper half and the opponent's
// in its lower half. The bit second is set if the second player is to move.
type rules struct {
	size, cars         int
	board, left, right uint64 // all squares, and the first and last of the rows
}

const half, second = 32, 1 << 63

func newRules(spec engine.Spec) (r rules, err error) {
	r.size, r.cars = spec.Int("size"), spec.Int("cars")
	if r.cars >= r.size {
		return r, engine.InputErrorf("%d cars do not fit on a board of %d by %d: want at most %d", r.cars, r.size, r.size, r.size-1)
	}
	r.board = 1<<(r.size*r.size) - 1
	r.left = r.board / (1<<r.size - 1)
	r.right = r.left << (r.size - 1)
	return r, nil
}

// start returns the position with all cars in their first rows, next to the corner.
func (r rules) start() uint64 {
	return (1<<(r.cars+1) - 2) * (1<<half + 1)
}

// contract returns the rules in the engine's form: REQUIRED is the first line.
func (r rules) contract() *engine.Rules {
	return &engine.Rules{
		Start: r.start(), AppendMoves: r.AppendMoves,
		Slice: r.KeySlice, Symmetry: r, // parts.go
		Notation: r, Board: r.KeyBoard, MoveText: r.MoveText, Depiction: depiction, // notation.go
	}
}

// AppendMoves drives each car of the mover forwards and sideways.
func (r rules) AppendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	own, other := key>>half&r.board, key&r.board
	taken := own | r.turned(other)
	next := other<<half | ^key&second
	ends := engine.IsWon // without a move
	for cars := own; cars != 0; cars &= cars - 1 {
		car := cars & -cars
		for targets := (car<<r.size | car&^r.left>>1 | car&^r.right<<1) &^ taken; targets != 0; targets &= targets - 1 {
			after := (own ^ car | targets&-targets) & r.board // the row above the last is off the board
			if ends &^= engine.IsWon; after == 0 {
				ends = engine.WinsNow
			} else {
				dst = append(dst, next|after)
			}
		}
	}
	return dst, ends
}

// turned converts a player's squares to the other player's numbering.
func (r rules) turned(squares uint64) (turned uint64) {
	for ; squares != 0; squares &= squares - 1 {
		at := bits.TrailingZeros64(squares)
		turned |= 1 << (at%r.size*r.size + at/r.size)
	}
	return turned
}
