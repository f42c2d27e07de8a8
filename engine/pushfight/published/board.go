package published

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine/pushfight"
	"github.com/foregone-db/foregone/engine/pushfight/internal/bitboard"
)

// Directions of a step, as a [pushfight.Grid] numbers them.
const (
	left = iota
	right
	up
	down
)

// board is a board to search on. It is immutable.
type board struct {
	pushfight.Grid
	variant *pushfight.Variant
}

func newBoard(v *pushfight.Variant) *board { return &board{v.Grid(), v} }

// spread returns the squares connected with those of start over empty ones.
func (b *board) spread(start, empty uint64) uint64 {
	return bitboard.Spread(start, empty, b.Stride)
}

// beside returns the squares next to those of a set.
func (b *board) beside(set uint64) uint64 { return bitboard.Beside(set, b.Stride) }

// shifted returns the position after the pusher on cell c has pushed towards d, where
// a row ends before an empty square, seen by the next player.
func (b *board) shifted(p words, c, d int) words {
	return wordsOf(b.variant.Shift(p.position(), c, d))
}

// row returns the squares before the pusher on cell c, towards d, up to the nearest
// empty one, or 0 where there is none. With two squares or more, and the anchored one
// not among them, there is a push.
func (b *board) row(c, d int, occupied uint64) uint64 {
	ray := b.Ray[d][c&63]
	line := ray &^ occupied
	switch {
	case line == 0:
		return 0
	case d&1 != 0: // right and down: the nearest is the lowest
		return ray & (line ^ (line - 1))
	}
	return ray & -(uint64(1) << (63 - bits.LeadingZeros64(line)&63))
}

// lastSquare returns the number of the last square of a set that is not empty.
func (b *board) lastSquare(set uint64) int {
	return int(b.SquareOf[bits.Len64(set)-1])
}
