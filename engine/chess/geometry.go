package chess

import (
	"math/bits"
	"sync"

	"github.com/foregone-db/foregone/engine/placement"
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

// kingKind is the kind of a king in lists that include the king. noMan, the same number, stands for an
// empty square, and in lists of captured men for no capture.
const (
	kingKind = kinds
	noMan    = kingKind
)

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
	capture [2][64]uint64  // the squares that a pawn of a color attacks
	rays    [8][64]uint64  // by direction, see steps
	between [64][64]uint64 // the squares between two on a line
}

// steps lists the directions, in columns and rows. The first four increase the square, and the even
// ones run along rows and columns.
var steps = [8][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}

// boardGeometry returns the geometry, computed once.
var boardGeometry = sync.OnceValue(newGeometry)

func newGeometry() *geometry {
	grid := placement.Grid{Width: 8, Height: 8}
	g := &geometry{king: targets(grid, placement.King), knight: targets(grid, placement.Knight)}
	g.capture[white] = targets(grid, [][2]int{steps[1], steps[3]})
	g.capture[black] = targets(grid, [][2]int{steps[5], steps[7]})
	for turn := range g.turns {
		for s := range g.turns[turn] {
			g.turns[turn][s] = turned(uint8(s), turn)
		}
	}
	for direction, d := range steps {
		for s, lines := range grid.Rays([][2]int{d}) {
			for _, line := range lines { // none from the edge of the board
				for _, to := range line {
					g.between[s][to] = g.rays[direction][s]
					g.rays[direction][s] |= 1 << to
				}
			}
		}
	}
	return g
}

// targets returns, by square, the squares one step away in some directions.
func targets(grid placement.Grid, directions [][2]int) [64]uint64 {
	return [64]uint64(placement.Sets[uint64](grid.Steps(directions)))
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

// slide returns the squares that a rook (line 0) or a bishop (line 1) reaches, given the occupied
// squares.
func (g *geometry) slide(line int, s uint8, occupied uint64) (reach uint64) {
	for direction := line; direction < len(steps)/2; direction += 2 {
		increasing, decreasing := &g.rays[direction&7], &g.rays[(direction+len(steps)/2)&7]
		up, down := increasing[s&63], decreasing[s&63]
		if blockers := up & occupied; blockers != 0 {
			up &^= increasing[bits.TrailingZeros64(blockers)&63]
		}
		if blockers := down & occupied; blockers != 0 {
			down &^= decreasing[(63-bits.LeadingZeros64(blockers))&63]
		}
		reach |= up | down
	}
	return reach
}

// attacks returns the squares on which a man of a color can capture.
func (g *geometry) attacks(color, kind int, s uint8, occupied uint64) uint64 {
	switch kind {
	case queen:
		return g.slide(0, s, occupied) | g.slide(1, s, occupied)
	case rook:
		return g.slide(0, s, occupied)
	case bishop:
		return g.slide(1, s, occupied)
	case knight:
		return g.knight[s&63]
	case pawn:
		return g.capture[color&1][s&63]
	}
	return g.king[s&63]
}

// forward is the difference that a pawn's step adds to its square.
var forward = [2]int{8, -8}

// ahead returns the targets of a pawn's single step and of its double step.
func (g *geometry) ahead(color int, s uint8, occupied uint64) (once, twice uint64) {
	to := int(s) + forward[color&1]
	once = 1 << (to & 63) &^ occupied
	if int(s>>3) == passantRow[color&1]-2*forward[color&1]/8 && once != 0 {
		twice = 1 << ((to + forward[color&1]) & 63) &^ occupied
	}
	return once, twice
}

// kingPair is the place of the two kings up to symmetry.
type kingPair struct {
	number int16 // -1: the kings are next to each other
	turn   uint8 // the symmetry that maps the kings to their representatives
	double bool  // both then stand on the diagonal, so that a second symmetry does the same
}

// kingPairs numbers the places of the kings: 462 with all 8 symmetries, 1806 with pawns, where only
// the reversal of the columns is left.
type kingPairs struct {
	pairs   [64 * 64]kingPair // of White's king and Black's
	squares [][2]uint8        // by number
	plain   int               // the numbers below it are not double
}

var (
	kingsAlone     = sync.OnceValue(func() *kingPairs { return newKingPairs(false) })
	kingsWithPawns = sync.OnceValue(func() *kingPairs { return newKingPairs(true) })
)

func newKingPairs(pawns bool) *kingPairs {
	k := &kingPairs{}
	g := boardGeometry()
	// stored reports whether kings are their own representatives.
	stored := func(a, b uint8) (yes, double bool) {
		column, row := a&7, a>>3
		switch {
		case column > 3:
			return false, false
		case pawns:
			return true, false
		case row > column, row == column && b>>3 > b&7:
			return false, false
		}
		return true, row == column && b>>3 == b&7
	}
	for _, doubles := range [2]bool{false, true} {
		for a := range uint8(64) {
			for b := range uint8(64) {
				if yes, double := stored(a, b); yes && double == doubles && a != b && g.king[a]>>b&1 == 0 {
					k.pairs[int(a)<<6|int(b)] = kingPair{number: int16(len(k.squares)), double: double}
					k.squares = append(k.squares, [2]uint8{a, b})
				}
			}
		}
		if !doubles {
			k.plain = len(k.squares)
		}
	}
	for a := range uint8(64) {
		for b := range uint8(64) {
			p := &k.pairs[int(a)<<6|int(b)]
			if a == b || g.king[a]>>b&1 != 0 {
				p.number = -1
				continue
			}
			for turn := range uint8(8) {
				if pawns && turn > 1 {
					break
				}
				to, other := g.turns[turn][a], g.turns[turn][b]
				if yes, double := stored(to, other); yes {
					*p = kingPair{k.pairs[int(to)<<6|int(other)].number, turn, double}
					break
				}
			}
		}
	}
	return k
}

// of returns the place of the two kings.
func (k *kingPairs) of(n *men) kingPair {
	return k.pairs[int(n.king(white))<<6|int(n.king(black))]
}
