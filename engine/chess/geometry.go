package chess

import (
	"math/bits"
	"sync"
)

// Squares are numbered from 0, a1, along the rows to 63, h8; a set of squares has one bit for each.
// A color is 0 for White and 1 for Black, a kind one of the five below.
const (
	white = 0
	black = 1
)

const (
	queen = iota
	rook
	bishop
	knight
	pawn
	kinds
)

const letters = "QRBNP"

// kingKind is the kind of a king in lists that include the king.
const kingKind = kinds

const (
	firstRow uint64 = 0xff
	lastRow  uint64 = 0xff << 56
)

// The symmetries of the board: one bit reverses the columns, one reverses the rows, and one then
// exchanges columns and rows.
const (
	mirrored   = 7  // a square with the columns reversed is square^mirrored
	upsideDown = 56 // the same of rows
	transposed = 4  // the bit of a symmetry that exchanges columns and rows
)

// geometry holds the tables of squares: symmetries, steps, rays and lines.
type geometry struct {
	turns   [8][64]uint8 // by symmetry
	king    [64]uint64   // steps
	knight  [64]uint64
	capture [2][64]uint64  // where a pawn of a color takes
	rays    [8][64]uint64  // by direction, see steps
	between [64][64]uint64 // the squares between two on a line
	aligned [2][64]uint64  // squares on the rows and columns, and on the diagonals
	pairs   [2016][2]uint8
	triples [41664][3]uint8
}

// steps lists the directions. The first four increase the square, and the even ones run along rows
// and columns.
var steps = [8]struct{ column, row int }{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}

// boardGeometry returns the geometry, computed once.
var boardGeometry = sync.OnceValue(newGeometry)

func newGeometry() *geometry {
	g := &geometry{}
	for s := range 64 {
		for turn := range g.turns {
			g.turns[turn][s] = turned(uint8(s), turn)
		}
		for direction, d := range steps {
			line := uint64(0)
			for column, row := s&7+d.column, s>>3+d.row; onBoard(column, row); column, row = column+d.column, row+d.row {
				to := row<<3 | column
				g.between[s][to] = line
				line |= 1 << to
			}
			g.rays[direction][s] = line
			g.aligned[direction&1][s] |= line
		}
		for _, d := range steps {
			g.king[s] |= squareAt(s&7+d.column, s>>3+d.row)
		}
		for _, d := range [8][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}} {
			g.knight[s] |= squareAt(s&7+d[0], s>>3+d[1])
		}
		for _, side := range [2]int{-1, 1} {
			g.capture[white][s] |= squareAt(s&7+side, s>>3+1)
			g.capture[black][s] |= squareAt(s&7+side, s>>3-1)
		}
	}
	for b := range 64 {
		for a := range b {
			g.pairs[choose2(b)+a] = [2]uint8{uint8(a), uint8(b)}
			for c := b + 1; c < 64; c++ {
				g.triples[choose3(c)+choose2(b)+a] = [3]uint8{uint8(a), uint8(b), uint8(c)}
			}
		}
	}
	return g
}

func onBoard(column, row int) bool { return column&^7 == 0 && row&^7 == 0 }

func squareAt(column, row int) uint64 {
	if !onBoard(column, row) {
		return 0
	}
	return 1 << (row<<3 | column)
}

// turned returns the square that a symmetry maps s to.
func turned(s uint8, turn int) uint8 {
	if turn&1 != 0 {
		s ^= mirrored
	}
	if turn&2 != 0 {
		s ^= upsideDown
	}
	if turn&transposed != 0 {
		s = s>>3 | s&7<<3
	}
	return s
}

func choose2(n int) int { return n * (n - 1) / 2 }
func choose3(n int) int { return n * (n - 1) * (n - 2) / 6 }

// slide returns the squares that a rook (line 0) or a bishop (line 1) reaches, given the occupied
// squares.
func (g *geometry) slide(line int, s uint8, occupied uint64) uint64 {
	s &= 63
	up, up2, down, down2 := g.rays[line][s], g.rays[line+2][s], g.rays[line+4][s], g.rays[line+6][s]
	reach := up | up2 | down | down2
	if line == 0 { // the directions 0 and 2 grow, 4 and 6 fall
		reach &^= g.beyondUp(0, up&occupied) | g.beyondUp(2, up2&occupied)
		return reach &^ (g.beyondDown(4, down&occupied) | g.beyondDown(6, down2&occupied))
	}
	reach &^= g.beyondUp(1, up&occupied) | g.beyondUp(3, up2&occupied)
	return reach &^ (g.beyondDown(5, down&occupied) | g.beyondDown(7, down2&occupied))
}

// beyondUp returns the squares behind the nearest blocker of a ray in an increasing direction.
func (g *geometry) beyondUp(direction int, blockers uint64) uint64 {
	if blockers == 0 {
		return 0
	}
	return g.rays[direction&7][bits.TrailingZeros64(blockers)&63]
}

// beyondDown does the same for the decreasing directions.
func (g *geometry) beyondDown(direction int, blockers uint64) uint64 {
	if blockers == 0 {
		return 0
	}
	return g.rays[direction&7][(63-bits.LeadingZeros64(blockers))&63]
}

// reach returns the squares to which a piece other than a pawn moves or captures.
func (g *geometry) reach(kind int, s uint8, occupied uint64) uint64 {
	switch kind {
	case queen:
		return g.slide(0, s, occupied) | g.slide(1, s, occupied)
	case rook:
		return g.slide(0, s, occupied)
	case bishop:
		return g.slide(1, s, occupied)
	case knight:
		return g.knight[s&63]
	}
	return g.king[s&63]
}
