package sliding

import (
	"math/bits"
	"sync"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/multiset"
)

// game adds spreads to the game of the rules.
type game struct {
	engine.Game
	*ranking
}

// Parts implements [engine.Game].
func (g game) Parts() engine.Parts {
	p := g.Game.Parts()
	p.Spreads = func() fast.Spreads { return &spreads{ranking: g.ranking, tables: make([]rotation, 2*g.squares)} }
	return p
}

// spreads implements [fast.Spreads]. A block has the positions of an empty square. A tile that slides
// along a row keeps the order of the tiles, so that the bitmap stays. A tile that slides along a column
// passes width-1 others: it rotates a window of the order. The rank of an order is P·w·s + W·s + S: P is
// of the tiles before the window, W, below w, of those in it, S, below s, of those behind. Only W changes,
// in the same way for all P and S. So the bitmap consists of runs of s/2 bits that move as a whole.
type spreads struct {
	*ranking
	tables []rotation // by upper square, and whether the tile slides down
}

// rotation is the change of W.
type rotation struct {
	once sync.Once
	to   []uint32
	odd  []bool // by W: the digits have an odd sum; only where there is no tile behind to settle parity
}

// Goal implements [fast.Spreads].
func (s *spreads) Goal() uint64 {
	rank, _ := s.Rank(s.goal)
	return rank
}

// Blocks implements [fast.Spreads].
func (s *spreads) Blocks() (blocks int, size uint64) { return s.squares, s.block }

// Odd implements [fast.Spreads]: each move changes the colour of the empty square.
func (s *spreads) Odd(block int) bool {
	colour := func(square int) int { return square%s.width + square/s.width }
	return (colour(block)+colour(s.rules.blank))&1 != 0
}

// AppendLeads implements [fast.Spreads].
func (s *spreads) AppendLeads(dst []int, block int) []int { return append(dst, s.near[block]...) }

// Spread implements [fast.Spreads].
func (s *spreads) Spread(dst, src []uint64, from, to int) {
	if from/s.width == to/s.width {
		for n, x := range src {
			dst[n] |= x
		}
		return
	}
	upper := min(from, to)
	behind := s.squares - 1 - upper - s.width // tiles behind the window
	r := s.rotation(upper, to < from)
	if behind < 2 {
		s.spreadBits(dst, src, r, from)
		return
	}
	run := multiset.Factorial(behind) / 2
	window := uint64(len(r.to))
	for q := uint64(0); q < s.block/run; q++ {
		if at := q * run; anyBit(src, at, run) {
			orBits(dst, (q-q%window+uint64(r.to[q%window]))*run, src, at, run)
		}
	}
}

// spreadBits is Spread where at most one tile is behind the window. A bit then stands for two W, and
// the parity of the whole order says which.
func (s *spreads) spreadBits(dst, src []uint64, r *rotation, from int) {
	half := uint64(len(r.to)) / 2
	before, odd := ^uint64(0), false
	for n, word := range src {
		for ; word != 0; word &= word - 1 {
			i := uint64(n<<6 + bits.TrailingZeros64(word))
			prefix, w := i/half, i%half*2
			if prefix != before {
				before, odd = prefix, s.prefixOdd(prefix, len(r.to))
			}
			if odd != r.odd[w] != s.inverted[from] {
				w++
			}
			to := prefix*half + uint64(r.to[w])/2
			dst[to>>6] |= 1 << (to & 63)
		}
	}
}

// prefixOdd reports whether the digits of P have an odd sum. window is the number of W.
func (s *spreads) prefixOdd(prefix uint64, window int) (odd bool) {
	radix := uint64(2)
	for multiset.Factorial(int(radix)-1) != uint64(window) {
		radix++
	}
	for ; prefix > 0; radix++ {
		odd = odd != (prefix%radix&1 == 1)
		prefix /= radix
	}
	return odd
}

// rotation returns the change of W by a slide between an upper square and the one below.
func (s *spreads) rotation(upper int, tileDown bool) *rotation {
	n := 2 * upper
	if tileDown {
		n++
	}
	r := &s.tables[n]
	r.once.Do(func() { r.fill(s.squares-1-upper, s.width, tileDown) })
	return r
}

// fill makes the table of a window of some of the last tiles of the order.
func (r *rotation) fill(tiles, width int, down bool) {
	count := 1
	for k := range width {
		count *= tiles - k
	}
	r.to = make([]uint32, count)
	if tiles-width < 2 {
		r.odd = make([]bool, count)
	}
	var memory, turned [16]uint8
	for w := range count {
		digits, rest := memory[:width], w
		for k := width - 1; k >= 0; k-- {
			digits[k] = uint8(rest % (tiles - k))
			if rest /= tiles - k; r.odd != nil {
				r.odd[w] = r.odd[w] != (digits[k]&1 == 1)
			}
		}
		numbers := turned[:width]
		left := uint32(1)<<tiles - 1
		for k, d := range digits {
			set := left
			for range d {
				set &= set - 1
			}
			numbers[k] = uint8(bits.TrailingZeros32(set))
			left &^= 1 << numbers[k]
		}
		if down { // the first tile of the window slides below the others
			first := numbers[0]
			copy(numbers, numbers[1:])
			numbers[width-1] = first
		} else {
			last := numbers[width-1]
			copy(numbers[1:], numbers[:width-1])
			numbers[0] = last
		}
		left = uint32(1)<<tiles - 1
		to := 0
		for k, x := range numbers {
			to = to*(tiles-k) + bits.OnesCount32(left&(1<<x-1))
			left &^= 1 << x
		}
		r.to[w] = uint32(to)
	}
}

// bitsAt returns up to 64 bits from a place on.
func bitsAt(set []uint64, at uint64) uint64 {
	n, shift := at>>6, at&63
	word := set[n] >> shift
	if shift > 0 && n+1 < uint64(len(set)) {
		word |= set[n+1] << (64 - shift)
	}
	return word
}

// anyBit reports whether one of count bits from a place on is set.
func anyBit(set []uint64, at, count uint64) bool {
	for ; count >= 64; at, count = at+64, count-64 {
		if bitsAt(set, at) != 0 {
			return true
		}
	}
	return count > 0 && bitsAt(set, at)&(1<<count-1) != 0
}

// orBits adds count bits of src from a place on to dst.
func orBits(dst []uint64, to uint64, src []uint64, at, count uint64) {
	for count > 0 {
		some := min(count, 64)
		word := bitsAt(src, at)
		if some < 64 {
			word &= 1<<some - 1
		}
		n, shift := to>>6, to&63
		dst[n] |= word << shift
		if high := word >> (64 - shift); shift > 0 && high != 0 {
			dst[n+1] |= high
		}
		at, to, count = at+some, to+some, count-some
	}
}
