package pushfight

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine/pushfight/internal/bitboard"
)

// shifts returns, for each direction, the mover's pushers that can push there without dropping a
// piece.
func (b *Board) shifts(occupied, anchor, pushers uint64) (d [4]uint64) {
	empty := b.cells &^ occupied
	free := occupied &^ anchor
	s := b.stride
	d[right] = pushers & ((bitboard.Back(empty, free, 1, b.width) & free) >> 1)
	d[left] = pushers & ((bitboard.On(empty, free, 1, b.width) & free) << 1)
	d[down] = pushers & ((bitboard.Back(empty, free, s, b.height) & free) >> (s & 63))
	d[up] = pushers & ((bitboard.On(empty, free, s, b.height) & free) << (s & 63))
	return d
}

// winsBy reports whether a pusher of the mover can drop an opponent's piece.
func (b *Board) winsBy(occupied, theirs, anchor, pushers uint64) bool {
	free := occupied &^ anchor
	targets := theirs & free
	s := b.stride
	return pushers&(bitboard.Back(targets&b.drops[right], free, 1, b.width)>>1|
		bitboard.On(targets&b.drops[left], free, 1, b.width)<<1|
		bitboard.Back(targets&b.drops[down], free, s, b.height)>>(s&63)|
		bitboard.On(targets&b.drops[up], free, s, b.height)<<(s&63)) != 0
}

// row returns the squares before the pusher on cell c, towards d, up to the nearest
// empty one, or 0 where there is none. With two squares or more, and the anchored one
// not among them, there is a push.
func (b *Board) row(c, d int, occupied uint64) uint64 {
	ray := b.ray[d][c&63]
	line := ray &^ occupied
	switch {
	case line == 0:
		return 0
	case d&1 != 0: // right and down: the nearest is the lowest
		return ray & (line ^ (line - 1))
	}
	return ray & -(uint64(1) << (63 - bits.LeadingZeros64(line)&63))
}

// shifted returns the position, seen by the next player, after the pusher on cell c has pushed
// towards d, where the row must end before an empty square.
func (b *Board) shifted(p Position, c, d int) Position {
	line := b.ray[d][c&63] &^ p.occupied
	bit := uint64(1) << (c & 63)
	if d&1 != 0 { // right and down: the nearest empty square is the lowest
		moving := b.ray[d][c&63]&(line&-line-1) | bit
		step := uint(1)
		if d == down {
			step = b.stride
		}
		p.occupied = p.occupied&^moving | p.occupied&moving<<(step&63)
		p.pusher = p.pusher&^moving | p.pusher&moving<<(step&63)
		p.theirs = p.theirs&^moving | p.theirs&moving<<(step&63)
		p.anchor = bit << (step & 63)
		return p.swapped()
	}
	nearest := uint64(1) << (63 - bits.LeadingZeros64(line)&63)
	moving := b.ray[d][c&63]&^(nearest<<1-1) | bit
	step := uint(1)
	if d == up {
		step = b.stride
	}
	p.occupied = p.occupied&^moving | (p.occupied&moving)>>(step&63)
	p.pusher = p.pusher&^moving | (p.pusher&moving)>>(step&63)
	p.theirs = p.theirs&^moving | (p.theirs&moving)>>(step&63)
	p.anchor = bit >> (step & 63)
	return p.swapped()
}
