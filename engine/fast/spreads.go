package fast

// Spreads is an optional part of a game of one player whose moves can be taken back. It finds the
// neighbours of sets of positions for whole bitmaps. The positions are divided into blocks of equal
// size: block b has the indices from b·size on, and bit i of its bitmap is the i-th of them. The number
// of moves to the goal is even for all solvable positions of a block, or odd for all. It is safe for
// concurrent use.
type Spreads interface {
	// Goal returns the index of the only goal.
	Goal() uint64
	// Blocks returns the number of blocks and the positions of each.
	Blocks() (blocks int, size uint64)
	// Odd reports whether the positions of a block are an odd number of moves from the goal.
	Odd(block int) bool
	// AppendLeads appends the blocks that moves from a block lead to, each once. They are of the
	// other parity.
	AppendLeads(dst []int, block int) []int
	// Spread adds to dst, a set of positions of block to, the positions that moves lead to from src, a
	// set of positions of block from. The goal has the moves that lead back to it.
	Spread(dst, src []uint64, from, to int)
}
