package britishsquare

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine/fast"
)

// packTiles is how many tiles are packed at a time.
const packTiles = 6

// packings has by six tiles that may be occupied, and those of them that are, the latter's bits
// moved together.
type packings [1 << packTiles][1 << packTiles]uint8

// fill makes the table.
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

// Number implements [fast.Families]: a family is positions with the same mover and the same
// pieces of the first player's, and a number the second's pieces among the tiles where these
// let them be.
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

// pack moves the bits of a set together that are where free has bits.
func (p *packings) pack(free, set uint64) (packed uint64) {
	const mask = 1<<packTiles - 1
	for at := 0; set != 0; free, set = free>>packTiles, set>>packTiles {
		packed |= uint64(p[free&mask][set&mask]) << (at & 63)
		at += bits.OnesCount64(free & mask)
	}
	return packed
}
