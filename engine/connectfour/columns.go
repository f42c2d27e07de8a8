package connectfour

import (
	"math/bits"
	"slices"
	"sort"

	"github.com/foregone-db/foregone/engine"
)

// columns numbers the positions of a board by the contents of its columns. A position has a code:
// the bits of its columns as in keys, with the pieces of X set whoever is to move. The left half
// takes the low bits, the right half the high ones.
//
// A layer is all positions with the same number of pieces. The heights of all columns and the
// number of X in the right half divide it into runs. The filling of the right half divides a run
// into rows. A row is a bitmap of the fillings of the left half. A bit is set if the position has
// no four in a line. The index is the number of set bits before it. Of two mirrored sets of
// heights, only one has runs. If heights are their own mirror image, twins have separate indices.
//
// Only whole lines show whether a four crosses the halves. For each part of a line in one colour, a
// bitmap holds the fillings of the left half that have it. Rows of right halves with the rest of
// the line exclude these fillings. So the bitmaps of 10^9 positions take a second or two.
type columns struct {
	*rules
	left, right *half
	layers      []layer
	starts      []uint32 // by pair of profiles and number of X on the right: the run's first word in its layer
	total       uint64
}

// layer is all positions with the same number of pieces.
type layer struct {
	pieces, x int
	runs      []run
	words     []uint64
	before    []uint32 // by pair of words: the number of positions before it
	first     uint64   // index
	size      uint64
}

// run is all positions with the same heights and the same number of X in the right half.
type run struct {
	first       uint32 // word
	left, right uint16 // profiles
	x           uint8  // in the right half
}

// place is the location of a position in its layer.
type place struct {
	word uint32
	bit  uint8
}

// mostBits is the maximum number of bits of a board, width·(height+1). Larger boards have more than
// 2^32 places for positions with as many X as O or one more and without four in a column.
const mostBits = 36

// newColumns numbers the positions of a board. It refuses other lines than 4 and boards that are
// too large.
func newColumns(r *rules) (*columns, error) {
	if r.line != 4 {
		return nil, engine.InputErrorf("ranked=true needs lines of 4, not %d: leave it out", r.line)
	}
	if r.width*r.column > mostBits {
		return nil, engine.InputErrorf("a board of %d by %d is too large for ranked=true: want width·(height+1) at most %d", r.width, r.height, mostBits)
	}
	k := &columns{rules: r}
	lines := k.crosses()
	var parts [2][]uint32
	for _, c := range lines {
		parts[0], parts[1] = append(parts[0], c.left), append(parts[1], c.right)
	}
	k.left = newHalf(k.leftColumns(), r.height, parts[0])
	k.right = newHalf(r.width-k.leftColumns(), r.height, parts[1])
	k.left.makeSets(len(lines))
	k.makeRuns()
	for n := range k.layers {
		k.fill(&k.layers[n])
		k.layers[n].first = k.total
		k.total += k.layers[n].size
	}
	return k, nil
}

// leftColumns returns the number of columns in the left half.
func (r *rules) leftColumns() int { return (r.width + 1) / 2 }

// crosses lists the lines of four with cells in both halves.
func (k *columns) crosses() (list []cross) {
	border := k.leftColumns() * k.column
	for _, step := range k.steps {
		for first := range k.width * k.column {
			line, ok := uint64(0), true
			for n := range k.line {
				bit := first + n*step
				ok = ok && bit < 64 && k.cells>>bit&1 != 0
				line |= 1 << (bit & 63)
			}
			if left, right := uint32(line&(1<<border-1)), uint32(line>>border); ok && left != 0 && right != 0 {
				list = append(list, cross{left, right})
			}
		}
	}
	return list
}

// makeRuns divides the layers into runs.
func (k *columns) makeRuns() {
	cells := k.width * k.height
	k.layers = make([]layer, cells)
	for n := range k.layers {
		k.layers[n] = layer{pieces: n, x: (n + 1) / 2}
	}
	words := make([]uint32, cells)
	k.starts = make([]uint32, k.left.profiles*k.right.profiles*(k.right.most+1))
	for l := range k.left.profiles {
		for r := range k.right.profiles {
			heights := append(k.left.heights(l), k.right.heights(r)...)
			n := 0
			for _, height := range heights {
				n += height
			}
			if n == cells || side(heights) > 0 {
				continue
			}
			for x := range k.right.most + 1 {
				rows, row := len(k.right.class(r, x).codes), k.row(l, k.layers[n].x-x)
				if rows == 0 || row == 0 {
					continue
				}
				k.starts[k.start(l, r, x)] = words[n]
				k.layers[n].runs = append(k.layers[n].runs, run{words[n], uint16(l), uint16(r), uint8(x)})
				words[n] += uint32(rows * row)
			}
		}
	}
	for n := range k.layers {
		l := &k.layers[n]
		l.words = make([]uint64, (words[n]+1)&^1)
		l.before = make([]uint32, len(l.words)/2+1)
	}
}

// side compares heights with their mirror image: they have runs unless it is positive, and are
// their own mirror image if it is 0.
func side(heights []int) int {
	mirrored := slices.Clone(heights)
	slices.Reverse(mirrored)
	return slices.Compare(heights, mirrored)
}

// row returns the words of a row: the bitmap of a left profile's fillings with x X.
func (k *columns) row(left, x int) int {
	if x < 0 || x > k.left.most {
		return 0
	}
	return k.left.class(left, x).words()
}

// start returns the index of a run in starts.
func (k *columns) start(left, right, x int) int {
	return (left*k.right.profiles+right)*(k.right.most+1) + x
}

// fill makes the bitmaps of a layer.
func (k *columns) fill(l *layer) {
	for _, r := range l.runs {
		c := k.left.class(int(r.left), l.x-int(r.x))
		n := c.words()
		first := int(r.first)
		for _, lines := range k.right.class(int(r.right), int(r.x)).lines {
			row := l.words[first:][:n]
			for i := range row {
				row[i] = ^uint64(0)
			}
			row[n-1] >>= (64 - len(c.codes)%64) % 64
			for lines &= c.any; lines != 0; lines &= lines - 1 {
				for i, w := range c.with[bits.TrailingZeros64(lines)] {
					row[i] &^= w
				}
			}
			first += n
		}
	}
	n := uint32(0)
	for w := 0; w < len(l.words); w += 2 {
		l.before[w/2] = n
		n += uint32(bits.OnesCount64(l.words[w]) + bits.OnesCount64(l.words[w+1]))
	}
	l.before[len(l.words)/2] = n
	l.size = uint64(n)
}

// code returns the code of a key.
func (k *columns) code(key uint64) uint64 {
	own, all := k.split(key)
	if bits.OnesCount64(all)%2 != 0 {
		own = all &^ own
	}
	return all + k.bottom + own
}

// find returns the place of a code in a layer. It returns false if the code has four in a line. The
// heights of the code must have runs.
func (k *columns) find(l *layer, code uint64) (place, bool) {
	a := k.left.of[code&(1<<k.left.bits-1)]
	b := k.right.of[code>>k.left.bits]
	if a.at == noFilling || b.at == noFilling {
		return place{}, false
	}
	row := uint32(k.left.class(int(a.profile), int(a.x)).words())
	p := place{k.starts[k.start(int(a.profile), int(b.profile), int(b.x))] + b.at*row + a.at/64, uint8(a.at % 64)}
	return p, l.words[p.word]>>p.bit&1 != 0
}

// rank returns the number of positions in the layer before a place.
func (l *layer) rank(p place) uint64 {
	return uint64(l.wordRank(p.word)) + uint64(bits.OnesCount64(l.words[p.word]&(1<<(p.bit&63)-1)))
}

// wordRank returns the number of positions in the layer before a word.
func (l *layer) wordRank(word uint32) uint32 {
	odd := -uint64(word & 1)
	return l.before[word>>1] + uint32(bits.OnesCount64(l.words[word&^1]&odd))
}

// at returns the place of the position with a rank.
func (l *layer) at(rank uint64) place {
	pair := sort.Search(len(l.before)-1, func(n int) bool { return uint64(l.before[n+1]) > rank })
	word, left := uint32(2*pair), int(rank-uint64(l.before[pair]))
	if n := bits.OnesCount64(l.words[word]); left >= n {
		word, left = word+1, left-n
	}
	set := l.words[word]
	for range left {
		set &= set - 1
	}
	return place{word, uint8(bits.TrailingZeros64(set))}
}

// runOf returns the number of the run that contains a word.
func (l *layer) runOf(word uint32) int {
	return sort.Search(len(l.runs), func(n int) bool { return l.runs[n].first > word }) - 1
}

// codeAt returns the code at a place.
func (k *columns) codeAt(l *layer, p place) uint64 {
	r := &l.runs[l.runOf(p.word)]
	c := k.left.class(int(r.left), l.x-int(r.x))
	row := p.word - r.first
	n := uint32(c.words())
	code := uint64(k.right.class(int(r.right), int(r.x)).codes[row/n])
	return code<<k.left.bits | uint64(c.codes[row%n*64+uint32(p.bit)])
}

// bytes returns the memory of the numbering in bytes.
func (k *columns) bytes() (n uint64) {
	for i := range k.layers {
		l := &k.layers[i]
		n += 8*uint64(len(l.words)) + 4*uint64(len(l.before)) + 12*uint64(len(l.runs))
	}
	for _, h := range []*half{k.left, k.right} {
		n += 8 * uint64(len(h.of))
		for i := range h.classes {
			c := &h.classes[i]
			n += 12 * uint64(len(c.codes))
			for _, w := range c.with {
				n += 24 + 8*uint64(len(w))
			}
		}
	}
	return n + 4*uint64(len(k.starts))
}
