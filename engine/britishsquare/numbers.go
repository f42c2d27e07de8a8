package britishsquare

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine/fast"
)

// packTiles is the number of tiles per table lookup.
const packTiles = 6

// packings maps a mask of six tiles and a set of them to the bits of the set under the mask, moved
// together.
type packings [1 << packTiles][1 << packTiles]uint8

// fill builds the table.
func (p *packings) fill() {
	for free := range p {
		for set := range p[free] {
			at := 0
			for rest := uint(free); rest != 0; rest &= rest - 1 {
				if uint(set)&rest&-rest != 0 {
					p[free][set] |= 1 << at
				}
				at++
			}
		}
	}
}

// families implements [fast.MovingFamilies].
type families struct{ *rules }

// Number implements [fast.Families]. A family is the positions with the same mover and the same
// first player's pieces. A number is the second player's pieces, as bits of the tiles where he may
// have pieces.
func (r families) Number(list, numbers, keys []uint64) {
	list, numbers = list[:len(keys)], numbers[:len(keys)]
	known, free := ^uint64(0), uint64(0)
	for n, key := range keys {
		of := key >> r.tiles
		if of != known {
			one := of & r.all
			known, free = of, r.all&^(one|r.near(one))
		}
		list[n] = of
		two := key & r.all
		if two&^free != 0 {
			numbers[n] = fast.NoKin
			continue
		}
		numbers[n] = r.packed.pack(free, two)
	}
}

// pack moves together the bits of a set at the set bits of free.
func (p *packings) pack(free, set uint64) (packed uint64) {
	const mask = 1<<packTiles - 1
	for at := 0; set != 0; free, set = free>>packTiles, set>>packTiles {
		packed |= uint64(p[free&mask][set&mask]) << (at & 63)
		at += bits.OnesCount64(free & mask)
	}
	return packed
}
