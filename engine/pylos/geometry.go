package pylos

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine"
)

// most is the number of places of the largest pyramid: 16, 9, 4 and 1.
const most = 30

// geometry has the places of a pyramid, level by level from the base, and row by row in each level. A
// set of places is a word with a bit for each. It is safe for concurrent use.
type geometry struct {
	size          int // places along a side of the base
	places        int // the last one is the top
	base          int // places of the base
	level         [most]uint8
	square        [most][2]int   // column and row on the drawn board, from the lower left
	under         [most]uint32   // the square of four that a place rests on; 0 on the base
	lower, higher [most]uint32   // the places of the levels below and above
	shapes        []uint32       // what takes spheres back when it is complete: squares, rows and columns
	shapesAt      [most][]uint32 // by place: the shapes that it belongs to

	carried []uint32          // by the set of places above the base: the places that carry one of them
	opened  [2][]uint32       // by the low 16 bits of a set and by the high ones: the places that it supports
	turned  [8][4][256]uint32 // by symmetry, byte of a set and its value
	product [8][8]uint8       // product[s][t] is t followed by s
}

// newGeometry returns the pyramid on a base of size by size places. Complete squares of four let a
// player take spheres back if squares is set, and rows and columns as well if lines is set.
func newGeometry(size int, squares, lines bool) *geometry {
	g := &geometry{size: size, base: size * size}
	var first [4]int // by level: its first place
	for l := range size {
		first[l] = g.places
		side := size - l
		for n := range side * side {
			p := g.places
			x, y := n%side, n/side
			g.level[p] = uint8(l)
			g.lower[p] = 1<<first[l] - 1
			g.higher[p] = ^uint32(0) << (first[l] + side*side)
			g.square[p] = [2]int{x + l%2*(size+2-l), y + l/2*(size+1)}
			if l > 0 {
				below := first[l-1] + x + y*(side+1)
				g.under[p] = 1<<below | 1<<(below+1) | 1<<(below+side+1) | 1<<(below+side+2)
			}
			g.places++
		}
	}
	if squares {
		for p := g.base; p < g.places; p++ {
			g.addShape(g.under[p])
		}
	}
	for l := 0; lines && l < 2 && size-l >= 3; l++ {
		side := size - l
		for k := range side {
			var row, column uint32
			for n := range side {
				row |= 1 << (first[l] + k*side + n)
				column |= 1 << (first[l] + n*side + k)
			}
			g.addShape(row)
			g.addShape(column)
		}
	}
	g.fillTables(first)
	return g
}

func (g *geometry) addShape(shape uint32) {
	g.shapes = append(g.shapes, shape)
	for rest := shape; rest != 0; rest &= rest - 1 {
		p := bits.TrailingZeros32(rest)
		g.shapesAt[p] = append(g.shapesAt[p], shape)
	}
}

func (g *geometry) fillTables(first [4]int) {
	g.carried = make([]uint32, 1<<(g.places-g.base))
	for above := 1; above < len(g.carried); above++ {
		low := bits.TrailingZeros(uint(above))
		g.carried[above] = g.carried[above&(above-1)] | g.under[g.base+low]
	}
	for half, shift := range []int{0, 16} {
		g.opened[half] = make([]uint32, 1<<min(16, max(g.places-shift, 0)))
		for p := g.base; p < g.places; p++ {
			if need := g.under[p] >> shift & 0xffff; need<<shift == g.under[p] {
				for set := range g.opened[half] {
					if uint32(set)&need == need {
						g.opened[half][set] |= 1 << p
					}
				}
			}
		}
	}
	var maps [8][most]int
	for l := range g.size {
		for s, to := range engine.Turns(g.size-l, g.size-l) {
			for n, m := range to {
				maps[s][first[l]+n] = first[l] + m
			}
		}
	}
	for s := range maps {
		for p := range g.places {
			for value := range 256 {
				if value>>(p%8)&1 != 0 {
					g.turned[s][p/8][value] |= 1 << maps[s][p]
				}
			}
		}
	}
	for s := range maps {
		for t := range maps {
			for u := range maps {
				same := true
				for p := range g.places {
					same = same && maps[u][p] == maps[s][maps[t][p]]
				}
				if same {
					g.product[s][t] = uint8(u)
				}
			}
		}
	}
}

// turn returns a set after a symmetry.
func (g *geometry) turn(s uint8, set uint32) uint32 {
	t := &g.turned[s]
	return t[0][set&255] | t[1][set>>8&255] | t[2][set>>16&255] | t[3][set>>24]
}

// free returns the spheres of a set of occupied places that carry no other.
func (g *geometry) free(occupied uint32) uint32 { return occupied &^ g.carried[occupied>>g.base] }

// open returns the empty places that a sphere can be put on.
func (g *geometry) open(occupied uint32) uint32 {
	on := uint32(1)<<g.base - 1 | g.opened[0][occupied&0xffff]
	if g.places > 16 {
		on |= g.opened[1][occupied>>16]
	}
	return on &^ occupied
}

// completes reports whether a sphere on place p of a player's spheres completes a shape.
func (g *geometry) completes(spheres uint32, p int) bool {
	for _, shape := range g.shapesAt[p] {
		if spheres&shape == shape {
			return true
		}
	}
	return false
}
