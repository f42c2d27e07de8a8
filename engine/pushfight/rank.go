package pushfight

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine/multiset"
)

// ranker ranks strings of symbols on some of a board's squares. It reads a string from its last
// symbol to its first. The counts of the symbols read so far determine the contribution of the
// next one. They start at zero for every string, and only occupied squares contribute.
//
// A state is the counts of o, O, x, X and Y in mixed radix. Increments are scaled by five, the
// number of entries of a state, so that state plus symbol is a place in the table.
type ranker struct {
	squares   int
	radix     [5]int // how many counts of o, O, x, X, Y there are
	increment [5]uint32
	states    int
	// below holds the number of strings with a lower symbol on this square, by the number n
	// of squares after it, the state that includes it, and its symbol:
	// below[n·perSquare + state·5 + symbol-1].
	below     []uint64
	perSquare uint32
	// strings holds M(n, state), the number of strings of length n with the
	// pieces of a state: strings[state/4·(squares+1) + n].
	strings []uint64
}

// newRanker makes the tables for strings of at most squares symbols with at most
// the counts given of o, O, x, X, Y.
func newRanker(squares int, counts [5]int) *ranker {
	r := &ranker{squares: squares, states: 1}
	for i, n := range counts {
		r.radix[i] = n + 1
		r.increment[i] = uint32(r.states)
		r.states *= n + 1
	}
	r.strings = make([]uint64, r.states*(squares+1))
	for state := range r.states {
		c := r.counts(state)
		pieces := c[0] + c[1] + c[2] + c[3] + c[4]
		for n := pieces; n <= squares; n++ {
			r.strings[state*(squares+1)+n], _ = multiset.Count([]int{n - pieces, c[0], c[1], c[2], c[3], c[4]})
		}
	}
	r.perSquare = uint32(r.states * 5)
	r.below = make([]uint64, squares*int(r.perSquare))
	for n := range squares {
		for state := range r.states {
			c := r.counts(state)
			lower := r.strings[state*(squares+1)+n]
			for symbol := range 5 {
				r.below[n*int(r.perSquare)+state*5+symbol] = lower
				if c[symbol] > 0 {
					lower += r.strings[(state-int(r.increment[symbol]))*(squares+1)+n]
				}
			}
		}
	}
	for i := range r.increment {
		r.increment[i] *= 5
	}
	return r
}

// counts returns the counts of o, O, x, X, Y in a state (not scaled).
func (r *ranker) counts(state int) (c [5]int) {
	for i, n := range r.radix {
		c[i] = state % n
		state /= n
	}
	return c
}

// state returns the state of some counts (not scaled).
func (r *ranker) state(c [5]int) int {
	state, unit := 0, 1
	for i, n := range r.radix {
		state += c[i] * unit
		unit *= n
	}
	return state
}

// total returns the number of strings of length n with the counts c.
func (r *ranker) total(n int, c [5]int) uint64 {
	for i := range c {
		if c[i] < 0 || c[i] >= r.radix[i] {
			return 0
		}
	}
	return r.strings[r.state(c)*(r.squares+1)+n]
}

// region holds, for each cell, the number of the string's squares after it, times perSquare.
type region [64]uint32

// region returns the region of the given cells, in ascending order or descending.
func (r *ranker) region(cells uint64, descending bool) (g region) {
	for c := range 64 {
		after := bits.OnesCount64(cells &^ (2<<c - 1))
		if descending {
			after = bits.OnesCount64(cells & (1<<c - 1))
		}
		g[c] = uint32(after) * r.perSquare
	}
	return g
}

// step is the effect of a symbol on the state when the cells of a region are visited in
// ascending order: state + here is the place in the table, state + then the next state.
type step struct{ here, then uint32 }

// steps returns the steps of o, O, x and X. In a descending region the state counts the pieces
// on lower cells and begins at zero. In an ascending region it counts those on higher cells and
// begins with all.
func (r *ranker) steps(descending bool) (s [4]step) {
	for symbol := range s {
		s[symbol] = step{here: uint32(symbol), then: -r.increment[symbol]}
		if descending {
			s[symbol] = step{here: uint32(symbol) + r.increment[symbol], then: r.increment[symbol]}
		}
	}
	return s
}

// rank returns the rank of the pieces on the cells occupied, none of them anchored,
// of a region, from the state before the lowest.
func (r *ranker) rank(after *region, steps *[4]step, state uint32, occupied, pusher, theirs uint64) uint64 {
	var rank uint64
	for ; occupied != 0; occupied &= occupied - 1 {
		c := bits.TrailingZeros64(occupied) & 63
		s := &steps[(pusher>>c&1+theirs>>c&1*2)&3]
		rank += r.below[after[c]+state+s.here]
		state += s.then
	}
	return rank
}

// unrank returns the pieces of the string of that rank over the given cells in
// ascending order, with the counts of state (not scaled).
func (r *ranker) unrank(rank uint64, state int, cells uint64) (p Position) {
	n := bits.OnesCount64(cells)
	for state != 0 {
		// The next piece stands on the first square after which the rest of the squares
		// holds at most rank strings.
		column := r.strings[state*(r.squares+1) : (state+1)*(r.squares+1)]
		for n--; column[n] > rank; n-- {
			cells &= cells - 1
		}
		c := bits.TrailingZeros64(cells)
		cells &= cells - 1
		entry := r.below[n*int(r.perSquare)+state*5:][:5]
		symbol := 4 // a symbol that is used up begins where the next one does, or above all ranks
		for entry[symbol] > rank {
			symbol--
		}
		rank -= entry[symbol]
		state -= int(r.increment[symbol]) / 5
		p.put(c, symbol+1)
	}
	return p
}
