package chess

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine/placement"
)

// part is the positions of a material with one color to move: either those with an en passant
// capture, or all others.
//
// A place of a part is a number in mixed radix: the kings, then a digit for each group of men of a
// color and kind, those of the color to move first. A move of the other color, which has just
// moved, changes low digits only. A digit ignores the other men on the board, so that some places
// are not positions. A set marks the positions.
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
	pair    uint64 // the unit of that digit
}

// group is all men of a color and kind.
type group struct {
	color, kind int
	count       uint8
	region      uint64 // where they may stand
	radix, unit uint64
}

// passantPairs is the number of places of two adjacent pawns, one of which has just moved.
const passantPairs = 14

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
			region := ^uint64(0)
			if kind == pawn {
				region &^= firstRow | lastRow
			}
			radix := placement.Choose(bits.OnesCount64(region), int(n))
			p.groups = append(p.groups, group{color, kind, n, region, radix, p.unit})
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

// group returns the group of a color and kind, which must have one.
func (p *part) group(color, kind int) *group {
	n := 0
	for p.groups[n].color != color || p.groups[n].kind != kind {
		n++
	}
	return &p.groups[n]
}

// digit returns the digit of a group on a set of squares.
func (g *group) digit(set uint64) uint64 {
	if g.count == 1 {
		return uint64(bits.TrailingZeros64(set) - bits.TrailingZeros64(g.region))
	}
	return placement.Rank(set, g.region)
}

// place returns the place of men after the symmetry turn moved all of them.
func (p *part) place(n *men, number int16, turn uint8) uint64 {
	place := uint64(number) * p.unit
	for i := range p.groups {
		g := &p.groups[i]
		set := n[g.color&1][g.kind]
		if turn != 0 {
			set = image(&p.board.turns[turn&7], set)
		}
		place += g.unit * g.digit(set)
	}
	return place
}

// find returns the index of men of a part, in any orientation, and whether the position is its own
// twin. It returns false if the men are not a position.
func (p *part) find(n *men) (index uint64, twin, ok bool) {
	k := p.kings.of(n)
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
	*n = men{}
	for color, s := range p.kings.squares[k] {
		n[color][kingKind] = 1 << s
	}
	place -= k * p.unit
	if p.passant {
		pair = place / p.pair
		place -= pair * p.pair
	}
	for i := len(p.groups) - 1; i >= 0; i-- {
		g := &p.groups[i]
		digit := place / g.unit
		place -= digit * g.unit
		g.read(n, digit)
	}
	return pair
}

// read stores the squares of a digit.
func (g *group) read(n *men, digit uint64) {
	if g.count == 1 {
		n[g.color&1][g.kind] = g.region & -g.region << digit
	} else {
		n[g.color&1][g.kind] = placement.Unrank(digit, int(g.count), g.region)
	}
}

// find returns the index of a position in any orientation. It returns false if the men are not a
// position. n has the men in the orientation and colors before the exit.
func (e exit) find(n *men, toMove int) (index uint64, ok bool) {
	if e.swaps(toMove) {
		swapped := *n
		swapped.swap()
		n, toMove = &swapped, 1-toMove
	}
	index, _, ok = e.parts[toMove&1].find(n)
	return index, ok
}

// swaps reports whether the colors are exchanged in the positions that the material of e stores.
func (e exit) swaps(toMove int) bool { return e.swapped || e.symmetric && toMove == black }

// fill finds the positions of a part. Men stand on different squares, the color not to move is not
// in check, and the lower of two symmetric places is stored. A run of places that differ in one man
// only is found in one step.
func (p *part) fill() {
	f := filler{part: p}
	for i := len(p.groups) - 1; i >= 0; i-- {
		for n := p.groups[i].count; n > 0; n-- {
			f.list = append(f.list, filling{group: &p.groups[i], nth: int(n)})
		}
	}
	p.stored = placement.NewSet(p.placeCount())
	for number, kings := range p.kings.squares {
		f.king = kings[1-p.mover]
		f.put(0, uint64(number)*p.unit, 1<<kings[white]|1<<kings[black], 64)
	}
	p.dropTwins()
	p.stored.Count()
}

// filler enumerates the placements of the men, one man after the other.
type filler struct {
	*part
	list []filling
	king uint8 // must not be in check
	at   [8]uint8
}

// filling is one man of a group: nth men of the group, himself included, stand on squares not above
// his.
type filling struct {
	*group
	nth int
}

// put places the men from number n on. For the men before n the arguments hold the digits, the
// occupied squares and the square of the last one.
func (f *filler) put(n int, place, occupied uint64, before int) {
	if n == len(f.list) { // the kings alone
		f.stored.AddRun(place, 1)
		return
	}
	man := &f.list[n]
	free := man.region &^ occupied
	if man.nth < int(man.count) {
		free &= 1<<before - 1
	}
	lowest := bits.TrailingZeros64(man.region)
	if n == len(f.list)-1 {
		f.stored.AddRun(place, f.legal(n, free, occupied)>>lowest)
		return
	}
	for ; free != 0; free &= free - 1 {
		s := bits.TrailingZeros64(free)
		f.at[n] = uint8(s)
		f.put(n+1, place+placement.Choose(s-lowest, man.nth)*man.unit, occupied|1<<s, s)
	}
}

// legal returns the squares of the last man on which the king is not in check.
func (f *filler) legal(last int, squares, occupied uint64) uint64 {
	for n, man := range f.list[:last] {
		if s := f.at[n]; man.color == f.mover && f.board.attacks(f.mover, man.kind, s, occupied)>>f.king&1 != 0 {
			squares &= f.board.between[s][f.king]
		}
	}
	man := &f.list[last]
	if man.color == f.mover { // in reverse, from the king's square, a pawn captures like one of the other color
		squares &^= f.board.attacks(1-f.mover, man.kind, f.king, occupied)
	}
	return squares
}

// dropTwins removes the higher one of two places that a symmetry exchanges.
func (p *part) dropTwins() {
	var n men
	first := uint64(p.kings.plain) * p.unit
	for place := first; place < p.placeCount(); place++ {
		if !p.stored.Has(place) {
			continue
		}
		p.read(&n, place)
		if p.place(&n, int16(place/p.unit), transposed) < place {
			p.stored.Remove(place)
		}
	}
}
