package fast

// Slabs is an optional part of a game of the kind byte whose turns consist of steps. The mover
// first rearranges his own pieces, which does not touch the opponent's and can be undone. Then he
// makes one link, and the opponent is to move. Links may lead into other slices: all slabs are
// solved together. Games of layers do better with a [LayerEvaluator], which needs one pass and no
// bitmaps.
//
// A slab is the set of positions that agree in the opponent's pieces. A configuration is a
// placement of the mover's pieces in a slab; the position between the rearrangement and the link is
// a configuration of the same slab. A set of configurations is a bitmap of [Slabs.Words] words; a
// configuration is the number of its bit, below 64·Words. Some configurations are not stored
// positions. Rearrangements pass through them, and they get values from their turns.
//
// Symmetric twins may share a slab: [Slabs.Order] has the slab that stands for both. The links of
// both slabs lead to the same indices.
type Slabs interface {
	// Numbers returns a number above all slab numbers, at most 1<<28.
	Numbers() uint32
	// Order returns the numbers of the slabs in the order of solving. Slabs of one part of the
	// table, and slabs whose links lead to neighbours, should be near each other. The caller must
	// not change it.
	Order() []uint32
	// Twin returns the slab in Order that stands for another slab. It returns false for slabs in
	// Order and for numbers without a slab.
	Twin(slab uint32) (uint32, bool)
	// Words returns the number of 64-bit words in a bitmap of a slab.
	Words() int
	// Parts returns the places in the table of runs of slabs in Order. Together they are the whole
	// table, in order.
	Parts() []SlabPart
	// NewSlabScratch returns a worker's own working memory.
	NewSlabScratch() SlabScratch
}

// SlabPart is a run of slabs in [Slabs.Order] whose stored positions are a run of indices.
type SlabPart struct {
	Slabs       int    // number of slabs, following those of the part before
	First, Size uint64 // indices
}

// SlabScratch works on one slab at a time. It belongs to one goroutine. Slabs are given
// by number; bitmaps have Words words.
type SlabScratch interface {
	// Enter chooses the slab of the other methods.
	Enter(slab uint32)
	// Fill stores all configurations.
	Fill(dst []uint64)
	// Stored sets dst to the configurations that are stored positions.
	Stored(dst []uint64)
	// Marks stores in wins the configurations with a link that wins at once, and in any the
	// configurations with a link of any kind, wins included.
	Marks(wins, any []uint64)
	// Dilate stores the configurations from which a rearrangement leads into src. Src itself is
	// among them where the mover may keep his pieces in place. dst and src may be the same slice.
	Dilate(dst, src []uint64)
	// AppendUnlinks appends the configurations from which links lead into the positions of set,
	// once for each link, in the form live[slab]<<32 | configuration. It leaves out slabs with
	// live below 0. The entry of a twin in live is that of the slab that stands for it. It may
	// leave out any slab whose place in [Slabs.Order] is outside from ≤ place < to.
	AppendUnlinks(dst []uint64, set []uint64, live []int32, from, to int) []uint64
	// AppendLinks appends the positions that the links of each configuration lead to, in the form
	// and with the multiplicity of AppendUnlinks. It appends the number for each configuration to
	// counts. It leaves out links that end the game.
	AppendLinks(dst []uint64, counts []uint8, configurations []uint32, live []int32) ([]uint64, []uint8)
	// AppendIndices appends the indices of the positions of set, in order of their bits.
	AppendIndices(dst []uint64, set []uint64) []uint64
}
