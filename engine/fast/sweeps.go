package fast

// Sweeps is an optional part of a game in which one move changes many positions in the same way,
// such as a move that permutes bits of a number. The positions of a slice are bits of bitmaps, and
// the predecessors of a set are found for whole bitmaps. The solver passes over the slice once for
// each remoteness and lists no moves. Only games of the kind wide have sweeps. Every position has a
// move or is finished, and finished positions are won or lost.
//
// A slice is divided into blocks of equal size, one bitmap each. Each bit is one stored position.
// The place of a bit in its block need not follow the indices: runs of indices map to places.
type Sweeps interface {
	// Blocks returns the number of blocks of a slice, and the number of positions in each.
	Blocks(slice int) (blocks int, size uint64)
	// Runs returns all runs of the indices of a slice, in order.
	Runs(slice int) []SweepRun
	// NewSweepScratch returns a worker's own working memory.
	NewSweepScratch() SweepScratch
}

// SweepRun is a run of indices whose positions are in one block.
type SweepRun struct {
	Block int
	Size  uint64
}

// SweepScratch works on one block at a time. It belongs to one goroutine. A bitmap of n bits has
// (n+63)/64 words. The bits of the last word beyond n are 0, in arguments and in results.
type SweepScratch interface {
	// Ended stores the finished positions of a block: those won for the mover, and those lost.
	Ended(won, lost []uint64, slice, block int)
	// AppendLeads appends the blocks, as slice and block, that moves from a block lead to, possibly
	// with repeats.
	AppendLeads(dst [][2]int, slice, block int) [][2]int
	// Before stores in dst the positions of among, a set of positions of a block, that have a move
	// into a second set. The function sets returns the part of the second set in a block and its
	// count; nil stands for an empty part. The bits of finished positions do not matter.
	Before(dst, among []uint64, slice, block int, sets func(slice, block int) (set []uint64, count uint64))
	// AppendPlaces appends the bits of the positions of a run of [Sweeps.Runs] in the order of
	// their indices.
	AppendPlaces(dst []uint32, slice, run int) []uint32
}
