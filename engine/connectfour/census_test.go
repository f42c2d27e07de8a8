package connectfour

import (
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"
)

// census counts the positions that play from the start reaches, twins and finished ones included. It
// shares nothing with the engine.
//
// A layer is all positions with the same number of pieces. The heights of the columns and the number
// of X in the right half divide it into matrices of bits. A row is a filling of the right half
// without four in a line, a column such a filling of the left half. A drop into the right half maps
// rows to rows, one into the left half columns to columns, which are rows once the matrix is
// transposed. So a machine word holds 64 positions.
type census struct {
	left, right censusHalf
	crossing    [][2]uint32 // cells of the lines of four in both halves
	crossed     [2][]uint64 // by colour: the fillings of the left half with the cells of each crossing line
	pieces      int         // of the layer that is made
	from, to    censusLayer // the layer with a piece less, and this one
	unfinished  atomic.Uint64
	finished    atomic.Uint64
}

// censusLayer holds the matrices of a layer.
type censusLayer struct {
	starts []int // by pair of profiles and number of X on the right: the first word, or -1 if there is no matrix
	words  []uint64
}

// censusHalf holds the fillings of neighbouring columns. A filling is a number of height+1 bits for
// each column, the lowest cell first: the bits of X, and a bit above the top piece.
type censusHalf struct {
	columns, height int
	profiles        int // numbers of heights, with height+1 as base
	classes         []censusClass
	at              []int32 // by filling: its number in its class, or -1 if it has a four
}

// censusClass is all fillings with the same heights and the same number of X.
type censusClass struct {
	open, ended []uint32 // without a four, and with one
	crossed     [2]int   // the first word in census.crossed
}

func (c *censusClass) words() int { return (len(c.open) + 63) / 64 }

// newCensusHalf enumerates the fillings. lines are the lines of four within the half.
func newCensusHalf(columns, height int, lines []uint32) (h censusHalf) {
	h = censusHalf{columns: columns, height: height, profiles: 1, at: make([]int32, 1<<(columns*(height+1)))}
	for range columns {
		h.profiles *= height + 1
	}
	h.classes = make([]censusClass, h.profiles*(columns*height+1))
	for code := range uint32(len(h.at)) {
		h.at[code] = -1
		profile, x, ok := h.profileOf(code)
		if !ok {
			continue
		}
		c := h.class(profile, x)
		four := false
		for _, line := range lines {
			for colour := range 2 {
				four = four || h.pieces(code, colour)&line == line
			}
		}
		if four {
			c.ended = append(c.ended, code)
			continue
		}
		h.at[code] = int32(len(c.open))
		c.open = append(c.open, code)
	}
	return h
}

func (h *censusHalf) class(profile, x int) *censusClass {
	return &h.classes[profile*(h.columns*h.height+1)+x]
}

// profileOf returns the heights of a filling and its number of X; ok is false if a column is no filling.
func (h *censusHalf) profileOf(code uint32) (profile, x int, ok bool) {
	for n := range h.columns {
		column := code >> (n * (h.height + 1)) & (1<<(h.height+1) - 1)
		if column == 0 {
			return 0, 0, false
		}
		profile += (bits.Len32(column) - 1) * h.step(n)
		x += bits.OnesCount32(column) - 1
	}
	return profile, x, true
}

// step returns what a piece in a column adds to the profile.
func (h *censusHalf) step(column int) int {
	step := 1
	for range column {
		step *= h.height + 1
	}
	return step
}

// heightOf returns the height of a column in a profile.
func (h *censusHalf) heightOf(profile, column int) int {
	return profile / h.step(column) % (h.height + 1)
}

// total returns the number of pieces of a profile.
func (h *censusHalf) total(profile int) (n int) {
	for column := range h.columns {
		n += h.heightOf(profile, column)
	}
	return n
}

// pieces returns the cells with pieces of a colour, 0 for X and 1 for O.
func (h *censusHalf) pieces(code uint32, colour int) (cells uint32) {
	for n := range h.columns {
		column := code >> (n * (h.height + 1)) & (1<<(h.height+1) - 1)
		top := uint32(1) << (bits.Len32(column) - 1)
		x := column - top
		if colour == 1 {
			x ^= top - 1
		}
		cells |= x << (n * (h.height + 1))
	}
	return cells
}

// before returns the number of the filling without the top piece of a column, or -1 if that piece is
// not of the colour, or the filling had a four. height is that of the column.
func (h *censusHalf) before(code uint32, column, height, colour int) int32 {
	top := uint32(1) << (column*(h.height+1) + height - 1) // the cell of the piece
	if (code&top != 0) != (colour == 0) {
		return -1
	}
	return h.at[code&^(top<<1)|top]
}

// countReached returns the numbers of positions that play reaches. Full boards are finished.
func countReached(width, height int) (unfinished, finished uint64) {
	s := &census{}
	leftColumns := (width + 1) / 2
	border := leftColumns * (height + 1)
	var inLeft, inRight []uint32
	for first := range width * height {
		for _, step := range [][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}} {
			line, ok := uint64(0), true
			for n := range 4 {
				column, row := first/height+n*step[0], first%height+n*step[1]
				ok = ok && column < width && row >= 0 && row < height
				line |= 1 << uint(max(column*(height+1)+row, 0))
			}
			left, right := uint32(line&(1<<border-1)), uint32(line>>border)
			switch {
			case !ok:
			case right == 0:
				inLeft = append(inLeft, left)
			case left == 0:
				inRight = append(inRight, right)
			default:
				s.crossing = append(s.crossing, [2]uint32{left, right})
			}
		}
	}
	s.left, s.right = newCensusHalf(leftColumns, height, inLeft), newCensusHalf(width-leftColumns, height, inRight)
	s.setCrossed()
	s.to = s.newLayer(nil)
	s.to.words[0] = 1
	s.unfinished.Store(1)
	for s.pieces = 1; s.pieces <= width*height; s.pieces++ {
		reuse := s.from.words
		s.from = s.to
		s.to = s.newLayer(reuse)
		s.makeLayer()
	}
	return s.unfinished.Load(), s.finished.Load()
}

// setCrossed sets the bitmaps of the left half.
func (s *census) setCrossed() {
	for n := range s.left.classes {
		c := &s.left.classes[n]
		for colour := range 2 {
			c.crossed[colour] = len(s.crossed[colour])
			words := make([]uint64, len(s.crossing)*c.words())
			for i, code := range c.open {
				cells := s.left.pieces(code, colour)
				for at, line := range s.crossing {
					if cells&line[0] == line[0] {
						words[at*c.words()+i/64] |= 1 << (i % 64)
					}
				}
			}
			s.crossed[colour] = append(s.crossed[colour], words...)
		}
	}
}

// matrix names a matrix of a layer.
type matrix struct{ left, right, x int }

// start returns the index of a matrix in censusLayer.starts.
func (s *census) start(m matrix) int {
	return (m.left*s.right.profiles+m.right)*(s.right.columns*s.right.height+1) + m.x
}

// classes returns the fillings of a matrix of a layer; ok is false if there are none.
func (s *census) classes(m matrix, pieces int) (left, right *censusClass, ok bool) {
	x := (pieces+1)/2 - m.x
	if m.x < 0 || m.x > s.right.columns*s.right.height || x < 0 || x > s.left.columns*s.left.height {
		return nil, nil, false
	}
	left, right = s.left.class(m.left, x), s.right.class(m.right, m.x)
	return left, right, len(left.open) > 0 && len(right.open) > 0
}

// matrices calls f for each matrix of the layer that has fillings, those with a four included.
func (s *census) matrices(f func(m matrix)) {
	for l := range s.left.profiles {
		for r := range s.right.profiles {
			if s.left.total(l)+s.right.total(r) == s.pieces {
				for x := range s.right.columns*s.right.height + 1 {
					f(matrix{l, r, x})
				}
			}
		}
	}
}

// newLayer returns an empty layer. It takes the memory of reuse.
func (s *census) newLayer(reuse []uint64) (l censusLayer) {
	l.starts = make([]int, s.left.profiles*s.right.profiles*(s.right.columns*s.right.height+1))
	for n := range l.starts {
		l.starts[n] = -1
	}
	total := 0
	s.matrices(func(m matrix) {
		if left, right, ok := s.classes(m, s.pieces); ok {
			l.starts[s.start(m)] = total
			total += len(right.open) * left.words()
		}
	})
	if cap(reuse) < total {
		reuse = make([]uint64, total)
	}
	l.words = reuse[:total]
	clear(l.words)
	return l
}

// makeLayer plays all moves into the layer, and counts the positions.
func (s *census) makeLayer() {
	todo := make(chan matrix)
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			w := &censusWorker{census: s}
			for m := range todo {
				w.make(m)
			}
			if s.pieces == (s.left.columns+s.right.columns)*s.left.height {
				w.unfinished, w.finished = 0, w.finished+w.unfinished
			}
			s.unfinished.Add(w.unfinished)
			s.finished.Add(w.finished)
		})
	}
	s.matrices(func(m matrix) { todo <- m })
	close(todo)
	all.Wait()
}

// censusWorker makes matrices, and counts their positions.
type censusWorker struct {
	*census
	row, turned, sources []uint64
	unfinished, finished uint64
}

// make makes a matrix from those of the layer before.
func (w *censusWorker) make(m matrix) {
	x := (w.pieces+1)/2 - m.x
	if x < 0 || x > w.left.columns*w.left.height {
		return
	}
	left, right, colour := w.left.class(m.left, x), w.right.class(m.right, m.x), 1-w.pieces%2
	words := left.words()
	to := w.to.matrix(w.start(m), len(right.open)*words)
	w.row = sized(w.row, words)
	w.fromRight(m, right, to, colour)
	w.fromLeft(m, left, len(right.open), to, colour)
	if to == nil {
		return
	}
	for n, code := range right.open {
		row := to[n*words:][:words]
		cells := w.right.pieces(code, colour)
		clear(w.row)
		for at, line := range w.crossing {
			if cells&line[1] == line[1] {
				or(w.row, w.crossed[colour][left.crossed[colour]+at*words:])
			}
		}
		for i, fours := range w.row {
			w.finished += uint64(bits.OnesCount64(row[i] & fours))
			row[i] &^= fours
			w.unfinished += uint64(bits.OnesCount64(row[i]))
		}
	}
}

// fromRight plays the drops into the right half.
func (w *censusWorker) fromRight(m matrix, right *censusClass, to []uint64, colour int) {
	words := len(w.row)
	for n, code := range right.open {
		for column := range w.right.columns {
			w.orRow(to[n*words:][:words], m, code, column, colour)
		}
	}
	for _, code := range right.ended {
		clear(w.row)
		for column := range w.right.columns {
			w.orRow(w.row, m, code, column, colour)
		}
		for _, word := range w.row {
			w.finished += uint64(bits.OnesCount64(word))
		}
	}
}

// orRow adds the positions that a drop into a column of the right half leads to.
func (w *censusWorker) orRow(row []uint64, m matrix, code uint32, column, colour int) {
	height := w.right.heightOf(m.right, column)
	if height == 0 {
		return
	}
	at := w.right.before(code, column, height, colour)
	if at < 0 {
		return
	}
	if from := w.from.matrix(w.start(matrix{m.left, m.right - w.right.step(column), m.x - 1 + colour}), 0); from != nil {
		or(row, from[int(at)*len(row):])
	}
}

// fromLeft plays the drops into the left half, on transposed matrices.
func (w *censusWorker) fromLeft(m matrix, left *censusClass, rows int, to []uint64, colour int) {
	words := (rows + 63) / 64
	w.turned = sized(w.turned, (len(left.open)+len(left.ended))*words)
	clear(w.turned)
	for column := range w.left.columns {
		height := w.left.heightOf(m.left, column)
		if height == 0 {
			continue
		}
		before := matrix{m.left - w.left.step(column), m.right, m.x}
		from := w.from.matrix(w.start(before), 0)
		if from == nil {
			continue
		}
		class, _, _ := w.classes(before, w.pieces-1)
		w.sources = sized(w.sources, len(class.open)*words)
		transpose(w.sources, from, rows, len(class.open))
		for part, codes := range [][]uint32{left.open, left.ended} {
			for n, code := range codes {
				if at := w.left.before(code, column, height, colour); at >= 0 {
					or(w.turned[(n+part*len(left.open))*words:][:words], w.sources[int(at)*words:])
				}
			}
		}
	}
	open := len(left.open) * words
	for _, word := range w.turned[open:] {
		w.finished += uint64(bits.OnesCount64(word))
	}
	if to != nil {
		w.sources = sized(w.sources, len(to))
		transpose(w.sources, w.turned[:open], len(left.open), rows)
		or(to, w.sources)
	}
}

// matrix returns the words of a matrix, or those from it on if n is 0, or nil if there is no such matrix.
func (l *censusLayer) matrix(start, n int) []uint64 {
	if start < 0 || start >= len(l.starts) || l.starts[start] < 0 {
		return nil
	}
	from := l.words[l.starts[start]:]
	if n > 0 {
		return from[:n]
	}
	return from
}

func sized(b []uint64, n int) []uint64 {
	if cap(b) < n {
		b = make([]uint64, n)
	}
	return b[:n]
}

func or(dst, src []uint64) {
	for n, word := range src[:len(dst)] {
		dst[n] |= word
	}
}

// transpose writes a matrix of rows by columns bits transposed to dst. Rows begin at words.
func transpose(dst, src []uint64, rows, columns int) {
	wide, high := (columns+63)/64, (rows+63)/64
	var block [64]uint64
	for y := range high {
		for x := range wide {
			n := min(64, rows-64*y)
			for i := range n {
				block[i] = src[(64*y+i)*wide+x]
			}
			clear(block[n:])
			for half, mask := 32, uint64(1<<32-1); half > 0; half, mask = half/2, mask^mask<<(half/2) {
				for i := 0; i < 64; i = (i + half + 1) &^ half {
					swap := (block[i]>>half ^ block[i+half]) & mask
					block[i] ^= swap << half
					block[i+half] ^= swap
				}
			}
			for i := range min(64, columns-64*x) {
				dst[(64*x+i)*high+y] = block[i]
			}
		}
	}
}
