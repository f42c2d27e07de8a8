package pushfight

import "math/bits"

// spreadBack spreads end, the squares at or beyond the ends of rows, back over the
// pieces free to be pushed, for the directions whose step is positive: a square is in
// the result when an unbroken row of such pieces leads from it to an end. It doubles
// the distance at each round, up to length.
func spreadBack(end, free uint64, step uint, length int) uint64 {
	for n := 1; n < length; n <<= 1 {
		end |= free & (end >> (step & 63))
		free &= free >> (step & 63)
		step <<= 1
	}
	return end
}

// spreadOn is spreadBack for the directions whose step is negative.
func spreadOn(end, free uint64, step uint, length int) uint64 {
	for n := 1; n < length; n <<= 1 {
		end |= free & (end << (step & 63))
		free &= free << (step & 63)
		step <<= 1
	}
	return end
}

// shifts returns, for each direction, the mover's pushers that can push there with
// nothing dropping.
func (b *Board) shifts(occupied, anchor, pushers uint64) (d [4]uint64) {
	empty := b.cells &^ occupied
	free := occupied &^ anchor
	s := b.stride
	d[right] = pushers & ((spreadBack(empty, free, 1, b.width) & free) >> 1)
	d[left] = pushers & ((spreadOn(empty, free, 1, b.width) & free) << 1)
	d[down] = pushers & ((spreadBack(empty, free, s, b.height) & free) >> (s & 63))
	d[up] = pushers & ((spreadOn(empty, free, s, b.height) & free) << (s & 63))
	return d
}

// winsBy reports whether a pusher of the mover can drop an opponent's piece.
func (b *Board) winsBy(occupied, theirs, anchor, pushers uint64) bool {
	free := occupied &^ anchor
	targets := theirs & free
	s := b.stride
	return pushers&(spreadBack(targets&b.drops[right], free, 1, b.width)>>1|
		spreadOn(targets&b.drops[left], free, 1, b.width)<<1|
		spreadBack(targets&b.drops[down], free, s, b.height)>>(s&63)|
		spreadOn(targets&b.drops[up], free, s, b.height)<<(s&63)) != 0
}

// shifted returns the position after the pusher on cell c has pushed towards d,
// where a row ends before an empty square, seen by the next player. Its words hold
// the anchored pusher too.
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
