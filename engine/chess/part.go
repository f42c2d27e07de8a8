package chess

import (
	"math/bits"
	"slices"

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
	index  uint64 // of the first position
	placement.Lazy

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
	rank, ok := p.Set().Rank(place)
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
func (p *part) fill(set *placement.Set) {
	if p.passant {
		p.fillPassant(set)
		return
	}
	f := filler{part: p, set: set}
	for i := len(p.groups) - 1; i >= 0; i-- {
		for n := p.groups[i].count; n > 0; n-- {
			f.list = append(f.list, filling{group: &p.groups[i], nth: int(n)})
		}
	}
	for number, kings := range p.kings.squares {
		f.king = kings[1-p.mover]
		f.put(0, uint64(number)*p.unit, 1<<kings[white]|1<<kings[black], 64)
	}
	p.dropTwins(set)
}

// filler enumerates the placements of the men, one man after the other.
type filler struct {
	*part
	set  *placement.Set
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
		f.set.AddRun(place, 1)
		return
	}
	man := &f.list[n]
	free := man.region &^ occupied
	if man.nth < int(man.count) {
		free &= 1<<before - 1
	}
	lowest := bits.TrailingZeros64(man.region)
	if n == len(f.list)-1 {
		f.set.AddRun(place, f.legal(n, free, occupied)>>lowest)
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
func (p *part) dropTwins(set *placement.Set) {
	var n men
	first := uint64(p.kings.plain) * p.unit
	for place := first; place < p.placeCount(); place++ {
		if !set.Has(place) {
			continue
		}
		p.read(&n, place)
		if p.place(&n, int16(place/p.unit), transposed) < place {
			set.Remove(place)
		}
	}
}

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
	stored, index := f.next.Set(), f.next.index
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
			if rank, ok := p.Set().Rank(place); ok {
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
