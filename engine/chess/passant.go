package chess

import "github.com/foregone-db/foregone/engine/placement"

// Positions with an en passant capture are separate from those with the same men and no such right.
// Two pawns identify the right: the one that has just made two steps, and one that can capture it.
// If both neighbors can, the left one counts. Such a position requires that some pawn's capture is
// legal, and that the two steps were.

// passantRow is the row, from 0, in which a color's pawns end two steps.
var passantRow = [2]int{3, 4}

// forward is the difference that a pawn's step adds to its square.
var forward = [2]int{8, -8}

// pairOf returns the digit of the pawn that has made two steps and the pawn that can capture it.
func pairOf(stepped, taker uint8) uint64 {
	if taker < stepped {
		return uint64(stepped&7) - 1
	}
	return uint64(stepped&7) + 7
}

// pawnsOf is the inverse of pairOf.
func pawnsOf(pair uint64, color int) (stepped, taker uint8) {
	row := uint8(passantRow[color] << 3)
	if pair < 7 {
		return row + uint8(pair) + 1, row + uint8(pair)
	}
	return row + uint8(pair) - 7, row + uint8(pair) - 6
}

// hasPawn reports whether a pawn of a color stands on a square.
func (n *men) hasPawn(c *counts, color int, square uint8) bool {
	for i := range c[color][pawn] {
		if n.at[color][pawn][i] == square {
			return true
		}
	}
	return false
}

// taker returns a pawn that stands ready to capture the one that has made two steps. The left one
// comes first.
func (n *men) taker(c *counts, color int, stepped uint8) (taker uint8, ok bool) {
	if stepped&7 > 0 && n.hasPawn(c, color, stepped-1) {
		return stepped - 1, true
	}
	return stepped + 1, stepped&7 < 7 && n.hasPawn(c, color, stepped+1)
}

// findPassant returns the index of the position in which a pawn that has just made two steps can be
// captured en passant. It returns false if there is no such position.
func (m *material) findPassant(n *men, toMove int, stepped uint8) (index uint64, ok bool) {
	if m.passants[white] == nil {
		return 0, false
	}
	if _, any := n.taker(&m.counts, toMove, stepped); !any {
		return 0, false
	}
	turned := *n
	if m.symmetric && toMove == black {
		turned.swap()
		stepped ^= upsideDown
		toMove = white
	}
	p := m.passants[toMove]
	k := p.kings.of(turned.king)
	if k.number < 0 {
		return 0, false
	}
	place := p.passantPlace(turned, k, stepped)
	rank, ok := p.stored.Rank(place)
	return p.index + rank, ok
}

// passantPlace returns the place of men with a pawn that can be captured en passant.
func (p *part) passantPlace(n men, k kingPair, stepped uint8) uint64 {
	n.turn(p.board, &p.material.counts, k.turn)
	stepped = p.board.turns[k.turn&7][stepped&63]
	taker, _ := n.taker(&p.material.counts, p.mover, stepped)
	n.remove(p.mover, pawn, p.material.counts[p.mover][pawn], taker)
	n.remove(1-p.mover, pawn, p.material.counts[1-p.mover][pawn], stepped)
	return p.place(&n, k.number, 0) + pairOf(stepped, taker)*p.pair
}

// readPassant stores the men of a place of a part with en passant captures. It returns the pawn
// that has made two steps and the one that can capture it.
func (p *part) readPassant(n *men, place uint64) (stepped, taker uint8) {
	stepped, taker = pawnsOf(p.read(n, place), 1-p.mover)
	n.at[p.mover][pawn][p.counts[p.mover][pawn]] = taker
	n.at[1-p.mover][pawn][p.counts[1-p.mover][pawn]] = stepped
	return stepped, taker
}

// fillPassant finds the positions of a part with en passant captures. The other parts, and the
// slices that captures lead to, must be filled before.
func (p *part) fillPassant() {
	p.stored = placement.NewSet(p.placeCount())
	var n men
	for place := range p.placeCount() {
		stepped, taker := p.readPassant(&n, place)
		if p.isPassant(&n, stepped, taker) {
			p.stored.AddRun(place, 1)
		}
	}
	p.stored.Count()
}

// isPassant reports whether the men are a position with an en passant capture.
func (p *part) isPassant(n *men, stepped, taker uint8) bool {
	c, opponent := &p.material.counts, 1-p.mover
	if left, _ := n.taker(c, p.mover, stepped); left != taker {
		return false
	}
	behind := int(stepped) - forward[opponent]
	origin := behind - forward[opponent]
	if (n.squares(c, white)|n.squares(c, black))&(1<<behind|1<<origin) != 0 {
		return false
	}
	if _, _, ok := p.material.find(n, p.mover); !ok {
		return false
	}
	before := *n
	before.remove(opponent, pawn, c[opponent][pawn], stepped)
	before.at[opponent][pawn][c[opponent][pawn]-1] = uint8(origin)
	if _, _, ok := p.material.find(&before, opponent); !ok {
		return false
	}
	for _, side := range [2]int{-1, 1} {
		taker := uint8(int(stepped) + side)
		if taker>>3 == stepped>>3 && n.hasPawn(c, p.mover, taker) {
			if _, ok := p.take(n, stepped, taker); ok {
				return true
			}
		}
	}
	return false
}

// take returns the index after an en passant capture, or false if the capture is illegal.
func (p *part) take(n *men, stepped, taker uint8) (index uint64, ok bool) {
	c, opponent := &p.material.counts, 1-p.mover
	after := *n
	after.remove(opponent, pawn, c[opponent][pawn], stepped)
	after.remove(p.mover, pawn, c[p.mover][pawn], taker)
	after.at[p.mover][pawn][c[p.mover][pawn]-1] = stepped + uint8(forward[p.mover])
	return p.captured[opponent][pawn].find(&after, opponent)
}
