package squadro

import (
	"fmt"
	"math/bits"

	"github.com/foregone-db/foregone/engine/fast"
)

// evaluator finds the values of a class, loops included.
//
// It has the merit of every position, at first that of a draw, which stands for "not decided". Again and again a
// position becomes what its best move makes it, row by row from the last one back, until nothing changes. The order
// of this changes nothing, and the values are exact:
//
// Call a value later than another one if it is the same result in fewer plies, or if it is decided and the other
// one is not. What the best move makes of a position never gets earlier while the values behind its moves get later: a
// draw may become a win or, once all moves lose, a loss; the fastest win and the slowest loss only get faster; and
// a win stays a win, since some move still leads to a loss. So values only get later, and never later than the true
// ones, which are such that every position is what its best move makes it. When nothing changes any more, a position
// won or lost in n plies has its true value, by induction over n: a win in n has a move to a loss in n-1, which
// is true already, and all moves of a loss in n lead to true wins in at most n-1. The others, drawn, were never decided.
//
// Pieces go forward unless they are jumped, so that a pass over the rows decides all play in which Top jumps nothing. All
// rows have the same columns: the places of the pieces of Top, whether free or not. Grids have a column for each byte, row by row.
type evaluator struct {
	numbering *numbering
	*class
	columns  int
	lanes    [2][]int  // by player: the lanes of the pieces that are not home
	merits   [2][]byte // by mover: a grid of the merits of moves to positions; then a row of zeros
	exits    [2][]byte // by mover: a grid of the merits of the best moves into other classes
	grid     []byte    // merits of moves into another class
	bases    []base    // by row, eight a lane of Top: where the moves from a place lead, less the column
	found    [2][]int  // by mover: when a row changed last
	tried    [2][]int  // by mover: when a row was computed last
	now      int
	late     bool     // a loss took 254 plies
	places   []uint16 // by column: the place of each piece of Top that is not home, three bits each
	list     []uint16 // columns whose pieces are on free places
	leapsTop *vector  // the pieces of Top that leaps are for
	leaps    [most][stages - 1][8][]uint16
}

// base is a row, or that of zeros, and what to add to a column.
type base struct{ row, shift int32 }

// A leap is the result of a move of Left at a column: the column after it, and above leapBits the place of the piece
// after it, or leaves if the move leads into another class.
const (
	leapBits = 13
	leaves   = 7
)

// merits ranks the value of a position for the player who moves there, higher for better; 0 is worse than any
// move. behind maps a merit to the value of the position behind the move. before maps the best merit of a
// position to the merit of a move to it, 0 for a loss in 254 plies: the kind byte cannot hold the win before it.
const draw = 128

var merits, behind, before = makeMerits()

func makeMerits() (merits, behind, before [256]byte) {
	merits, worths := fast.Merits(1)
	for v := range 255 {
		behind[merits[v]] = byte(v)
	}
	for m := range before {
		before[m] = merits[worths[m]]
	}
	return merits, behind, before
}

var _ fast.LayerEvaluator = (*scratch)(nil)

// EvaluateLayer implements [fast.LayerEvaluator]. The positions must be a class.
func (s *scratch) EvaluateLayer(dst []byte, first, count uint64, exits [][]byte) error {
	at := s.at(first)
	top, left := s.code(at, 0), s.code(at, 1)
	c := s.numbering.class(top, left)
	all := c.size
	if c.stored[0] && c.stored[1] {
		all *= 2
	}
	if c.first != first || uint64(len(dst)) < count || all != count {
		return fmt.Errorf("%d positions from #%d on are not all positions of a class", count, first)
	}
	if all == c.size { // who is not to move has won
		for n := range dst[:count] {
			dst[n] = 1
		}
		return nil
	}
	e := &s.evaluator
	e.enter(s.numbering, c)
	for mover, lanes := range e.lanes {
		for _, lane := range lanes {
			to := s.numbering.class(top+powers[s.lanes-1-lane]*(1-mover), left+powers[s.lanes-1-lane]*mover)
			values, err := s.valuesOf(to, uint8(1-mover), exits)
			if err != nil {
				return err
			}
			[]func(int, *class, []byte){e.exitTop, e.exitLeft}[mover](lane, to, values)
		}
	}
	for e.pass() {
	}
	if e.late {
		return fmt.Errorf("in the class from #%d on, a loss takes 254 plies, and the kind byte cannot hold the win before it", first)
	}
	e.store(dst)
	return nil
}

// valuesOf returns the values of the positions of a class with a player to move.
func (n *numbering) valuesOf(c *class, mover uint8, exits [][]byte) ([]byte, error) {
	at := n.sliceAt(c.first)
	from := c.first - n.list[at].first + c.offset(mover)
	if at >= len(exits) || uint64(len(exits[at])) < from+c.size {
		return nil, fmt.Errorf("the values of slice %d are missing", at)
	}
	return exits[at][from : from+c.size], nil
}

// enter makes a class the current one, with no position decided.
func (e *evaluator) enter(n *numbering, c *class) {
	e.numbering, e.class, e.columns, e.now, e.late = n, c, c.top.size, 1, false
	size := c.left.size * e.columns
	e.grid = sized(e.grid, size)
	for mover := range e.merits {
		e.merits[mover], e.exits[mover] = sized(e.merits[mover], size+e.columns), sized(e.exits[mover], size)
		clear(e.merits[mover])
		clear(e.exits[mover])
		for at := range e.merits[mover][:size] {
			e.merits[mover][at] = draw
		}
		e.found[mover], e.tried[mover] = sized(e.found[mover], c.left.size+1), sized(e.tried[mover], c.left.size)
		clear(e.found[mover])
		clear(e.tried[mover])
		e.lanes[mover] = e.lanes[mover][:0]
		for lane := range n.lanes {
			if []*vector{c.top, c.left}[mover].stages[lane] < stages-1 {
				e.lanes[mover] = append(e.lanes[mover], lane)
			}
		}
	}
	if e.leapsTop != c.top {
		e.leapsTop, e.leaps = c.top, [most][stages - 1][8][]uint16{}
		e.places = sized(e.places, e.columns)
		for column := range e.places {
			e.places[column] = 0
			for k, lane := range e.lanes[0] {
				e.places[column] |= uint16(c.top.placeIn(column, lane) << (3 * k))
			}
		}
	}
	e.bases = sized(e.bases, c.left.size*8*len(e.lanes[0]))
	for at := range e.bases {
		e.bases[at] = base{row: int32(c.left.size)}
	}
	for row := range c.left.size {
		for k, lane := range e.lanes[0] {
			for place := range c.top.points[lane] {
				if to, after := e.step(row, lane, place); after >= 0 {
					e.bases[8*(row*len(e.lanes[0])+k)+place] = base{int32(to), int32((after - place) * c.top.stride[lane])}
				}
			}
		}
	}
}

// sized returns an array of n elements, the old one if it is large enough.
func sized[T any](old []T, n int) []T {
	if cap(old) < n {
		return make([]T, n)
	}
	return old[:n]
}

// placeIn returns the place of the piece of a lane in a row or column.
func (v *vector) placeIn(row, lane int) int { return row / v.stride[lane] % len(v.points[lane]) }

// leap returns the leaps of Left's piece on a lane from a place, by column.
func (e *evaluator) leap(lane, place int) []uint16 {
	table := &e.leaps[lane][e.left.stages[lane]][place]
	if *table != nil {
		return *table
	}
	*table = make([]uint16, e.columns)
	p := position{mover: 1}
	p.at[1][lane] = e.left.points[lane][place]
	for column := range *table {
		for by := range e.numbering.lanes {
			p.at[0][by] = e.top.points[by][e.top.placeIn(column, by)]
		}
		to, _ := e.numbering.move(p, lane)
		result, after := 0, e.left.place(lane, to.at[1][lane])
		for by := range e.numbering.lanes {
			result += e.top.stride[by] * e.top.place(by, to.at[0][by])
		}
		if after < 0 {
			after = leaves
		}
		(*table)[column] = uint16(after<<leapBits | result)
	}
	return *table
}

// step returns the row after a move of Top's piece on a lane from a place in a row, and its place after it,
// below 0 if the move leads into another class.
func (e *evaluator) step(row, lane, place int) (to, after int) {
	p := position{}
	for by := range e.numbering.lanes {
		p.at[1][by] = e.left.points[by][e.left.placeIn(row, by)]
	}
	p.at[0][lane] = e.top.points[lane][place]
	q, _ := e.numbering.move(p, lane)
	for by := range e.numbering.lanes {
		if q.at[1][by] != p.at[1][by] { // to place 0
			row -= e.left.stride[by] * e.left.placeIn(row, by)
		}
	}
	return row, e.top.place(lane, q.at[0][lane])
}

// columnsOf lists the columns whose pieces are on free places, in ascending order.
func (e *evaluator) columnsOf(free [most]uint8) []uint16 {
	list := append(e.list[:0], 0)
	for lane, places := range free[:e.numbering.lanes] {
		old := len(list)
		for _, column := range list[:old] {
			for left := places; left != 0; left &= left - 1 {
				list = append(list, column+uint16(bits.TrailingZeros8(left)*e.top.stride[lane]))
			}
		}
		list = list[:copy(list, list[old:])]
	}
	e.list = list
	return list
}

// exitTop raises the merits of exits by those of the moves of Top's piece on a lane into another class, where
// it is on place 0.
func (e *evaluator) exitTop(lane int, to *class, values []byte) {
	for row := range e.left.size {
		free := e.numbering.free(to, row)
		lower := 1
		for _, places := range free[lane+1 : e.numbering.lanes] {
			lower *= bits.OnesCount8(places)
		}
		wide := lower * bits.OnesCount8(free[lane])
		free[lane] = 1
		line, list := e.grid[row*e.columns:][:e.columns], e.columnsOf(free)
		for run := values[to.rows[row]:to.rows[row+1]]; len(run) > 0; run = run[wide:] {
			for n, v := range run[:lower] {
				line[list[n]] = merits[v]
			}
			list = list[lower:]
		}
	}
	for row := range e.left.size {
		free := e.numbering.free(e.class, row)
		places := free[lane]
		free[lane] = 1
		list := e.columnsOf(free)
		for ; places != 0; places &= places - 1 {
			place := bits.TrailingZeros8(places)
			result, after := e.step(row, lane, place)
			if after >= 0 {
				continue
			}
			line, best := e.grid[result*e.columns:][:e.columns], e.exits[0][row*e.columns+place*e.top.stride[lane]:]
			for _, column := range list {
				best[column] = max(best[column], line[column])
			}
		}
	}
}

// exitLeft raises the merits of exits by those of the moves of Left's piece on a lane into another class, where it is on
// place 0.
func (e *evaluator) exitLeft(lane int, to *class, values []byte) {
	stride, size := e.left.stride[lane], len(e.left.points[lane])
	line := e.grid[:e.columns]
	for upper := range e.left.size / (stride * size) {
		for lower := range stride {
			result := upper*stride*len(to.left.points[lane]) + lower
			list := e.columnsOf(e.numbering.free(to, result))
			for n, v := range values[to.rows[result]:to.rows[result+1]] {
				line[list[n]] = merits[v]
			}
			for place := range size {
				leaps, row := e.leap(lane, place), (upper*size+place)*stride+lower
				best := e.exits[1][row*e.columns:][:e.columns]
				for _, column := range e.columnsOf(e.numbering.free(e.class, row)) {
					if leap := leaps[column]; leap>>leapBits == leaves {
						best[column] = max(best[column], line[leap&(1<<leapBits-1)])
					}
				}
			}
		}
	}
}

// pass computes the rows that may change, from the last one back, and reports whether any changed.
func (e *evaluator) pass() (changed bool) {
	for row := e.left.size - 1; row >= 0; row-- {
		var list []uint16
		for mover := 1; mover >= 0; mover-- {
			var aims [8 * most]int32
			newest := 1
			if mover == 1 {
				newest = e.aimLeft(row, &aims)
			} else {
				newest = e.aimTop(row, &aims)
			}
			if newest <= e.tried[mover][row] {
				continue
			}
			if list == nil {
				list = e.columnsOf(e.numbering.free(e.class, row))
			}
			e.now++
			e.tried[mover][row] = e.now
			if mover == 1 && e.moveLeft(row, list, &aims) || mover == 0 && e.moveTop(row, list, &aims) {
				e.found[mover][row], changed = e.now, true
			}
		}
	}
	return changed
}

// aimLeft stores where the rows begin that moves of Left lead to from a row, eight places a lane, and returns
// when one of them changed last.
func (e *evaluator) aimLeft(row int, aims *[8 * most]int32) (newest int) {
	newest = 1
	for k, lane := range e.lanes[1] {
		at := e.left.placeIn(row, lane)
		for place := range 8 {
			to := e.left.size // moves from here lead to no such place, or into another class
			if place > at && place < len(e.left.points[lane]) {
				to = row + (place-at)*e.left.stride[lane]
			}
			aims[8*k+place] = int32(to * e.columns)
			newest = max(newest, e.found[0][to])
		}
	}
	return newest
}

// aimTop stores where moves of Top lead to from a row, less the column, eight places a lane, and returns when one of
// the rows changed last.
func (e *evaluator) aimTop(row int, aims *[8 * most]int32) (newest int) {
	newest = 1
	size := 8 * len(e.lanes[0])
	for n, b := range e.bases[row*size:][:size] {
		aims[n] = b.row*int32(e.columns) + b.shift
		newest = max(newest, e.found[1][b.row])
	}
	return newest
}

// moveLeft computes the merits of a row with Left to move, and reports whether any changed.
func (e *evaluator) moveLeft(row int, list []uint16, aims *[8 * most]int32) (changed bool) {
	var tables [most][]uint16
	for k, lane := range e.lanes[1] {
		tables[k] = e.leap(lane, e.left.placeIn(row, lane))
	}
	moves, grid := tables[:len(e.lanes[1])], e.merits[0]
	exits, line := e.exits[1][row*e.columns:][:e.columns], e.merits[1][row*e.columns:][:e.columns]
	for _, column := range list {
		best := exits[column]
		for k, table := range moves {
			leap := table[column]
			best = max(best, grid[aims[8*k+int(leap>>leapBits)]+int32(leap&(1<<leapBits-1))])
		}
		if m := before[best]; m != line[column] {
			line[column], changed, e.late = m, true, e.late || m == 0
		}
	}
	return changed
}

// moveTop computes the merits of a row with Top to move, and reports whether any changed.
func (e *evaluator) moveTop(row int, list []uint16, aims *[8 * most]int32) (changed bool) {
	grid, size := e.merits[1], 8*len(e.lanes[0])
	exits, line := e.exits[0][row*e.columns:][:e.columns], e.merits[0][row*e.columns:][:e.columns]
	for _, column := range list {
		best, places := exits[column], e.places[column]
		for lane := 0; lane < size; lane += 8 {
			best = max(best, grid[aims[lane+int(places&7)]+int32(column)])
			places >>= 3
		}
		if m := before[best]; m != line[column] {
			line[column], changed, e.late = m, true, e.late || m == 0
		}
	}
	return changed
}

// store stores the values of the class.
func (e *evaluator) store(dst []byte) {
	for row := range e.left.size {
		list := e.columnsOf(e.numbering.free(e.class, row))
		for mover, grid := range e.merits {
			line, to := grid[row*e.columns:][:e.columns], dst[e.offset(uint8(mover))+uint64(e.rows[row]):][:len(list)]
			for n, column := range list {
				to[n] = behind[line[column]]
			}
		}
	}
}
