// Package naive is a second, slow and plain implementation of the Push Fight
// family (any piece counts, any drawn board). It exists to be compared with the
// fast one: it shares no code with it, follows PUSHFIGHT.md sentence by sentence
// and prefers strings, maps and recursion to anything quick.
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
// Solving is good for some ten thousand positions; on the full board only single
// positions, random samples and the smallest piece counts are in reach. Values of
// this package are immutable and safe for concurrent use.
package naive
