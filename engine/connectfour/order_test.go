package connectfour

import "math/bits"

// order decides whether alternating moves can produce the contents of columns. It searches
// backwards and takes the last piece from the top of a column.
type order struct {
	width   int
	columns [8]uint8 // their contents from the lowest cell up, 1 for X, and a 1 above them
	known   []uint64 // answers by hash: the columns in ascending order, and the answer in the lowest bit
	steps   []int    // by column: the weight of a piece in the number of a state
	seen    []uint32 // by state: the last search that visited it
	search  uint32
}

const (
	orderBits    = 22 // binary logarithm of the number of known answers
	mostInColumn = 6
)

func newOrder(width int) *order {
	o := &order{width: width, known: make([]uint64, 1<<orderBits)}
	states := 1
	for range width {
		o.steps = append(o.steps, states)
		states *= mostInColumn + 1
	}
	o.seen = make([]uint32, states)
	return o
}

// put fills a column.
func (o *order) put(column, height int, word uint8) { o.columns[column] = 1<<height | word }

// exists reports whether alternating moves, X first, can produce the columns with the given number
// of pieces. They lack the top piece of column without, unless without is negative.
func (o *order) exists(pieces, without int) bool {
	columns := o.columns
	if without >= 0 {
		columns[without] = below[columns[without]]
	}
	if o.tallest(columns, pieces) {
		return true
	}
	// Columns in ascending order, 7 bits each, make the key. Insertion sort suits so few columns.
	var sorted [8]uint8
	for i, c := range columns[:o.width] {
		j := i
		for ; j > 0 && sorted[j-1] > c; j-- {
			sorted[j] = sorted[j-1]
		}
		sorted[j] = c
	}
	var key uint64
	for _, c := range sorted[:o.width] {
		key = key<<7 | uint64(c)
	}
	at := &o.known[key*0x9e3779b97f4a7c15>>(64-orderBits)]
	if *at>>1 == key {
		return *at&1 != 0
	}
	if o.search++; o.search == 0 {
		clear(o.seen)
		o.search++
	}
	state := 0
	for i := range o.width {
		state += (bits.Len8(sorted[i]) - 1) * o.steps[i]
	}
	*at = key << 1
	if o.back(&sorted, state, pieces) {
		*at |= 1
	}
	return *at&1 != 0
}

// tallest reports whether removing pieces from the tallest column leads to the empty board. It does
// for most boards.
func (o *order) tallest(columns [8]uint8, pieces int) bool {
	for ; pieces > 0; pieces-- {
		best, at := uint8(1), 0
		for i, c := range columns[:o.width] {
			if c > best && topOf[c] == uint8(pieces&1) {
				best, at = c, i
			}
		}
		if best == 1 {
			return false
		}
		columns[at] = below[best]
	}
	return true
}

// topOf maps the content of a column to its top piece, and below to the content without it.
var topOf, below = func() (top, rest [2 << mostInColumn]uint8) {
	for c := 2; c < len(top); c++ {
		height := bits.Len(uint(c)) - 2
		top[c], rest[c] = uint8(c>>height)&1, uint8(c&(1<<height-1)|1<<height)
	}
	return top, rest
}()

// back reports whether backward moves lead from columns to the empty board.
func (o *order) back(columns *[8]uint8, state, pieces int) bool {
	if pieces == 0 {
		return true
	}
	if o.seen[state] == o.search {
		return false
	}
	o.seen[state] = o.search
	for i, c := range columns[:o.width] {
		if c == 1 || topOf[c] != uint8(pieces&1) {
			continue
		}
		columns[i] = below[c]
		found := o.back(columns, state-o.steps[i], pieces-1)
		columns[i] = c
		if found {
			return true
		}
	}
	return false
}
