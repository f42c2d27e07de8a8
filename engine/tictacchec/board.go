package tictacchec

import "math/bits"

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

// rays lists the squares ahead of each square, in the four directions of bishops, then of rooks.
var rays = func() (r [squares][8][]uint8) {
	for s := range squares {
		for d, step := range [8][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			column, row := s%side+step[0], s/side+step[1]
			for ; column >= 0 && column < side && row >= 0 && row < side; column, row = column+step[0], row+step[1] {
				r[s][d] = append(r[s][d], uint8(row*side+column))
			}
		}
	}
	return r
}()

// jumps holds a knight's targets.
var jumps = func() (j [squares]uint16) {
	for s := range squares {
		for t := range squares {
			columns, rows := s%side-t%side, s/side-t/side
			if columns*columns+rows*rows == 5 {
				j[s] |= 1 << t
			}
		}
	}
	return j
}()

// beside holds the neighbors of each square in its row.
var beside = func() (b [squares]uint16) {
	for s := range squares {
		if s%side > 0 {
			b[s] |= 1 << (s - 1)
		}
		if s%side < side-1 {
			b[s] |= 1 << (s + 1)
		}
	}
	return b
}()

// slide returns the targets of a bishop or a rook: along each ray up to and including the first
// occupied square.
func slide(kind int, s uint8, occupied uint16) (to uint16) {
	first := 0
	if kind == rook {
		first = 4
	}
	for _, ray := range rays[s][first : first+4] {
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
	for s := range uint8(squares) {
		for way := range uint16(16) {
			list[0][s][way] = slide(bishop, s, way&3<<5|way>>2<<9)
			list[1][s][way] = slide(rook, s, way&3<<(s&^(side-1)+1)|(way>>2&1<<4|way>>3<<8)<<(s&(side-1)))
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

// lines lists the sets of n consecutive squares in a row, a file or a diagonal.
func lines(n int) (list []uint16) {
	for s := range squares {
		for _, ray := range rays[s] {
			if len(ray) < n-1 {
				continue
			}
			line := uint16(1) << s
			for _, t := range ray[:n-1] {
				line |= 1 << t
			}
			if bits.TrailingZeros16(line) == s {
				list = append(list, line)
			}
		}
	}
	return list
}
