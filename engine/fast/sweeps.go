package fast

// Sweeps is an optional part of a Game whose moves do the same to many positions at once,
// such as those that move bits of a number: the positions of a slice are bits of bitmaps, and
// what leads into a set of positions is found for whole bitmaps. A solve looks at all of a
// slice once for each remoteness then, and lists no move. It is for games of the kind [Wide] in
// which every position has a move or is finished, and then won or lost.
//
// A slice is divided into blocks of the same size, a bitmap each. Every bit of a block is a
// stored position, and every stored position is one bit. The numbers of bits, their places,
// need not follow the indices: runs of indices say where in a block they are.
type Sweeps interface {
	// Blocks returns how many blocks a slice has, and how many positions each of them.
	Blocks(slice int) (blocks int, size uint64)
	// Runs returns the runs of the indices of a slice, in order, all of them.
	Runs(slice int) []SweepRun
	// NewSweepScratch returns a worker's own working memory.
	NewSweepScratch() SweepScratch
}

// SweepRun is a run of indices whose positions are in one block.
type SweepRun struct {
	Block int
	Size  uint64
}

// SweepScratch works on one block at a time. It belongs to one goroutine. A bitmap of n bits
// has (n+63)/64 words; the bits beyond n of the last are 0 in what is handed in, and must be
// in what is stored.
type SweepScratch interface {
	// Ended stores in won and lost the positions of a block that are finished and won or lost
	// for the mover.
	Ended(won, lost []uint64, slice, block int)
	// AppendLeads appends the blocks, as slice and block, that moves at positions of a block lead to,
	// which may be listed more than once.
	AppendLeads(dst [][2]int, slice, block int) [][2]int
	// Before stores in dst those of some positions of a block that have a move into a set, of
	// which sets returns the part in a block, and how many positions that has; where there are
	// none, nil will do. Of finished positions it may say what it likes.
	Before(dst, among []uint64, slice, block int, sets func(slice, block int) (set []uint64, count uint64))
	// AppendPlaces appends the bits of the positions of a run of [Sweeps.Runs] in the order of
	// their indices.
	AppendPlaces(dst []uint32, slice, run int) []uint32
}
