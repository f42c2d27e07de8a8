package pushfight

import "math"

// unranker finds the pieces of the string of a rank, first to last and none of them
// anchored, without a search. What the next piece can be, by the squares after it
// and its symbol, is for every state a list in order of rank, and a guide by the
// leading bits of the rank says where in the list to look. The last pieces come at
// once, from a table of all strings.
//
// Ranks are kept one higher and as floating-point numbers, whose exponent and leading
// bits are the place in the guide. All of them are exact: there are at most 2^56
// permutations, as many with the anchor on one square as on another, and a board with
// so many has more than 8 squares; a block has fewer than 2^53.
type unranker struct {
	starts []list  // by state
	nexts  []next  // all lists, each with one more entry above all ranks
	pieces []uint8 // beside nexts: squares after the piece, symbol·64 (0 for o to 3 for X)
	guide  []uint8 // the place in its list that the lowest rank of a cell has
	tails  []tail  // strings of at most tailPieces pieces
}

// list says where the list of a state begins and where rank 0 has its cell in the
// guide, less zeroCell. With few pieces there is no list and guide is where the
// state's strings begin in tails.
type list struct{ first, guide uint32 }

// next is an entry of a list: what is known with a next piece.
type next struct {
	below float64 // how many strings have a lower next piece
	list          // what follows the piece
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

// unrank returns the position with the string of that rank: so many pieces, from
// the start given, over cells given from the last square to the first.
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
