package engine_test

import (
	"fmt"
	"log"
	"math/bits"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
)

// morris is three men's morris: the players place three pieces each on 3 by 3 points, and
// then move them to any point next to theirs in a row or column. Three in a row or column
// win. A key has the mover's pieces in the bits 16 to 24, the opponent's below.
type morris struct{}

func (morris) AppendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	own, other := key>>16, key&0x1ff
	var ends engine.Ends
	turn := func(own, to uint64) {
		for to &^= key>>16 | other; to != 0; to &= to - 1 {
			switch after := own | to&-to; after {
			case 0o007, 0o070, 0o700, 0o111, 0o222, 0o444:
				ends = engine.WinsNow
			default:
				dst = append(dst, other<<16|after)
			}
		}
	}
	if bits.OnesCount64(own) < 3 {
		turn(own, 0o777)
		return dst, ends
	}
	for pieces := own; pieces != 0; pieces &= pieces - 1 {
		piece := pieces & -pieces
		turn(own^piece, (piece<<3|piece>>3|piece&^0o444<<1|piece&^0o111>>1)&0o777)
	}
	return dst, ends
}

// KeySlice returns the number of pieces on the board: none is ever taken away.
func (morris) KeySlice(key uint64) int { return bits.OnesCount64(key) }

// A game in which something cannot be undone is solved slice by slice.
func Example_slices() {
	game, err := discover.Game(engine.Spec{}, engine.Byte, &engine.Rules{AppendMoves: morris{}.AppendMoves, Slice: morris{}.KeySlice}, 0)
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range game.Slices() {
		fmt.Printf("%s: %d positions, exits %v\n", s.Name, s.Size, s.Exits)
	}
	// Output:
	// slice 0: 1 positions, exits [1]
	// slice 1: 9 positions, exits [2]
	// slice 2: 72 positions, exits [3]
	// slice 3: 252 positions, exits [4]
	// slice 4: 756 positions, exits [5]
	// slice 5: 1170 positions, exits [6]
	// slice 6: 1452 positions, exits []
}
