// Package naive is a second, slow and plain implementation of the Push Fight family (any piece
// counts, any drawn board), for comparison with the fast one. It shares no code with it, follows
// PUSHFIGHT.md sentence by sentence, and uses strings, maps and recursion.
//
// A position is a string with one symbol per square, in the order of the
// board's squares, always seen by the player to move:
//
//	.  empty
//	o  O  the mover's movers (round) and pushers (square)
//	x  X  the opponent's movers and pushers
//	Y  the opponent's pusher under the anchor
//
// # Caveats
//
// Solving is practical up to some ten thousand positions. On the full board it is not, except for
// the smallest piece counts: use single positions or random samples. Values of this package are
// immutable and safe for concurrent use.
package naive
