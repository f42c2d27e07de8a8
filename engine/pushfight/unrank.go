package pushfight

import "math"

// unranker finds the pieces of the string of a rank, first to last, without a search. None of
// them is anchored. Each state has a list of the possible next pieces, by squares after it and
// symbol, in order of rank. A guide by the leading bits of the rank gives the place in the
// list. A table of all short strings gives the last pieces at once.
//
// Ranks are stored plus one as floating-point numbers, whose exponent and leading bits are the
// place in the guide. They are exact: there are at most 2^56 permutations, equally many for
// each square of the anchor, and a board with so many has more than 8 squares, so a block has
// fewer than 2^53.
type unranker struct {
	starts []list  // by state
	nexts  []next  // all lists, each with one more entry above all ranks
	pieces []uint8 // beside nexts: squares after the piece, symbol·64 (0 for o to 3 for X)
	guide  []uint8 // the place in its list that the lowest rank of a cell has
	tails  []tail  // strings of at most tailPieces pieces
}

// list has the start of the list of a state and the place of rank 0 in the guide, less
// zeroCell. A state with few pieces has no list, and guide is the start of its strings in
// tails.
type list struct{ first, guide uint32 }

// next is an entry of a list.
type next struct {
	below float64 // how many strings have a lower next piece
	list          // the state after the piece
}

// tail is the pieces of a string, eight bits each, the first in the lowest.
type tail uint32

const (
	tailPieces = 3 // a table for 4 would leave the cache
	guideBits  = 5 // of a rank below its leading bit
	guideShift = 52 - guideBits
	zeroCell   = 1023 << guideBits
)

// cellOf returns the cell of a rank, and zeroCell for rank 0.
func cellOf(rank uint64) uint64 { return math.Float64bits(float64(int64(rank+1))) >> guideShift }

// newUnranker makes the tables for strings of at most squares of r's symbols without
// Y. For the full game they take 0.6 MB, nearly all of it tails, and 2 ms.
func newUnranker(r *ranker, squares int) *unranker {
	u := &unranker{starts: make([]list, r.states/r.radix[4])}
	for state := range u.starts {
		c := r.counts(state)
		pieces := c[0] + c[1] + c[2] + c[3]
		l := &u.starts[state]
		*l = list{uint32(len(u.nexts)), uint32(len(u.guide)) - zeroCell}
		if pieces <= tailPieces {
			l.guide = uint32(len(u.tails))
		}
		if pieces == 0 {
			u.tails = append(u.tails, 0)
			continue
		}
		var ranks []uint64
		for n := pieces - 1; n < squares; n++ {
			for symbol := range 4 {
				if c[symbol] == 0 {
					continue
				}
				piece, after := uint8(n|symbol<<6), state-int(r.increment[symbol])/5
				if pieces <= tailPieces {
					first := u.starts[after].guide
					for _, t := range u.tails[first:][:r.strings[after*(r.squares+1)+n]] {
						u.tails = append(u.tails, t<<8|tail(piece))
					}
					continue
				}
				below := r.below[n*int(r.perSquare)+state*5+symbol]
				ranks = append(ranks, below)
				u.nexts = append(u.nexts, next{float64(below), u.starts[after]})
				u.pieces = append(u.pieces, piece)
			}
		}
		if pieces <= tailPieces {
			continue
		}
		u.nexts = append(u.nexts, next{below: math.Inf(1)})
		u.pieces = append(u.pieces, 0)
		place := 0 // the last that begins at or below every rank of the cell
		for cell := uint64(zeroCell); cell <= cellOf(r.strings[state*(r.squares+1)+squares]-1); cell++ {
			for place+1 < len(ranks) && cellOf(ranks[place+1]-1) < cell {
				place++
			}
			u.guide = append(u.guide, uint8(place))
		}
	}
	return u
}

// unrank returns the position with the string of a rank. start and pieces describe its state;
// cells are in order from the last square to the first.
func (u *unranker) unrank(rank uint64, start list, pieces int, cells *[64]uint64) Position {
	x := float64(int64(rank + 1))
	guide, nexts := u.guide, u.nexts
	var sets [4]uint64 // by symbol: fewer instructions than a set for each word of the position
	for ; pieces > tailPieces; pieces-- {
		i := start.first + uint32(guide[start.guide+uint32(math.Float64bits(x)>>guideShift)])
		for nexts[i+1].below < x { // seldom, and so faster than without a branch
			i++
		}
		next := &nexts[i]
		x -= next.below
		start = next.list
		n := u.pieces[i]
		sets[n>>6] |= cells[n&63]
	}
	t := u.tails[start.guide+uint32(x)-1]
	for ; pieces > 0; pieces-- {
		sets[t>>6&3] |= cells[t&63]
		t >>= 8
	}
	return Position{
		occupied: sets[0] | sets[1] | sets[2] | sets[3],
		pusher:   sets[1] | sets[3],
		theirs:   sets[2] | sets[3],
	}
}
