package rpsw

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine/placement"
)

// Limits of a board, in squares.
const (
	maxWidth  = 8
	maxHeight = 8
)

// board is a rectangle of squares. Squares are numbered from the left of row 1, row by row upwards.
// A set of squares is a word with bit s for square s.
type board struct {
	width, height int
	squares       int
	lastSquare    uint8

	all       uint64
	row1      uint64 // the mover's base row
	lastRow   uint64 // the opponent's base row
	beforeEnd uint64 // the row below lastRow, from which a piece can step onto it
	ownRows   uint64 // rows of the mover's pieces: all except the last
	oppRows   uint64 // rows of the opponent's pieces: all except row 1
	left      uint64 // the columns left of the middle
	middle    uint64 // the middle column, empty for an even width

	king [64]uint64 // square → the squares a king's step away
	// turns maps squares to the next mover's names for them: turned by 180°, and turned and then
	// mirrored left to right, which is upside down.
	turns [2][64]uint8
}

// Ways to turn a board for the next mover, indices of board.turns.
const (
	turned   = 0
	mirrored = 1
)

func newBoard(width, height int) *board {
	b := &board{width: width, height: height, squares: width * height}
	b.lastSquare = uint8(b.squares - 1)
	steps := placement.Sets[uint64](placement.Grid{Width: width, Height: height}.Steps(placement.King)) // the same from the bottom
	for s := range b.squares {
		x, y := s%width, s/width
		bit := uint64(1) << s
		b.all |= bit
		if y == 0 {
			b.row1 |= bit
		}
		if y == height-1 {
			b.lastRow |= bit
		}
		if y == height-2 {
			b.beforeEnd |= bit
		}
		if 2*x+1 < width {
			b.left |= bit
		}
		if 2*x+1 == width {
			b.middle |= bit
		}
		b.king[s] = steps[s]
		b.turns[turned][s] = uint8(b.squares - 1 - s)
		b.turns[mirrored][s] = uint8((height-1-y)*width + x)
	}
	b.ownRows = b.all &^ b.lastRow
	b.oppRows = b.all &^ b.row1
	return b
}

// mirror returns the square in the mirrored column.
func (b *board) mirror(s uint8) uint8 { return b.lastSquare - b.turns[mirrored][s] }

// mirrorSet mirrors a set of squares.
func (b *board) mirrorSet(set uint64) (mirrored uint64) {
	for ; set != 0; set &= set - 1 {
		mirrored |= 1 << (b.mirror(uint8(bits.TrailingZeros64(set))) & 63)
	}
	return mirrored
}

// nth returns the n-th lowest member of a set of squares, counted from 0; the set must have more
// than n. It runs in constant time: prefix sums over the bytes of the word find the byte, and a
// table finds the bit.
func nth(set, n uint64) uint8 {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	sums := set - set>>1&0x5555555555555555
	sums = sums&0x3333333333333333 + sums>>2&0x3333333333333333
	sums = (sums + sums>>4) & 0x0f0f0f0f0f0f0f0f
	sums *= ones // byte k: the members in bytes 0 to k
	byteBit := uint(8*bits.OnesCount64(((n*ones|highs)-sums)&highs)) & 63
	n -= sums << 8 >> byteBit & 0xff
	return uint8(byteBit) + nthInByte[n&7<<8|set>>byteBit&0xff]
}

// nthInByte holds the position of a byte's n-th lowest bit, by n and byte.
var nthInByte = func() (table [8 << 8]uint8) {
	for set := range 256 {
		n := 0
		for bit := range 8 {
			if set>>bit&1 != 0 {
				table[n<<8|set] = uint8(bit)
				n++
			}
		}
	}
	return table
}()

// kind is the kind of a piece.
type kind uint8

const (
	rock kind = iota
	paper
	scissors
	well
	kinds = 4
)

// Letters of the mover's and of the opponent's pieces, by kind.
const (
	ownLetters = "RPSW"
	oppLetters = "rpsw"
)

// kindSet is a set of kinds, the pieces of a side: bit k for kind k.
type kindSet uint8

func setOf(list ...kind) (s kindSet) {
	for _, k := range list {
		s |= 1 << k
	}
	return s
}

// takes lists the two kinds that a kind takes, or its only one twice.
var takes = [kinds][2]kind{
	rock:     {scissors, scissors},
	paper:    {rock, well},
	scissors: {paper, paper},
	well:     {rock, scissors},
}

func (s kindSet) has(k kind) bool { return s>>k&1 != 0 }

func (s kindSet) len() int { return bits.OnesCount8(uint8(s)) }

// list returns the kinds of the set in order.
func (s kindSet) list() (list []kind) {
	for k := range kind(kinds) {
		if s.has(k) {
			list = append(list, k)
		}
	}
	return list
}

// prey returns the kinds that some piece of the set takes.
func (s kindSet) prey() (prey kindSet) {
	for _, k := range s.list() {
		prey |= setOf(takes[k][:]...)
	}
	return prey
}

// String returns the letters of the set, such as RPW.
func (s kindSet) String() string {
	var text []byte
	for _, k := range s.list() {
		text = append(text, ownLetters[k])
	}
	return string(text)
}
