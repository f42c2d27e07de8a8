package placement

import (
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine"
)

// maxSymmetries is the largest order of a group of symmetries.
const maxSymmetries = 64

const partBits = 8 // of a set, in tables of images

// Symmetries is a group of permutations of the squares. Symmetry 0 is the identity. Symmetries are
// safe for concurrent use.
type Symmetries struct {
	Order   int
	turns   [][]uint8
	inverse []uint8
	images  [][]uint64 // by symmetry, then by part of a set and its byte
	parts   int
}

// NewSymmetries returns the group of the given generators, of order at most 64. A generator maps
// square s to its element s. An error about the generators is an [engine.InputError].
func NewSymmetries(squares int, generators [][]int) (*Symmetries, error) {
	identity := make([]uint8, squares)
	for s := range identity {
		identity[s] = uint8(s)
	}
	y := &Symmetries{turns: [][]uint8{identity}, parts: (squares + partBits - 1) / partBits}
	for n, g := range generators {
		if !isPermutation(g, squares) {
			return nil, engine.InputErrorf("symmetry %d: want each square from 0 to %d once, got %v", n, squares-1, g)
		}
	}
	for at := 0; at < len(y.turns); at++ {
		for _, g := range generators {
			product := make([]uint8, squares)
			for s, to := range y.turns[at] {
				product[s] = uint8(g[to])
			}
			if y.find(product) < 0 {
				y.turns = append(y.turns, product)
			}
			if len(y.turns) > maxSymmetries {
				return nil, engine.InputErrorf("the symmetries generate a group of more than %d elements", maxSymmetries)
			}
		}
	}
	y.Order = len(y.turns)
	y.inverse = make([]uint8, y.Order)
	for s, turn := range y.turns {
		back := make([]uint8, squares)
		for from, to := range turn {
			back[to] = uint8(from)
		}
		y.inverse[s] = uint8(y.find(back))
	}
	y.fill(squares)
	return y, nil
}

func isPermutation(p []int, squares int) bool {
	seen := uint64(0)
	for _, s := range p {
		if s < 0 || s >= squares {
			return false
		}
		seen |= 1 << s
	}
	return len(p) == squares && bits.OnesCount64(seen) == squares
}

// find returns the number of a permutation, or -1.
func (y *Symmetries) find(turn []uint8) int {
	return slices.IndexFunc(y.turns, func(t []uint8) bool { return slices.Equal(t, turn) })
}

// fill makes the tables of images.
func (y *Symmetries) fill(squares int) {
	for _, turn := range y.turns {
		table := make([]uint64, y.parts<<partBits)
		for at := range table {
			part, set := at>>partBits, at&(1<<partBits-1)
			if square := part*partBits + bits.TrailingZeros(uint(set)); set != 0 && square < squares {
				table[at] = table[part<<partBits|set&(set-1)] | 1<<turn[square]
			}
		}
		y.images = append(y.images, table)
	}
}

// Turn returns the square to which symmetry s maps a square.
func (y *Symmetries) Turn(s, square int) int { return int(y.turns[s][square]) }

// Inverse returns the inverse of symmetry s.
func (y *Symmetries) Inverse(s int) int { return int(y.inverse[s]) }

// Image returns the image of a set under symmetry s.
func (y *Symmetries) Image(s int, set uint64) (image uint64) {
	table := y.images[s]
	for ; len(table) >= 1<<partBits; table, set = table[1<<partBits:], set>>partBits {
		image |= table[uint8(set)]
	}
	return image
}

// Least returns the least image of a set, and as bits the symmetries that give it.
func (y *Symmetries) Least(set uint64) (least, by uint64) {
	return y.LeastBy(^uint64(0)>>(maxSymmetries-y.Order), set)
}

// LeastBy returns the least image of a set under the symmetries in the bits by, and the bits of
// those that give it.
func (y *Symmetries) LeastBy(by, set uint64) (least, of uint64) {
	least = ^uint64(0)
	for ; by != 0; by &= by - 1 {
		switch image := y.Image(bits.TrailingZeros64(by), set); {
		case image < least:
			least, of = image, by&-by
		case image == least:
			of |= by & -by
		}
	}
	return least, of
}

// Unchanged returns the number of sets of k of the given squares that a permutation of them maps to
// themselves: those made of whole cycles.
func Unchanged(squares uint64, k int, turn func(square int) int) uint64 {
	ways := make([]uint64, k+1) // by number of squares
	ways[0] = 1
	for squares != 0 {
		cycle := uint64(0)
		for s := bits.TrailingZeros64(squares); cycle>>s&1 == 0; s = turn(s) {
			cycle |= 1 << s
		}
		squares &^= cycle
		for have, length := k, bits.OnesCount64(cycle); have >= length; have-- {
			ways[have] += ways[have-length]
		}
	}
	return ways[k]
}
