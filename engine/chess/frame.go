package chess

import (
	"math/bits"
	"slices"
)

// frame lists the moves of a position as the next player to move sees them. It also lists the last
// moves that may have led to the position: the positions before it have that same player to move.
type frame struct {
	next    *part // with the other player to move, without an en passant right
	men     men   // turned as next stores them
	kings   kingPair
	place   uint64 // of men in next
	color   int    // to move in the position
	sets    [2]uint64
	twin    bool  // the position is its own twin
	stepped uint8 // a pawn that can be captured en passant, or none
	from    int   // where this position's list begins
}

// none means no square.
const none = 255

// set sets the frame to a position, the men of a part.
func (f *frame) set(p *part, n *men, stepped uint8) {
	f.men, f.stepped, f.color = *n, stepped, p.mover
	f.next = p.parts[1-p.mover]
	if p.symmetric {
		f.next, f.color = p.parts[white], black
		f.men.swap()
		k := p.kings.of(f.men.king)
		f.men.turn(p.board, &p.material.counts, k.turn)
		if stepped != none {
			f.stepped = p.board.turns[k.turn&7][(stepped^upsideDown)&63]
		}
	}
	f.kings = f.next.kings.of(f.men.king)
	f.place = f.next.place(&f.men, f.kings.number, 0)
	f.twin = f.kings.double && f.next.place(&f.men, f.kings.number, transposed) == f.place
	f.sets[white], f.sets[black] = f.men.squares(&f.next.counts, white), f.men.squares(&f.next.counts, black)
}

// legal reports whether the same men with the other player to move are a position, that is, whether
// the player to move is not in check.
func (f *frame) legal() bool {
	_, _, ok := f.next.find(&f.men)
	return ok
}

// appendTo appends the indices of the positions of next in which one man of a group stands
// on another square.
func (f *frame) appendTo(dst []uint64, g *group, nth int, targets uint64) []uint64 {
	if f.kings.double {
		return f.appendTurned(dst, g.color, g.kind, nth, targets)
	}
	squares := f.men.at[g.color&1][g.kind]
	stored, index := f.next.stored, f.next.index
	turn := &f.next.board.turns[0]
	rest := f.place - g.unit*g.digit(&squares, turn)
	if g.count == 1 {
		for rest -= g.unit * uint64(g.lowest); targets != 0; targets &= targets - 1 {
			if rank, ok := stored.Rank(rest + g.unit*uint64(bits.TrailingZeros64(targets))); ok {
				dst = append(dst, index+rank)
			}
		}
		return dst
	}
	for ; targets != 0; targets &= targets - 1 {
		squares[nth] = uint8(bits.TrailingZeros64(targets))
		if rank, ok := stored.Rank(rest + g.unit*g.digit(&squares, turn)); ok {
			dst = append(dst, index+rank)
		}
	}
	return dst
}

// appendKing appends the indices of the positions of next in which the king of a color
// stands on another square.
func (f *frame) appendKing(dst []uint64, color int, targets uint64) []uint64 {
	if f.kings.double {
		return f.appendTurned(dst, color, kingKind, 0, targets)
	}
	p := f.next
	rest := f.place - uint64(f.kings.number)*p.unit
	n := f.men
	for ; targets != 0; targets &= targets - 1 {
		n.king[color&1] = uint8(bits.TrailingZeros64(targets))
		k := p.kings.of(n.king)
		switch {
		case k.number < 0:
		case k.double:
			dst = f.appendFound(dst, &n)
		default:
			place := rest + uint64(k.number)*p.unit
			if k.turn != 0 {
				place = p.place(&n, k.number, k.turn)
			}
			if rank, ok := p.stored.Rank(place); ok {
				dst = append(dst, p.index+rank)
			}
		}
	}
	return dst
}

// appendTurned does the same for moves of any man, where a symmetry can make two moves alike.
func (f *frame) appendTurned(dst []uint64, color, kind, nth int, targets uint64) []uint64 {
	for ; targets != 0; targets &= targets - 1 {
		n := f.men
		n.put(color, kind, nth, uint8(bits.TrailingZeros64(targets)))
		dst = f.appendFound(dst, &n)
	}
	return dst
}

// appendFound appends the index of men, if they are a position. An edge is listed once for each
// move that makes it. Twins have the same moves up to symmetry, so both ends list an edge equally
// often unless an end is its own twin. An edge to or from such an end is listed once from either
// end.
func (f *frame) appendFound(dst []uint64, n *men) []uint64 {
	index, twin, ok := f.next.find(n)
	if !ok || (twin || f.twin) && slices.Contains(dst[f.from:], index) {
		return dst
	}
	return append(dst, index)
}
