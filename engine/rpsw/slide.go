package rpsw

import "math/bits"

// slide gives the indices of placements of one form that differ in the square of
// one piece. The piece changes its own digit, and the digits of pieces after it that
// have it among the lower squares or not.
type slide struct {
	base   uint64 // the part of the index that stays
	digit         // of the piece
	square int64  // where it is at first
}

// part returns what the digit of the piece on a square contributes.
func (d *digit) part(bit uint64) uint64 { return uint64(bits.OnesCount64(d.region&(bit-1))) * d.unit }

// passed returns what pieces above a square lose from their digits by a piece on it.
func passed(square int64, later []slide) (sum uint64) {
	for i := range later {
		sum += uint64((square-later[i].square)>>63) & later[i].unit // all ones if it is above
	}
	return sum
}

// appendIndices appends the indices with the piece on each of some squares, given
// the pieces after it in whose digits it can count.
func (s *slide) appendIndices(dst []uint64, squares uint64, later []slide) []uint64 {
	base, region, unit := s.base, s.region, s.unit
	for ; squares != 0; squares &= squares - 1 {
		square := bits.TrailingZeros64(squares)
		index := base + uint64(bits.OnesCount64(region&(squares&-squares-1)))*unit
		for i := range later {
			index -= uint64((int64(square)-later[i].square)>>63) & later[i].unit
		}
		dst = append(dst, index)
	}
	return dst
}
