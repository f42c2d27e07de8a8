package connectfour

import (
	"math/bits"
	"sync"
)

// half is the left or the right half of a board's columns. Its contents have a code: the bits of
// the columns as in keys, with the pieces of X set whoever is to move.
type half struct {
	bits     int       // bits of a code
	parts    []uint32  // this half's cells of the crossing lines
	profiles int       // combinations of heights
	step     []int     // by column: the step in the profile number per piece
	of       []filling // by code
	classes  []class   // by profile and number of X: see class
	most     int       // upper bound on the number of X
}

// filling is the class and number of a code. Codes with four in a line have none.
type filling struct {
	at      uint32 // its number in its class (of the left half: the spot of its bit in a row), or noFilling
	profile uint16
	x       uint8
}

const noFilling = ^uint32(0)

// class is all fillings of a profile with the same number of X, in ascending order of code.
//
// All but the codes are made when a run of it is counted or filled first: see withLines.
type class struct {
	codes []uint32
	once  sync.Once
	// lines has, by filling, the lines that cross into the other half and whose part in this half has
	// one colour.
	lines []lineSet
	// with has the bitmap of the fillings by line, first those of X. Only the left half uses it.
	with [][]uint64
	// rows has the number of fillings by their lines. Only the right half uses it.
	rows map[lineSet]uint64
}

// lineSet is a set of crossing lines in each colour, a bit a line.
type lineSet struct{ x, o uint64 }

func (s lineSet) and(t lineSet) lineSet { return lineSet{s.x & t.x, s.o & t.o} }

// words returns the number of words in a bitmap of the fillings, and blocks that of the blocks in a row.
func (c *class) words() int  { return (len(c.codes) + 63) / 64 }
func (c *class) blocks() int { return (c.words() + blockWords - 1) / blockWords }

// cross is a line of four with cells in both halves, as bits of codes.
type cross struct{ left, right uint32 }

// newHalf lists the fillings of the given number of columns and rows. parts holds this half's cells
// of the crossing lines. spots is for the left half, in which the numbers of fillings are spots.
func newHalf(columns, rows int, parts []uint32, spots bool) *half {
	column := rows + 1
	h := &half{bits: columns * column, parts: parts, profiles: 1, most: columns * rows}
	for range columns {
		h.step = append(h.step, h.profiles)
		h.profiles *= column
	}
	h.of = make([]filling, 1<<h.bits)
	h.classes = make([]class, h.profiles*(h.most+1))
	for code := range h.of {
		f := &h.of[code]
		f.at = noFilling
		profile, x, o, ok := h.read(uint32(code))
		n := bits.OnesCount32(x)
		if !ok || n > 3 && four(x, column) || four(o, column) {
			continue
		}
		c := h.class(profile, n)
		*f = filling{uint32(len(c.codes)), uint16(profile), uint8(n)}
		if spots {
			f.at = spotOf(f.at)
		}
		c.codes = append(c.codes, uint32(code))
	}
	return h
}

// column returns the bits of a column.
func (h *half) column() int { return h.bits / max(len(h.step), 1) }

// class returns the fillings of a profile with x X.
func (h *half) class(profile, x int) *class { return &h.classes[profile*(h.most+1)+x] }

// read decodes a code. It returns false if a column has no bit above its pieces.
func (h *half) read(code uint32) (profile int, x, o uint32, ok bool) {
	column := h.column()
	for n, step := range h.step {
		rest := code >> (n * column) & (1<<column - 1)
		if rest == 0 {
			return 0, 0, 0, false
		}
		height := bits.Len32(rest) - 1
		profile += height * step
		all := uint32(1)<<height - 1
		x |= rest & all << (n * column)
		o |= all &^ rest << (n * column)
	}
	return profile, x, o, true
}

// four reports whether a set of cells has four in a line.
func four(set uint32, column int) bool {
	for _, step := range [4]int{1, column, column + 1, column - 1} {
		if two := set & (set >> step); two&(two>>(2*step)) != 0 {
			return true
		}
	}
	return false
}

// withLines returns a class with the lines of its fillings, and with its bitmaps by line or, of a right half, the counts of its rows.
func (h *half) withLines(c *class, right bool) *class {
	c.once.Do(func() {
		c.lines = make([]lineSet, len(c.codes))
		c.with, c.rows = make([][]uint64, 2*len(h.parts)), map[lineSet]uint64{}
		for at, code := range c.codes {
			set := &c.lines[at]
			_, x, o, _ := h.read(code)
			for i, part := range h.parts {
				if x&part == part {
					set.x |= 1 << i
				}
				if o&part == part {
					set.o |= 1 << i
				}
			}
			if right {
				c.rows[*set]++
				continue
			}
			c.eachWith(*set, func(w *[]uint64) {
				if *w == nil {
					*w = make([]uint64, c.words())
				}
				(*w)[at/64] |= 1 << (at % 64)
			})
		}
	})
	return c
}

// union returns the union of all fillings' lines.
func (c *class) union() (s lineSet) {
	half := len(c.with) / 2
	for i, x := range c.with[:half] {
		if x != nil {
			s.x |= 1 << i
		}
		if c.with[half+i] != nil {
			s.o |= 1 << i
		}
	}
	return s
}

// eachWith calls f with the bitmap of each line of a set.
func (c *class) eachWith(s lineSet, f func(w *[]uint64)) {
	for x := s.x; x != 0; x &= x - 1 {
		f(&c.with[bits.TrailingZeros64(x)])
	}
	for o := s.o; o != 0; o &= o - 1 {
		f(&c.with[len(c.with)/2+bits.TrailingZeros64(o)])
	}
}

// fill makes a row: the bitmap of the fillings without any of some lines.
func (c *class) fill(row []uint64, lines lineSet) {
	for i := range row {
		row[i] = ^uint64(0)
	}
	row[len(row)-1] >>= (64 - len(c.codes)%64) % 64
	c.eachWith(lines, func(w *[]uint64) {
		for i, set := range *w {
			row[i] &^= set
		}
	})
}

// counter returns the function without, which remembers its answers.
func (c *class) counter() func(lines lineSet) int {
	counts, union := map[lineSet]int{}, c.union()
	return func(lines lineSet) int {
		lines = lines.and(union)
		count, ok := counts[lines]
		if !ok {
			count = c.without(lines)
			counts[lines] = count
		}
		return count
	}
}

// without counts the fillings without any of some lines.
func (c *class) without(lines lineSet) (n int) {
	var sets [64][]uint64
	list := sets[:0]
	c.eachWith(lines, func(w *[]uint64) { list = append(list, *w) })
	for i := range c.words() {
		excluded := uint64(0)
		for _, set := range list {
			excluded |= set[i]
		}
		n += bits.OnesCount64(excluded)
	}
	return len(c.codes) - n
}

// tops returns the bits above the pieces of a profile.
func (h *half) tops(profile int) (set uint64) {
	for n, step := range h.step {
		set |= 1 << (n*h.column() + profile/step%h.column())
	}
	return set
}
