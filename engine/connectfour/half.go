package connectfour

import "math/bits"

// half is the left or the right half of a board's columns. Its contents have a code: the bits of
// the columns as in keys, with the pieces of X set whoever is to move.
type half struct {
	bits     int       // bits of a code
	profiles int       // combinations of heights
	step     []int     // by column: the step in the profile number per piece
	of       []filling // by code
	classes  []class   // by profile and number of X: see class
	most     int       // upper bound on the number of X
}

// filling is the class and number of a code. Codes with four in a line have none.
type filling struct {
	at      uint32 // its number in its class, or noFilling
	profile uint16
	x       uint8
}

const noFilling = ^uint32(0)

// class is all fillings of a profile with the same number of X, in ascending order of code.
type class struct {
	codes []uint32
	// lines has, by filling, two bits for each line that crosses into the other half, one a colour.
	// A bit is set if this half's part of the line has that colour.
	lines []uint64
	// with[b] is the bitmap of the fillings whose lines have bit b. Only the left half uses it.
	with [][]uint64
	any  uint64 // the union of all fillings' bits
}

// words returns the number of words in a bitmap of the fillings.
func (c *class) words() int { return (len(c.codes) + 63) / 64 }

// cross is a line of four with cells in both halves, as bits of codes.
type cross struct{ left, right uint32 }

// newHalf lists the fillings of the given number of columns and rows. parts holds this half's cells
// of the crossing lines.
func newHalf(columns, rows int, parts []uint32) *half {
	column := rows + 1
	h := &half{bits: columns * column, profiles: 1, most: columns * rows}
	for range columns {
		h.step = append(h.step, h.profiles)
		h.profiles *= column
	}
	h.of = make([]filling, 1<<h.bits)
	h.classes = make([]class, h.profiles*(h.most+1))
	for code := range h.of {
		f := &h.of[code]
		f.at = noFilling
		profile, x, o, ok := h.read(uint32(code), column)
		if !ok || four(x, column) || four(o, column) {
			continue
		}
		n := bits.OnesCount32(x)
		c := h.class(profile, n)
		*f = filling{uint32(len(c.codes)), uint16(profile), uint8(n)}
		lines := uint64(0)
		for i, part := range parts {
			if x&part == part {
				lines |= 1 << (2 * i)
			}
			if o&part == part {
				lines |= 2 << (2 * i)
			}
		}
		c.codes, c.lines = append(c.codes, uint32(code)), append(c.lines, lines)
	}
	return h
}

// class returns the fillings of a profile with x X.
func (h *half) class(profile, x int) *class { return &h.classes[profile*(h.most+1)+x] }

// read decodes a code. It returns false if a column has no bit above its pieces.
func (h *half) read(code uint32, column int) (profile int, x, o uint32, ok bool) {
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

// makeSets makes the bitmaps by line of all classes.
func (h *half) makeSets(lines int) {
	for i := range h.classes {
		c := &h.classes[i]
		c.with = make([][]uint64, 2*lines)
		for at, set := range c.lines {
			c.any |= set
			for ; set != 0; set &= set - 1 {
				w := &c.with[bits.TrailingZeros64(set)]
				if *w == nil {
					*w = make([]uint64, c.words())
				}
				(*w)[at/64] |= 1 << (at % 64)
			}
		}
	}
}

// heights returns the heights of the columns of a profile.
func (h *half) heights(profile int) []int {
	list := make([]int, len(h.step))
	for n := range list {
		list[n] = profile / h.step[n] % (h.bits / len(h.step))
	}
	return list
}
