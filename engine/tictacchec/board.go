package tictacchec

import "github.com/foregone-db/foregone/engine/placement"

// The kinds of pieces, in the order in which they are numbered.
const (
	pawn = iota
	knight
	bishop
	rook
	kinds
)

const letters = "PNBR" // by kind

// Squares are numbered row by row from the mover's first row. A set of squares has one bit for
// each.
const (
	side    = 4
	squares = side * side
	none    = squares // the square of a piece in hand
	// Exclusive or with these mirrors a square and reverses its row.
	mirrored = side - 1
	reversed = squares - side
)

const (
	firstRow = 1<<side - 1
	lastRow  = firstRow << (squares - side)
	leftHalf = 0x3333
)

// grid numbers its rows from the top. Its moves and lines are the same from the bottom.
var grid = placement.Grid{Width: side, Height: side}

// By square: jumps are the targets of a knight, flanks the neighbors in the same row.
var (
	jumps  = [squares]uint16(placement.Sets[uint16](grid.Steps(placement.Knight)))
	flanks = [squares]uint16(placement.Sets[uint16](grid.Steps([][2]int{{-1, 0}, {1, 0}})))
)

// slide returns the targets of a piece along rays, up to and including the first occupied square.
func slide(rays [][]int, occupied uint16) (to uint16) {
	for _, ray := range rays {
		for _, t := range ray {
			to |= 1 << t
			if occupied>>t&1 != 0 {
				break
			}
		}
	}
	return to
}

// slides tabulates slide by the four squares that can block a piece. For a bishop these are the
// middle of the board. For a rook these are the two in the middle of its row, then the two in the
// middle of its column.
var slides = func() (list [2][squares][16]uint16) {
	bishops, rooks := grid.Rays(placement.Bishop), grid.Rays(placement.Rook)
	for s := range squares {
		for way := range uint16(16) {
			list[0][s][way] = slide(bishops[s], way&3<<5|way>>2<<9)
			list[1][s][way] = slide(rooks[s], way&3<<(s&^(side-1)+1)|(way>>2&1<<4|way>>3<<8)<<(s&(side-1)))
		}
	}
	return list
}()

// reach returns the targets of a piece other than a pawn: along each ray up to and including the
// first occupied square.
func reach(kind int, s uint8, occupied uint16) uint16 {
	s &= squares - 1
	switch kind {
	case knight:
		return jumps[s]
	case bishop:
		return slides[0][s][occupied>>5&3|occupied>>7&12]
	}
	column := occupied >> (s & (side - 1))
	return slides[1][s][occupied>>(s&^(side-1)+1)&3|column>>2&4|column>>5&8]
}
