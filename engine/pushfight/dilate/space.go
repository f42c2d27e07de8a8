package dilate

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine/placement"
)

// Space numbers the placements of movers and pushers on free squares. It is immutable
// and safe for concurrent use.
type Space struct {
	Squares         int // free squares, numbered from 0
	Movers, Pushers int
	Rows, Cols      int // sets of movers, sets of pushers
	Words           int // 64-bit words in a row of a bitmap
	Size            int // words of a bitmap: Rows·Words

	RowSquares []uint32 // by row: the squares of the movers, as a set
	ColSquares []uint32 // by column: the squares of the pushers, as a set
	// With holds, for each square, the columns whose pushers include it, Words words each.
	With [][]uint64

	stride     int // words of a row while pieces move, a multiple of unitWords
	turned     int // words of a row of the transpose, a multiple of unitWords
	turnedRows int // rows of the transpose, a multiple of 64
	movers     flood
	pushers    flood
}

// NewSpace returns the space of the given numbers of movers and pushers on at most 32 squares.
func NewSpace(squares, movers, pushers int) *Space {
	s := &Space{Squares: squares, Movers: movers, Pushers: pushers}
	s.RowSquares = Subsets(squares, movers)
	s.ColSquares = Subsets(squares, pushers)
	s.Rows, s.Cols = len(s.RowSquares), len(s.ColSquares)
	s.Words = (s.Cols + 63) / 64
	s.Size = s.Rows * s.Words
	s.stride = roundUp(s.Words, unitWords)
	s.turned = roundUp((s.Rows+63)/64, unitWords)
	s.turnedRows = roundUp(s.Cols, 64)
	for q := range squares {
		with := make([]uint64, s.Words)
		for c, set := range s.ColSquares {
			with[c/64] |= uint64(set>>q&1) << (c % 64)
		}
		s.With = append(s.With, with)
	}
	s.movers = newFlood(squares, s.RowSquares, s.ColSquares, s.Rows, s.stride)
	s.pushers = newFlood(squares, s.ColSquares, s.RowSquares, s.turnedRows, s.turned)
	return s
}

func roundUp(n, unit int) int { return (n + unit - 1) / unit * unit }

// Subsets returns the sets of k of n squares in colexicographic order, which is the
// order of the sets as numbers.
func Subsets(n, k int) []uint32 {
	list := make([]uint32, placement.Choose(n, k))
	set := uint64(1)<<k - 1
	for i := range list {
		list[i] = uint32(set)
		set = placement.Next(set, ^uint64(0))
	}
	return list
}

// Fill stores in dst, a bitmap of Size words, all placements: no two pieces share a
// square.
func (s *Space) Fill(dst []uint64) {
	for r, movers := range s.RowSquares {
		row := dst[r*s.Words : (r+1)*s.Words]
		for w := range row {
			row[w] = ^uint64(0)
		}
		if s.Cols%64 != 0 {
			row[len(row)-1] = 1<<(s.Cols%64) - 1
		}
		for ; movers != 0; movers &= movers - 1 {
			for w, x := range s.With[bits.TrailingZeros32(movers)] {
				row[w] &^= x
			}
		}
	}
}
