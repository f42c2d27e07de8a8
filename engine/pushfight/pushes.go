package pushfight

import "math/bits"

// The arithmetic of sets of cells: a step along a row is a shift by one, a step down is a shift by
// the stride, and the guard column between the rows keeps steps from wrapping.

// spread returns the squares connected with those of start over empty ones.
func (b *Board) spread(start, empty uint64) uint64 {
	for {
		next := start | b.adjacent(start)&empty
		if next == start {
			return start
		}
		start = next | b.adjacent(next)&empty
	}
}

// adjacent returns the squares orthogonally adjacent to those of a set.
func (b *Board) adjacent(set uint64) uint64 {
	s := b.stride & 63
	return set<<1 | set>>1 | set<<s | set>>s
}

// back extends end over free, for the directions with a positive step. end is the squares at or
// beyond the ends of rows, free the pieces that can be pushed. A square is in the result if an
// unbroken row of such pieces leads from it to an end. Each round doubles the distance, up to
// length.
func back(end, free uint64, step uint, length int) uint64 {
	for n := 1; n < length; n <<= 1 {
		end |= free & (end >> (step & 63))
		free &= free >> (step & 63)
		step <<= 1
	}
	return end
}

// on does the work of [back] for the directions with a negative step.
func on(end, free uint64, step uint, length int) uint64 {
	for n := 1; n < length; n <<= 1 {
		end |= free & (end << (step & 63))
		free &= free << (step & 63)
		step <<= 1
	}
	return end
}

// shifts returns, for each direction, the mover's pushers that can push there without dropping a
// piece.
func (b *Board) shifts(occupied, anchor, pushers uint64) (d [4]uint64) {
	empty := b.cells &^ occupied
	free := occupied &^ anchor
	s := b.stride
	d[right] = pushers & ((back(empty, free, 1, b.width) & free) >> 1)
	d[left] = pushers & ((on(empty, free, 1, b.width) & free) << 1)
	d[down] = pushers & ((back(empty, free, s, b.height) & free) >> (s & 63))
	d[up] = pushers & ((on(empty, free, s, b.height) & free) << (s & 63))
	return d
}

// winsBy reports whether a pusher of the mover can drop an opponent's piece.
func (b *Board) winsBy(occupied, theirs, anchor, pushers uint64) bool {
	free := occupied &^ anchor
	targets := theirs & free
	s := b.stride
	return pushers&(back(targets&b.drops[right], free, 1, b.width)>>1|
		on(targets&b.drops[left], free, 1, b.width)<<1|
		back(targets&b.drops[down], free, s, b.height)>>(s&63)|
		on(targets&b.drops[up], free, s, b.height)<<(s&63)) != 0
}

// row returns the squares in front of the pusher on cell c, towards d, up to the nearest empty one,
// or 0 if none is empty. If there are two or more without the anchored piece, there is a push.
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

// shifted returns the position after the pusher on cell c has pushed towards d, as the next player
// sees it. The row must end before an empty square.
func (b *Board) shifted(p Position, c, d int) Position {
	bit, line := uint64(1)<<(c&63), b.ray[d][c&63]&^p.occupied
	moving := b.ray[d][c&63]&(line&-line-1) | bit
	if d&1 == 0 { // left and up: the nearest empty square is the highest
		moving = b.ray[d][c&63]&^(2<<(63-bits.LeadingZeros64(line)&63)-1) | bit
	}
	step := b.step[d]
	p.occupied = p.occupied&^moving | bits.RotateLeft64(p.occupied&moving, step)
	p.pusher = p.pusher&^moving | bits.RotateLeft64(p.pusher&moving, step)
	p.theirs = p.theirs&^moving | bits.RotateLeft64(p.theirs&moving, step)
	p.anchor = bits.RotateLeft64(bit, step)
	return p.swapped()
}

// appendPushed appends the positions, seen by the next player, after the pushes at q that drop no
// piece. pushers are the mover's.
func (b *Board) appendPushed(dst []Position, q Position, pushers uint64) []Position {
	for d, pushing := range b.shifts(q.occupied, q.anchor, pushers) {
		for ; pushing != 0; pushing &= pushing - 1 {
			dst = append(dst, b.shifted(q, bits.TrailingZeros64(pushing), d))
		}
	}
	return dst
}

// pushResult is the outcome of a push.
type pushResult uint8

const (
	pushed   pushResult = iota // nothing dropped: the game goes on
	pushWins                   // an opponent's piece dropped
	ownDrops                   // an own piece dropped: legal, never useful, left out
	noRow                      // no square, or no piece on it, to push at
	anchored                   // a piece of the row is under the anchor
	railed                     // the row stands against the railing
)

// push pushes with the mover's pusher on cell c towards d. It returns the position seen by the
// next player, a finished one if a piece dropped.
func (b *Board) push(p Position, c, d int) (Position, pushResult) {
	row := b.row(c, d, p.occupied)
	if row == 0 { // no square of the line is empty
		row = b.ray[d][c]
	}
	pieces := row & p.occupied
	switch {
	case pieces == 0:
		return p, noRow
	case pieces&p.anchor != 0:
		return p, anchored
	case pieces != row:
		return b.shifted(p, c, d), pushed
	}
	end := pieces & b.drops[d]
	if end == 0 {
		return p, railed
	}
	result := ownDrops
	if p.theirs&end != 0 {
		result = pushWins
	}
	p.occupied &^= end
	p.pusher &^= end
	p.theirs &^= end
	return b.shifted(p, c, d), result
}
