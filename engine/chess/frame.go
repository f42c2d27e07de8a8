package chess

import (
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
	filled  uint64 // the squares of all men
	twin    bool   // the position is its own twin
	stepped uint8  // a pawn that can be captured en passant, or none
	from    int    // where this position's list begins
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
		turn := &p.board.turns[p.kings.of(&f.men).turn&7]
		f.men.turn(turn)
		if stepped != none {
			f.stepped = turn[(stepped^upsideDown)&63]
		}
	}
	f.kings = f.next.kings.of(&f.men)
	f.place = f.next.place(&f.men, f.kings.number, 0)
	f.twin = f.kings.double && f.next.place(&f.men, f.kings.number, transposed) == f.place
	f.sets = [2]uint64{f.men.squares(white), f.men.squares(black)}
	f.filled = f.sets[white] | f.sets[black]
}

// legal reports whether the same men with the other player to move are a position, that is, whether
// the player to move is not in check.
func (f *frame) legal() bool {
	_, _, ok := f.next.find(&f.men)
	return ok
}

// appendTo appends the indices of the positions of next in which one man stands on another square.
func (f *frame) appendTo(dst []uint64, color, kind int, man, targets uint64) []uint64 {
	switch {
	case targets == 0:
		return dst
	case f.kings.double:
		return f.appendTurned(dst, color, kind, man, targets)
	case kind == kingKind:
		return f.appendKing(dst, color, targets)
	}
	g := f.next.group(color, kind)
	stored, index := f.next.stored, f.next.index
	set := f.men[color&1][kind]
	rest := f.place - g.unit*g.digit(set)
	for set &^= man; targets != 0; targets &= targets - 1 {
		if rank, ok := stored.Rank(rest + g.unit*g.digit(set|targets&-targets)); ok {
			dst = append(dst, index+rank)
		}
	}
	return dst
}

// appendKing does the work of appendTo for the king of a color.
func (f *frame) appendKing(dst []uint64, color int, targets uint64) []uint64 {
	p := f.next
	rest := f.place - uint64(f.kings.number)*p.unit
	n := f.men
	for ; targets != 0; targets &= targets - 1 {
		n[color&1][kingKind] = targets & -targets
		k := p.kings.of(&n)
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

// appendTurned does the work of appendTo if two moves can be symmetric.
func (f *frame) appendTurned(dst []uint64, color, kind int, man, targets uint64) []uint64 {
	for ; targets != 0; targets &= targets - 1 {
		n := f.men
		n.move(color, kind, man, targets&-targets)
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
