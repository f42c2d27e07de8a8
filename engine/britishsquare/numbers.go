package britishsquare

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine/multiset"
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
			p[free][set] = uint8(multiset.Pack(free, set))
		}
	}
}

// families implements [fast.Families]. A family is the positions with the same mover and the same
// first player's pieces. A number is the second player's pieces, as bits of the tiles where he may
// have pieces.
type families struct{ *rules }

// Number implements [fast.Families].
func (r families) Number(keys []uint64) {
	free := r.room(r.Family(keys[0]) & r.all)
	for n, key := range keys {
		keys[n] = r.packed.pack(free, key&r.all)
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
