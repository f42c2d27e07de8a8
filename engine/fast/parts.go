package fast

// Unmover is the part of a [Scratch] that lists predecessors.
type Unmover interface {
	// AppendPredecessors appends the indices, in the slice of i, of the stored
	// positions with a move to position i, each as often as i appears among its
	// successors.
	AppendPredecessors(dst []uint64, i uint64) []uint64
}

// OpenUnmover is the part of a [Scratch] that leaves out predecessors with a move that
// wins at once.
type OpenUnmover interface {
	// AppendOpenPredecessors appends what AppendPredecessors does, but for the
	// positions with a move that wins at once ([WinsNow]).
	AppendOpenPredecessors(dst []uint64, i uint64) []uint64
}

// WinScanner is the part of a [Scratch] that finds immediate wins.
type WinScanner interface {
	// ScanWins adds to wins every index i, first ≤ i < first+n, that has a move
	// which wins at once ([WinsNow]). The set must cover the run.
	ScanWins(wins *Set, first, n uint64)
}

// Seeder is the part of a [Scratch] that tells what the rules alone say of a position. It
// is asked in the seed scan, in slices with exits and wherever else that would list all
// successors to count them; not for a reverse graph, which needs them.
type Seeder interface {
	// AppendExits appends those of the successors of position i that lie in other
	// slices. It returns the extended slice together with the number of the other
	// successors, how many of these have no move that wins at once, and the moves
	// that end the game, all as AppendSuccessors lists and counts them.
	AppendExits(dst []uint64, i uint64) (exits []uint64, inside, open int, ends Ends)
}

// Searcher is the part of a [Scratch] with tests that look at no more successors than
// they need.
type Searcher interface {
	// Outside returns a successor of i that set covers and that is not in it, or
	// false where there is none. Where a move draws at once, or the position is
	// finished and drawn or won, so that no set of its successors can make it
	// lost, it may return i itself, and must not return false. Positions with a
	// move that wins at once are not asked about: the answer there may be any.
	Outside(i uint64, set *Set) (successor uint64, ok bool)
	// AnyIn reports whether some successor of i is in set.
	AnyIn(i uint64, set *Set) bool
}

// LayerEvaluator is the part of a [Scratch] for games whose layers can be solved faster
// many positions at a time.
type LayerEvaluator interface {
	// EvaluateLayer stores the values of the n positions from first on, all in
	// one slice that is a [Slice.Layer], in dst, as a table stores them: one byte
	// each, or two, low byte first, in the wide kind. exits holds, by number of
	// slice, all values of the slices that this one exits into; they must not be
	// changed. It fails when the kind cannot hold a value.
	EvaluateLayer(dst []byte, first, n uint64, exits [][]byte) error
}

// Replier lists what the turns of a position lead to, where nobody asks for the turns. Games
// of scores, and those in which exits end the count of turns, have none.
type Replier interface {
	// AppendReplies appends the indices of the distinct results of the turns at p that are
	// stored, and in which the next player cannot win at once, in any order; twins are told
	// apart. It returns how many results, besides these, won the game, and in how many the next
	// player can win at once. There are no others.
	AppendReplies(dst []uint64, p any) (indices []uint64, won, lost uint64)
}
