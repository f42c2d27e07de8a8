package pushfight

import "math"

// unranker finds the pieces of the string of a rank, first to last, without a
// search: what a state's next piece can be, by the squares after it and its symbol,
// is a list in order of rank, and a guide by the leading bits of the rank says
// where in the list to look.
//
// Ranks are kept one higher and as floating-point numbers, all of them exact: their
// exponent and leading bits are the place in the guide, and as bits they compare
// like numbers.
type unranker struct {
	lists []list   // by state
	below []uint64 // bits of how many strings have a lower next piece; each list ends with the highest number
	next  []next   // beside below
	guide []uint16 // the last place in the list that is low enough for the lowest such rank
}

// list says where a state's part of below and guide lies.
type list struct{ first, guide uint32 }

// next is a next piece.
type next struct {
	after  uint8  // squares after it
	symbol uint8  // 0 for o to 4 for Y
	state  uint16 // of what follows it
}

const guideBits = 4 // of a rank below its leading one
const guideShift = 52 - guideBits

func rankBits(rank uint64) uint64 { return math.Float64bits(float64(int64(rank + 1))) }

func newUnranker(r *ranker) *unranker {
	u := &unranker{lists: make([]list, r.states)}
	one := uint32(rankBits(0) >> guideShift)
	for state := range r.states {
		c := r.counts(state)
		l := &u.lists[state]
		l.first, l.guide = uint32(len(u.below)), uint32(len(u.guide))-one
		pieces := c[0] + c[1] + c[2] + c[3] + c[4]
		if pieces == 0 {
			continue
		}
		var ranks []uint64
		for n := pieces - 1; n < r.squares; n++ {
			for symbol := range c {
				if c[symbol] == 0 {
					continue
				}
				below := r.below[n*int(r.perSquare)+state*5+symbol]
				ranks = append(ranks, below)
				u.below = append(u.below, math.Float64bits(float64(below)))
				u.next = append(u.next, next{uint8(n), uint8(symbol), uint16(state - int(r.increment[symbol])/5)})
			}
		}
		u.below = append(u.below, math.MaxUint64)
		u.next = append(u.next, next{})
		highest := rankBits(r.strings[state*(r.squares+1)+r.squares]-1) >> guideShift
		place := 0
		for cell := rankBits(0) >> guideShift; cell <= highest; cell++ {
			for place+1 < len(ranks) && rankBits(ranks[place+1]-1)>>guideShift < cell {
				place++
			}
			u.guide = append(u.guide, uint16(place))
		}
	}
	return u
}

// unrank returns the pieces of the string of that rank over cells, given from the
// last square to the first, with the counts of state (not scaled).
func (u *unranker) unrank(rank uint64, state int, cells *[64]uint8) (p Position) {
	x := rankBits(rank)
	for state != 0 {
		l := u.lists[state]
		i := l.first + uint32(u.guide[l.guide+uint32(x>>guideShift)])
		if u.below[i+1] < x {
			i++
		}
		for u.below[i+1] < x {
			i++
		}
		x = math.Float64bits(math.Float64frombits(x) - math.Float64frombits(u.below[i]))
		n := u.next[i]
		state = int(n.state)
		c := cells[n.after&63] & 63
		p.occupied |= 1 << c
		p.pusher |= uint64(n.symbol&1) << c
		p.theirs |= uint64(n.symbol>>1) << c
	}
	return p
}
