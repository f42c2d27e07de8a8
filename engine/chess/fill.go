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
		g := &p.groups[i]
		for n := g.count; n > 0; n-- {
			f.list = append(f.list, filling{group: g, nth: int(n)})
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
	limit := 64
	if man.kind == pawn {
		limit = 56
	}
	if man.nth < int(man.count) {
		limit = before
	}
	free := ^occupied & (^uint64(0) >> (64 - limit)) &^ (1<<man.lowest - 1)
	if n == len(f.list)-1 {
		f.stored.AddRun(place, f.legal(n, free, occupied)>>man.lowest)
		return
	}
	for ; free != 0; free &= free - 1 {
		s := bits.TrailingZeros64(free)
		f.at[n] = uint8(s)
		digit := s - int(man.lowest)
		switch man.nth {
		case 2:
			digit = choose2(digit)
		case 3:
			digit = choose3(digit)
		}
		f.put(n+1, place+uint64(digit)*man.unit, occupied|1<<s, s)
	}
}

// legal returns the squares of the last man on which the king is not in check.
func (f *filler) legal(last int, squares, occupied uint64) uint64 {
	g := f.board
	for n := range last {
		man := &f.list[n]
		if man.color != f.mover {
			continue
		}
		s := f.at[n]
		switch {
		case man.kind == pawn && g.capture[f.mover][s]>>f.king&1 != 0, man.kind == knight && g.knight[s]>>f.king&1 != 0:
			return 0
		case man.kind == pawn, man.kind == knight:
			continue
		}
		line := man.kind != rook && g.aligned[1][s]>>f.king&1 != 0 || man.kind != bishop && g.aligned[0][s]>>f.king&1 != 0
		if between := g.between[s][f.king]; line && between&occupied == 0 {
			squares &= between
		}
	}
	man := &f.list[last]
	if man.color != f.mover {
		return squares
	}
	if man.kind == pawn { // it takes where a pawn of the other color would come from
		return squares &^ g.capture[1-f.mover][f.king]
	}
	return squares &^ g.reach(man.kind, f.king, occupied)
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
