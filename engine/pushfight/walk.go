package pushfight

import "math/bits"

// walk visits the positions in progress in the order of their permutation indices. It can skip all
// positions that agree on the first squares.
type walk struct {
	*Variant
	squares   int
	increment [6]uint16 // by symbol: the effect of a piece on a state of the ranker
	position  Position
	symbol    [64]uint8
	// By square: the counts of o … Y on it and the squares after it, four bits each, and the state
	// of the ranker with these counts.
	pieces [65]uint32
	state  [65]uint16
	// The symbols of the squares from ordered on ascend. So this position is the first of all that
	// agree on the squares before.
	ordered int
}

func newWalk(v *Variant) walk {
	w := walk{Variant: v, squares: v.board.squares}
	for i, scaled := range v.rank.increment {
		w.increment[i+1] = uint16(scaled / 5)
	}
	return w
}

// seek goes to a position.
func (w *walk) seek(p Position) {
	w.position = p
	for s := w.squares - 1; s >= 0; s-- {
		symbol := p.symbolAt(int(w.board.cellOf[s]))
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

// run returns the number of positions, from the current one on, that agree with it on the squares 0
// to last, and that last square. It raises last if the current position is not the first of those
// that agree on fewer squares.
func (w *walk) run(last int) (int, uint64) {
	last = max(last, w.ordered-1)
	return last, w.rank.strings[int(w.state[last+1])*(w.squares+1)+w.squares-1-last]
}

// skip goes to the next position that differs on the squares 0 to last. It returns false if there
// is none.
func (w *walk) skip(last int) bool {
	// The last square whose symbol can grow, and the next greater symbol among those of the squares
	// behind it.
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
	behind := w.pieces[s] - 1<<(4*(symbol-1)) // the pieces that remain for the squares behind
	w.symbol[s] = symbol
	w.ordered = s + 1

	cell := w.board.cellOf[s] & 63
	p := w.position
	before := uint64(1)<<cell - 1
	p.occupied &= before
	p.pusher &= before
	p.theirs &= before
	p.anchor &= before
	p.put(int(cell), int(symbol))

	// The squares behind it take the other symbols in ascending order, from the last square on.
	at := w.squares - 1
	for symbol := 5; behind != 0; symbol-- {
		unit := uint32(1) << (4 * (symbol - 1))
		for ; behind >= unit; behind -= unit {
			p.put(int(w.board.cellOf[at]), symbol)
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
