package dobutsu

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine/placement"
)

// The kinds of pieces without the lion. A hen is a chick that has turned over.
const (
	chick = iota
	giraffe
	elephant
	kinds
	hen
	lion
)

// each is the number of pieces of a kind on both sides together.
const each = 2

// Squares are numbered row by row from the mover's left in his first row. A set of squares has one
// bit for each, at most maxSquares.
const (
	columns    = 3
	maxSquares = 15
)

// board holds the tables of squares for one board size.
type board struct {
	rows, squares    int
	all, first, last uint16
	up, down         [lion + 1][maxSquares]uint16 // by kind: targets of a mover's piece, and of an opponent's piece
	turned           [1 << maxSquares]uint16      // a set turned by 180°
	mirrored         [1 << maxSquares]uint16      // a set with the columns reversed
}

func newBoard(rows int) *board {
	b := &board{rows: rows, squares: rows * columns}
	b.all = 1<<b.squares - 1
	b.first = 1<<columns - 1
	b.last = b.first << (b.squares - columns)
	for set := range 1 << b.squares {
		for s := range b.squares {
			if set>>s&1 != 0 {
				b.turned[set] |= 1 << (b.squares - 1 - s)
				b.mirrored[set] |= 1 << b.mirror(s)
			}
		}
	}
	for kind, directions := range steps {
		copy(b.up[kind][:], placement.Sets[uint16](placement.Grid{Width: columns, Height: rows}.Steps(directions)))
	}
	for kind := range b.down {
		for s := range b.squares {
			b.down[kind][s] = b.turned[b.up[kind][b.squares-1-s]]
		}
	}
	return b
}

// steps holds the steps of each kind, in columns to the right and rows ahead. Every step goes to an
// adjacent square.
var steps = [lion + 1][][2]int{
	chick:    {{0, 1}},
	giraffe:  placement.Rook,
	elephant: placement.Bishop,
	hen:      append([][2]int{{1, 1}, {-1, 1}}, placement.Rook...),
	lion:     placement.King,
}

// mirror returns a square with the columns reversed.
func (b *board) mirror(s int) int { return s - s%columns + columns - 1 - s%columns }

// men is a position as the mover sees it.
type men struct {
	lions [2]uint8      // squares: the mover's, the opponent's
	own   uint16        // the squares of the mover's other pieces
	at    [kinds]uint16 // by kind: the squares of both sides, hens among the chicks
	hens  uint16        // of these
	hand  [kinds]uint8  // of the mover; the opponent has the missing pieces
}

// occupied returns the squares of all pieces.
func (n *men) occupied() uint16 {
	return 1<<n.lions[0] | 1<<n.lions[1] | n.at[chick] | n.at[giraffe] | n.at[elephant]
}

// of returns the squares of a side's pieces of a kind: 0 is the mover.
func (n *men) of(side, kind int) uint16 {
	owned := n.own
	if side != 0 {
		owned = n.others()
	}
	switch kind {
	case lion:
		return 1 << n.lions[side]
	case hen:
		return n.hens & owned
	case chick:
		return n.at[chick] &^ n.hens & owned
	}
	return n.at[kind] & owned
}

// others returns the squares of the opponent's pieces without his lion.
func (n *men) others() uint16 { return (n.at[chick] | n.at[giraffe] | n.at[elephant]) &^ n.own }

// away returns the number of pieces of a kind in the opponent's hand. count is the number of such
// pieces in the game.
func (n *men) away(kind, count int) int {
	return count - bits.OnesCount16(n.at[kind]) - int(n.hand[kind])
}

// turn changes n to the opponent's view. counts is the number of pieces of each kind in the game.
func (n *men) turn(b *board, counts *[kinds]uint8) {
	for kind := range n.hand {
		n.hand[kind] = uint8(n.away(kind, int(counts[kind])))
	}
	n.own = b.turned[n.others()]
	for kind := range n.at {
		n.at[kind] = b.turned[n.at[kind]]
	}
	n.hens = b.turned[n.hens]
	n.lions[0], n.lions[1] = uint8(b.squares)-1-n.lions[1], uint8(b.squares)-1-n.lions[0]
}

// mirror reverses the columns.
func (n *men) mirror(b *board) {
	n.own, n.hens = b.mirrored[n.own], b.mirrored[n.hens]
	for kind := range n.at {
		n.at[kind] = b.mirrored[n.at[kind]]
	}
	for i, s := range n.lions {
		n.lions[i] = uint8(b.mirror(int(s)))
	}
}

// attacked reports whether one of the mover's pieces, lion included, can go to a square.
func (n *men) attacked(b *board, s uint8) bool {
	return n.attackers(b, s) != 0 || b.down[lion][s]>>n.lions[0]&1 != 0
}

// attackers returns the mover's pieces, without the lion, that can go to a square.
func (n *men) attackers(b *board, s uint8) uint16 {
	from := &b.down // a mover's piece comes from the squares to which an opponent's piece would go
	return n.own & (n.at[chick]&^n.hens&from[chick][s] | n.hens&from[hen][s] | n.at[giraffe]&from[giraffe][s] | n.at[elephant]&from[elephant][s])
}

// covered reports whether one of the opponent's pieces, lion included, can go to a square.
func (n *men) covered(b *board, s uint8) bool {
	from := &b.up
	return n.others()&(n.at[chick]&^n.hens&from[chick][s]|n.hens&from[hen][s]|n.at[giraffe]&from[giraffe][s]|n.at[elephant]&from[elephant][s]) != 0 ||
		from[lion][s]>>n.lions[1]&1 != 0
}

// crosses reports whether the mover's lion can step to the last row where it cannot be taken.
func (n *men) crosses(b *board) bool {
	for to := b.up[lion][n.lions[0]] & b.last &^ n.own; to != 0; to &= to - 1 {
		if !n.covered(b, uint8(bits.TrailingZeros16(to))) {
			return true
		}
	}
	return false
}

// put puts a side's piece other than the lion on a square, a set of one.
func (n *men) put(side, kind int, square uint16) {
	if kind == hen {
		n.hens |= square
		kind = chick
	}
	n.at[kind] |= square
	if side == 0 {
		n.own |= square
	}
}

// remove clears some squares of the board. If they are captured, the caller adds them to a hand.
func (n *men) remove(squares uint16) {
	n.own &^= squares
	n.hens &^= squares
	for kind := range n.at {
		n.at[kind] &^= squares
	}
}
