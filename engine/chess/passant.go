package chess

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine/placement"
)

// Positions with an en passant capture are separate from those with the same men and no such right.
// Two pawns identify the right: the one that has just made two steps, and one that can capture it.
// If both neighbors can, the left one counts. Such a position requires that some pawn's capture is
// legal, and that the two steps were.

// passantRow is the row, from 0, in which a color's pawns end two steps.
var passantRow = [2]int{3, 4}

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

// takers returns the pawns of a color that stand ready to capture the one that has made two steps.
func (g *geometry) takers(n *men, color int, stepped uint8) uint64 {
	behind := int(stepped) + forward[color&1]
	return n[color&1][pawn] & g.capture[1-color&1][behind&63]
}

// findPassant returns the index of the position in which a pawn that has just made two steps can be
// captured en passant. It returns false if there is no such position.
func (m *material) findPassant(n *men, toMove int, stepped uint8) (index uint64, ok bool) {
	if m.passants[white] == nil || boardGeometry().takers(n, toMove, stepped) == 0 {
		return 0, false
	}
	turned := *n
	if (exit{material: m}).swaps(toMove) {
		turned.swap()
		toMove, stepped = 1-toMove, stepped^upsideDown
	}
	p := m.passants[toMove]
	k := p.kings.of(&turned)
	if k.number < 0 {
		return 0, false
	}
	turn := &p.board.turns[k.turn&7]
	turned.turn(turn)
	stepped = turn[stepped&63]
	taker := uint8(bits.TrailingZeros64(p.board.takers(&turned, toMove, stepped)))
	turned[toMove][pawn] &^= 1 << taker
	turned[1-toMove][pawn] &^= 1 << stepped
	rank, ok := p.Set().Rank(p.place(&turned, k.number, 0) + pairOf(stepped, taker)*p.pair)
	return p.index + rank, ok
}

// readPassant stores the men of a place of a part with en passant captures. It returns the pawn
// that has made two steps and the one that can capture it.
func (p *part) readPassant(n *men, place uint64) (stepped, taker uint8) {
	stepped, taker = pawnsOf(p.read(n, place), 1-p.mover)
	n[p.mover][pawn] |= 1 << taker
	n[1-p.mover][pawn] |= 1 << stepped
	return stepped, taker
}

// fillPassant finds the positions of a part with en passant captures. It asks the other parts, and those that captures lead to.
func (p *part) fillPassant(set *placement.Set) {
	var n men
	for place := range p.placeCount() {
		stepped, taker := p.readPassant(&n, place)
		if n.counts() == p.material.counts && p.isPassant(&n, stepped, taker) {
			set.AddRun(place, 1)
		}
	}
}

// isPassant reports whether the men are a position with an en passant capture.
func (p *part) isPassant(n *men, stepped, taker uint8) bool {
	opponent, same := 1-p.mover, exit{material: p.material}
	takers := p.board.takers(n, p.mover, stepped)
	if bits.TrailingZeros64(takers) != int(taker) {
		return false
	}
	behind := int(stepped) - forward[opponent]
	origin := behind - forward[opponent]
	if (n.squares(white)|n.squares(black))&(1<<behind|1<<origin) != 0 {
		return false
	}
	if _, ok := same.find(n, p.mover); !ok {
		return false
	}
	before := *n
	before.move(opponent, pawn, 1<<stepped, 1<<origin)
	if _, ok := same.find(&before, opponent); !ok {
		return false
	}
	for ; takers != 0; takers &= takers - 1 {
		if _, ok := p.take(n, p.mover, stepped, takers&-takers); ok {
			return true
		}
	}
	return false
}

// take returns the index after a color's en passant capture by the pawn on a square, a set of one,
// or false if the capture is illegal.
func (m *material) take(n *men, color int, stepped uint8, taker uint64) (index uint64, ok bool) {
	after := *n
	after[1-color&1][pawn] &^= 1 << stepped
	after.move(color, pawn, taker, 1<<((int(stepped)+forward[color&1])&63))
	return m.exits[color&1][pawn][pawn].find(&after, 1-color)
}
