// Package dilate moves pieces on sets of placements, many placements at a time.
//
// A placement puts some movers and some pushers of one side on free squares. A [Space]
// numbers the placements: rows are the sets of squares of the movers, columns those of
// the pushers, both in colexicographic order, and a set of placements is a bitmap of
// rows. Where a mover and a pusher would share a square, the bit stays clear.
//
// A [Dilator] knows which free squares are neighbours. [Dilator.One] adds to a set what
// one move of one piece leads to, over any number of neighbouring empty squares; moves
// can be undone, so the same operation goes forward and backward. All placements of the
// moved piece beside fixed other pieces flood the board together, as vectors of bits over
// what does not move: in the bitmap itself for movers, in its transpose for pushers.
//
// The inner loops are written twice: for amd64 with AVX-512 and GFNI, found out when the
// program starts, and in plain Go. Both give the same sets.
package dilate
