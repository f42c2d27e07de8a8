// Package bitboard is the arithmetic of sets of squares that are words: a square is a
// bit, a step along a row is a shift by one, a step down is a shift by the stride, and
// a guard column between the rows keeps steps from wrapping.
package bitboard

// Spread returns the squares connected with those of start over empty ones.
func Spread(start, empty uint64, stride uint) uint64 {
	s := stride & 63
	for {
		next := start | (start<<1|start>>1|start<<s|start>>s)&empty
		if next == start {
			return start
		}
		start = next | (next<<1|next>>1|next<<s|next>>s)&empty
	}
}

// Beside returns the squares next to those of a set.
func Beside(set uint64, stride uint) uint64 {
	s := stride & 63
	return set<<1 | set>>1 | set<<s | set>>s
}

// Back spreads end, the squares at or beyond the ends of rows, back over the pieces
// free to be pushed, for the directions whose step is positive: a square is in the
// result when an unbroken row of such pieces leads from it to an end. It doubles the
// distance at each round, up to length.
func Back(end, free uint64, step uint, length int) uint64 {
	for n := 1; n < length; n <<= 1 {
		end |= free & (end >> (step & 63))
		free &= free >> (step & 63)
		step <<= 1
	}
	return end
}

// On is [Back] for the directions whose step is negative.
func On(end, free uint64, step uint, length int) uint64 {
	for n := 1; n < length; n <<= 1 {
		end |= free & (end << (step & 63))
		free &= free << (step & 63)
		step <<= 1
	}
	return end
}
