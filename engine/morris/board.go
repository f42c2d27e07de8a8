package morris

import (
	"math/bits"
	"slices"
)

// Points are numbered ring by ring from the outer one, 8 a ring clockwise from its top left corner.
// On a board of one ring the next point is the centre. A set of points has one bit for each.
const (
	maxPoints     = 24
	ringPoints    = 8
	maxSymmetries = 16
)

const (
	mostMills = 4 // with one point
	noMill    = ^uint32(0)
)

// board holds the points, the lines between them, and the symmetries.
type board struct {
	rings, points int
	diagonals     bool
	all           uint32
	near          [maxPoints]uint32            // by point: its neighbors along lines
	others        [maxPoints][mostMills]uint32 // by point: the other two points of its mills, or noMill
	images        [maxPoints / ringPoints][1 << ringPoints][maxSymmetries]uint32
	symmetries    int
	square        [maxPoints]int // in the drawn board, row by row from the top left
}

func newBoard(rings int, diagonals bool) *board {
	b := &board{rings: rings, points: rings * ringPoints, diagonals: diagonals}
	if rings == 1 {
		b.points++
	}
	b.all = 1<<b.points - 1
	for p := range b.others {
		b.others[p] = [mostMills]uint32{noMill, noMill, noMill, noMill}
	}
	for ring := range rings {
		for i := range ringPoints {
			at := ring*ringPoints + i
			b.join(at, ring*ringPoints+(i+1)%ringPoints)
			if i%2 == 0 {
				b.addMill(at, at+1, ring*ringPoints+(i+2)%ringPoints)
			}
		}
	}
	for i := range ringPoints {
		if i%2 == 0 && !diagonals {
			continue // only diagonals join corners
		}
		switch rings {
		case 1:
			b.join(i, b.points-1)
			if i < ringPoints/2 {
				b.addMill(i, b.points-1, i+ringPoints/2)
			}
		case 2:
			b.join(i, ringPoints+i)
		case 3:
			b.join(i, ringPoints+i)
			b.join(ringPoints+i, 2*ringPoints+i)
			b.addMill(i, ringPoints+i, 2*ringPoints+i)
		}
	}
	b.makeImages()
	for p := range b.points {
		b.square[p] = b.squareOf(p)
	}
	return b
}

func (b *board) join(p, q int) {
	b.near[p] |= 1 << q
	b.near[q] |= 1 << p
}

func (b *board) addMill(points ...int) {
	var mill uint32
	for _, p := range points {
		mill |= 1 << p
	}
	for _, p := range points {
		b.others[p][slices.Index(b.others[p][:], noMill)] = mill &^ (1 << p)
	}
}

// makeImages makes the tables of images. The symmetries are those of a square, combined with
// exchanging the innermost and the outermost ring.
func (b *board) makeImages() {
	b.symmetries = ringPoints * min(b.rings, 2)
	for set := 1; set < 1<<ringPoints; set++ {
		for part := range b.images {
			p := part*ringPoints + bits.TrailingZeros(uint(set))
			b.images[part][set] = b.images[part][set&(set-1)]
			if p < b.points {
				for s := range b.symmetries {
					b.images[part][set][s] |= 1 << b.turned(p, s)
				}
			}
		}
	}
}

// turned returns the point that symmetry s maps p to. The bits of s give the number of turns by
// 90°, a reflection before these, and an exchange of the rings.
func (b *board) turned(p, s int) int {
	ring, i := p/ringPoints, p%ringPoints
	if b.rings == 1 && ring == 1 {
		return p // the centre
	}
	if s&4 != 0 {
		i = ringPoints - i
	}
	if s&8 != 0 {
		ring = b.rings - 1 - ring
	}
	return ring*ringPoints + (i+2*(s&3))%ringPoints
}

// image returns the image of a set under symmetry s.
func (b *board) image(s int, set uint32) uint32 {
	s &= maxSymmetries - 1
	return b.images[0][set&255][s] | b.images[1][set>>8&255][s] | b.images[2][set>>16&255][s]
}

// least returns the least image of a set, and as bits the symmetries that give it.
func (b *board) least(set uint32) (least uint32, by uint32) {
	x, y, z := &b.images[0][set&255], &b.images[1][set>>8&255], &b.images[2][set>>16&255]
	least = 1 << maxPoints
	for s := range b.symmetries {
		image := x[s&15] | y[s&15] | z[s&15]
		switch {
		case image < least:
			least, by = image, 1<<s
		case image == least:
			by |= 1 << s
		}
	}
	return least, by
}

// leastBy returns the least image of a set under the given symmetries.
func (b *board) leastBy(by, set uint32) uint32 {
	least := uint32(1 << maxPoints)
	for ; by != 0; by &= by - 1 {
		least = min(least, b.image(bits.TrailingZeros32(by), set))
	}
	return least
}

// closes reports whether a man at point p is in a mill with the given men.
func (b *board) closes(men uint32, p int) bool {
	o := &b.others[p]
	return men&o[0] == o[0] || men&o[1] == o[1] || men&o[2] == o[2] || men&o[3] == o[3]
}

// free returns the men of a set that may be taken: those in no mill, or all if every man is in a
// mill.
func (b *board) free(set uint32) uint32 {
	free := uint32(0)
	for rest := set; rest != 0; rest &= rest - 1 {
		if !b.closes(set, bits.TrailingZeros32(rest)) {
			free |= rest & -rest
		}
	}
	if free == 0 {
		return set
	}
	return free
}

// side returns the number of rows and columns of the drawn board.
func (b *board) side() int { return 2*b.rings + 1 }

// squareOf returns the square of a point.
func (b *board) squareOf(p int) int {
	ring, i := p/ringPoints, p%ringPoints
	right, down := [ringPoints]int{-1, 0, 1, 1, 1, 0, -1, -1}[i], [ringPoints]int{-1, -1, -1, 0, 1, 1, 1, 0}[i]
	away := b.rings - ring // from the centre; 0: it is the centre
	return (b.rings+away*down)*b.side() + b.rings + away*right
}
