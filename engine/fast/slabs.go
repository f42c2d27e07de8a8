package fast

// Slabs is an optional part of a Game of the kind [Byte] whose turns are made of steps: the
// mover first rearranges what is his, which leaves the opponent alone and can be undone,
// and then makes one link, after which the opponent is to move. Links may lead into other
// slices: slabs are solved all together, and a slice that no move stays in is no exception.
// In such layers values need no bitmaps, though, and a [LayerEvaluator] finds them in one
// pass.
//
// A slab is all positions that agree in what is the opponent's; a configuration of a slab
// is a place of what is the mover's. What stands between the rearrangement and the link is
// a configuration of the same slab. Sets of configurations are bitmaps of [Slabs.Words]
// words; a configuration is the number of its bit, below 64·Words. Some configurations
// are no stored positions: they can be passed through all the same, and they have values
// by their turns.
//
// Symmetric twins may have one slab: a slab that stands for its twin, too, is in
// [Slabs.Order], and the twin is not. Links and turns lead to the same indices.
type Slabs interface {
	// Numbers returns a number above all slab numbers, at most 1<<28.
	Numbers() uint32
	// Order returns the numbers of the slabs in the order of solving: slabs whose links
	// lead to neighbouring slabs should be near each other, and with them those of one
	// part of the table. It must not be changed.
	Order() []uint32
	// Twin returns the slab in Order that stands for a slab which is not, and false for
	// those in Order and for numbers that are no slab.
	Twin(slab uint32) (uint32, bool)
	// Words returns the number of 64-bit words in a bitmap of a slab.
	Words() int
	// Parts returns where in the table the positions of consecutive slabs of Order are:
	// all of the table, in order.
	Parts() []SlabPart
	// NewSlabScratch returns a worker's own working memory.
	NewSlabScratch() SlabScratch
}

// SlabPart is a run of slabs in [Slabs.Order] whose stored positions are a run of indices.
type SlabPart struct {
	Slabs       int    // how many, following those of the part before
	First, Size uint64 // indices
}

// SlabScratch works on one slab at a time. It belongs to one goroutine. Slabs are given
// by number; bitmaps have Words words.
type SlabScratch interface {
	// Enter chooses the slab that the other methods are about.
	Enter(slab uint32)
	// Fill stores all configurations.
	Fill(dst []uint64)
	// Reach stores the configurations that are stored positions.
	Reach(dst []uint64)
	// Marks stores in wins the configurations with a link that wins at once, and in any
	// those with a link of any kind, these included.
	Marks(wins, any []uint64)
	// Dilate stores the configurations from which a rearrangement leads into src: those of
	// src are among them where the mover may leave everything as it is. A rearrangement can
	// be undone. The sets may be the same.
	Dilate(dst, src []uint64)
	// AppendUnlinks appends the configurations that links lead from into the positions of
	// set, each as often as there are links, in the form live[slab]<<32 | configuration.
	// Where live is below 0 it leaves them out. For slabs that are no stored ones live has
	// what their twins have. Of slabs whose place in [Slabs.Order] is not in from ≤ place < to
	// it may leave out what it likes.
	AppendUnlinks(dst []uint64, set []uint64, live []int32, from, to int) []uint64
	// AppendLinks appends, for each of the configurations, the positions that its links
	// lead to, in the form of AppendUnlinks and with the same multiplicity, and to counts
	// how many it appended. Links that end the game are left out.
	AppendLinks(dst []uint64, counts []uint8, configurations []uint32, live []int32) ([]uint64, []uint8)
	// AppendIndices appends the indices of the positions of set, in order of their bits.
	AppendIndices(dst []uint64, set []uint64) []uint64
}
