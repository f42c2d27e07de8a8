package chess

import "github.com/foregone-db/foregone/engine/placement"

// part is the positions of a material with one color to move: either those with an en passant
// capture, or all others.
//
// A place of a part is a number in mixed radix: the kings, then a digit for each group of men of a
// color and kind, those of the color to move first. A move of the other color, which has just
// moved, changes low digits only. A digit ignores the other men on the board, so that some places
// are no position: a set marks those that are.
type part struct {
	*material
	board  *geometry
	mover  int // the color to move
	kings  *kingPairs
	unit   uint64 // of the kings
	groups []group
	stored *placement.Set
	index  uint64 // of the first position

	// In positions with an en passant capture the groups leave out two pawns: the one that has made
	// two steps, and a neighbor that can capture it. These two form a digit of their own.
	passant bool
	counts  counts // without these pawns
	pair    uint64 // its unit
}

// group is all men of a color and kind.
type group struct {
	color, kind int
	count       uint8
	lowest      uint8 // the lowest square
	radix, unit uint64
}

const (
	pawnSquares  = 48
	passantPairs = 14 // places of two adjacent pawns, one of which has just moved
)

func newPart(m *material, mover int, passant bool) *part {
	p := &part{material: m, board: boardGeometry(), mover: mover, kings: kingsAlone(), passant: passant, counts: m.counts}
	if m.pawns() > 0 {
		p.kings = kingsWithPawns()
	}
	if passant {
		p.counts[white][pawn]--
		p.counts[black][pawn]--
	}
	p.unit = 1
	for _, color := range [2]int{1 - mover, mover} {
		for kind := kinds - 1; kind >= 0; kind-- {
			n := p.counts[color][kind]
			if n == 0 {
				continue
			}
			squares, lowest := 64, uint8(0)
			if kind == pawn {
				squares, lowest = pawnSquares, 8
			}
			radix := uint64(squares)
			switch n {
			case 2:
				radix = uint64(choose2(squares))
			case 3:
				radix = uint64(choose3(squares))
			}
			p.groups = append(p.groups, group{color, kind, n, lowest, radix, p.unit})
			p.unit *= radix
		}
	}
	if passant {
		p.pair = p.unit
		p.unit *= passantPairs
	}
	return p
}

// placeCount returns the number of places.
func (p *part) placeCount() uint64 { return p.unit * uint64(len(p.kings.squares)) }

// digit returns the digit of a group after turning its squares.
func (g *group) digit(squares *[3]uint8, turn *[64]uint8) uint64 {
	a := int(turn[squares[0]&63] - g.lowest)
	if g.count == 1 {
		return uint64(a)
	}
	b := int(turn[squares[1]&63] - g.lowest)
	if a > b {
		a, b = b, a
	}
	if g.count == 2 {
		return uint64(choose2(b) + a)
	}
	c := int(turn[squares[2]&63] - g.lowest)
	switch {
	case c > b:
	case c > a:
		b, c = c, b
	default:
		a, b, c = c, a, b
	}
	return uint64(choose3(c) + choose2(b) + a)
}

// place returns the place of men after turning all of them.
func (p *part) place(n *men, number int16, turn uint8) uint64 {
	t := &p.board.turns[turn&7]
	place := uint64(number) * p.unit
	for i := range p.groups {
		g := &p.groups[i]
		place += g.unit * g.digit(&n.at[g.color&1][g.kind], t)
	}
	return place
}

// find returns the index of men of a part after applying the symmetry that they need, and whether
// the position is its own twin. It returns false if the men are no position.
func (p *part) find(n *men) (index uint64, twin, ok bool) {
	k := p.kings.of(n.king)
	if k.number < 0 {
		return 0, false, false
	}
	place := p.place(n, k.number, k.turn)
	if k.double {
		other := p.place(n, k.number, k.turn^transposed)
		twin = place == other
		place = min(place, other)
	}
	rank, ok := p.stored.Rank(place)
	return p.index + rank, twin, ok
}

// read stores the men of a place. In a part with en passant captures it stores the men in groups,
// and returns the digit of the two pawns.
func (p *part) read(n *men, place uint64) (pair uint64) {
	k := place / p.unit
	n.king = p.kings.squares[k]
	place -= k * p.unit
	if p.passant {
		pair = place / p.pair
		place -= pair * p.pair
	}
	for i := len(p.groups) - 1; i >= 0; i-- {
		g := &p.groups[i]
		digit := place / g.unit
		place -= digit * g.unit
		p.readGroup(n, g, digit)
	}
	return pair
}

// readGroup stores the squares of a digit.
func (p *part) readGroup(n *men, g *group, digit uint64) {
	squares := &n.at[g.color&1][g.kind]
	switch g.count {
	case 1:
		squares[0] = uint8(digit) + g.lowest
	case 2:
		pair := p.board.pairs[digit]
		squares[0], squares[1] = pair[0]+g.lowest, pair[1]+g.lowest
	default:
		triple := p.board.triples[digit]
		squares[0], squares[1], squares[2] = triple[0]+g.lowest, triple[1]+g.lowest, triple[2]+g.lowest
	}
}

// find returns the index of a position after applying the symmetry that it needs, and whether it is
// its own twin. It returns false if the men are no position.
func (m *material) find(n *men, toMove int) (index uint64, twin, ok bool) {
	if m.symmetric && toMove == black {
		swapped := *n
		swapped.swap()
		return m.parts[white].find(&swapped)
	}
	return m.parts[toMove&1].find(n)
}

// find does the same for the target of an exit; n names the men as before the exit.
func (e *exit) find(n *men, toMove int) (index uint64, ok bool) {
	if e.swapped {
		swapped := *n
		swapped.swap()
		index, _, ok = e.material.find(&swapped, 1-toMove)
		return index, ok
	}
	index, _, ok = e.material.find(n, toMove)
	return index, ok
}
