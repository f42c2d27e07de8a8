package chess

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine/placement"
)

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
