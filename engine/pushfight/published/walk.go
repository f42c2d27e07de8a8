package published

import (
	"math/bits"
	"strings"

	"github.com/foregone-db/foregone/engine/multiset"
	"github.com/foregone-db/foregone/engine/pushfight"
)

// suffixes counts the arrangements of the last squares of a position, by how many
// squares and which pieces they are. It is immutable.
type suffixes struct {
	board     *board
	squares   int
	increment [6]uint16 // by symbol: what a piece adds to a state
	count     []uint64  // [state·(squares+1) + squares]
}

func newSuffixes(v *pushfight.Variant, b *board) *suffixes {
	t := &suffixes{board: b, squares: b.Squares}
	all := counts(v)
	counts := all[1:]
	states := 1
	for i, n := range counts {
		t.increment[i+1] = uint16(states)
		states *= n + 1
	}
	t.count = make([]uint64, states*(t.squares+1))
	for state := range states {
		var c [6]int
		rest, pieces := state, 0
		for i, n := range counts {
			c[i+1] = rest % (n + 1)
			rest /= n + 1
			pieces += c[i+1]
		}
		for n := pieces; n <= t.squares; n++ {
			c[0] = n - pieces
			t.count[state*(t.squares+1)+n], _ = multiset.Count(c[:])
		}
	}
	return t
}

// walk goes through the positions in progress in the order of their permutation
// indices and can step over all that agree on the first squares.
type walk struct {
	*suffixes
	position words
	symbol   [64]uint8
	// What stands on the squares from one on: the counts of o … Y, four bits
	// each, and the same as a state of suffixes.
	pieces [65]uint32
	state  [65]uint16
	// The symbols of the squares from ordered on ascend: of all positions that
	// agree on the squares before it, this one is the first.
	ordered int
}

// seek goes to a position.
func (w *walk) seek(p pushfight.Position) {
	w.position = wordsOf(p)
	line := w.board.variant.Text(p)
	for s := w.squares - 1; s >= 0; s-- {
		symbol := strings.IndexByte(symbols, line[s])
		w.symbol[s] = uint8(symbol)
		w.pieces[s] = w.pieces[s+1]
		if symbol > 0 {
			w.pieces[s] += 1 << (4 * (symbol - 1))
		}
		w.state[s] = w.state[s+1] + w.increment[symbol]
	}
	w.ordered = w.squares - 1
	for w.ordered > 0 && w.symbol[w.ordered-1] <= w.symbol[w.ordered] {
		w.ordered--
	}
}

// run returns the number of positions, from the present one on, that agree with it on
// the squares 0 to last, and the last of these squares: more than asked for where
// the present position is not the first that agrees with it on fewer.
func (w *walk) run(last int) (int, uint64) {
	last = max(last, w.ordered-1)
	return last, w.count[int(w.state[last+1])*(w.squares+1)+w.squares-1-last]
}

// skip goes to the next position that differs on the squares 0 to last. It returns
// false where there is none.
func (w *walk) skip(last int) bool {
	// The last square whose symbol can grow, and the next greater symbol among
	// those behind it.
	s := last
	var greater uint32
	for ; s >= 0; s-- {
		if greater = w.pieces[s+1] >> (4 * w.symbol[s]); greater != 0 {
			break
		}
	}
	if s < 0 {
		return false
	}
	symbol := w.symbol[s] + uint8(bits.TrailingZeros32(greater))/4 + 1
	behind := w.pieces[s] - 1<<(4*(symbol-1)) // what is left for the squares behind
	w.symbol[s] = symbol
	w.ordered = s + 1

	cell := w.board.CellOf[s] & 63
	p := w.position
	before := uint64(1)<<cell - 1
	p.occupied &= before
	p.pusher &= before
	p.theirs &= before
	p.anchor &= before
	p.put(int(cell), int(symbol))

	// Behind it all in ascending order, from the last square on.
	at := w.squares - 1
	for symbol := 5; behind != 0; symbol-- {
		unit := uint32(1) << (4 * (symbol - 1))
		for ; behind >= unit; behind -= unit {
			p.put(int(w.board.CellOf[at]), symbol)
			w.symbol[at] = uint8(symbol)
			w.pieces[at] = w.pieces[at+1] + unit
			w.state[at] = w.state[at+1] + w.increment[symbol]
			at--
		}
	}
	for ; at > s; at-- {
		w.symbol[at] = 0
		w.pieces[at] = w.pieces[at+1]
		w.state[at] = w.state[at+1]
	}
	w.position = p
	return true
}
