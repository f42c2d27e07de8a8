package engine_test

import (
	"fmt"
	"log"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
)

// mirrored is Pong Hau K'i with left and right exchanged where that gives the smaller key.
type mirrored struct{ hauki }

func (mirrored) mirror(key uint64) uint64 {
	const left, centre, right = 0b01001<<8 | 0b01001, 0b00100<<8 | 0b00100, 0b10010<<8 | 0b10010
	return key&left<<1 | key&centre | key&right>>1
}

func (m mirrored) Canonical(key uint64) uint64 { return min(key, m.mirror(key)) }

func (m mirrored) AppendCanonicalMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	n := len(dst)
	dst, ends := m.AppendMoves(dst, key)
	for i := range dst[n:] {
		dst[n+i] = m.Canonical(dst[n+i])
	}
	return dst, ends
}

func (m mirrored) KeyWeight(key uint64) uint64 {
	if m.mirror(key) == key {
		return 1
	}
	return 2
}

// Symmetric positions stored once.
func ExampleSymmetry() {
	for _, symmetry := range []engine.Symmetry{nil, mirrored{}} {
		rules := rules()
		rules.Symmetry = symmetry
		game, err := discover.Game(engine.Spec{}, engine.Byte, rules, 0)
		if err != nil {
			log.Fatal(err)
		}
		twins := uint64(0)
		for i := range game.Size() {
			twins += game.Weight(i)
		}
		fmt.Println(game.Size(), "stored of", twins)
	}
	// Output:
	// 28 stored of 28
	// 15 stored of 28
}
