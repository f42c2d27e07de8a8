// Package dilate moves pieces on sets of placements, many placements at a time.
//
// A placement puts some movers and some pushers of one side on free squares. A [Space]
// numbers the placements: rows are the sets of squares of the movers, columns those of
// the pushers, both in colexicographic order, and a set of placements is a bitmap of
// rows. Where a mover and a pusher would share a square, the bit stays clear.
//
// A [Dilator] knows the neighbours of each free square. [Dilator.One] adds to a set all placements
// after one move of one piece, over any number of adjacent empty squares. Moves can be undone,
// so the same operation works forward and backward. All placements of the moving piece among
// fixed other pieces flood the board together, as vectors of bits over the fixed pieces: in the
// bitmap itself for movers, in its transpose for pushers.
//
// The inner loops exist twice: for amd64 with AVX-512 and GFNI, detected at the start of the
// program, and in plain Go. Both give the same sets.
package dilate
