package fast

// Unmover is the part of an engine.Scratch that lists predecessors.
type Unmover interface {
	// AppendPredecessors appends the stored positions in the slice of i that have a move to i,
	// each as often as i appears among its successors.
	AppendPredecessors(dst []uint64, i uint64) []uint64
}

// OpenUnmover is the part of an engine.Scratch that lists predecessors without immediate wins.
type OpenUnmover interface {
	// AppendOpenPredecessors is AppendPredecessors without the positions that have a move that wins
	// at once ([WinsNow]).
	AppendOpenPredecessors(dst []uint64, i uint64) []uint64
}

// WinScanner is the part of an engine.Scratch that finds immediate wins.
type WinScanner interface {
	// ScanWins adds to wins every index i, first ≤ i < first+n, that has a move that wins at once
	// ([WinsNow]). The set covers the run.
	ScanWins(wins *Set, first, n uint64)
}

// Seeder is the part of an engine.Scratch that counts successors without listing them. The seed
// scan uses it in slices with exits, and wherever it needs counts only. A reverse graph needs the
// successors themselves.
type Seeder interface {
	// AppendExits appends the successors of position i in other slices. It returns the extended
	// slice, the number of the other successors (inside), how many of these have no move that
	// wins at once (open), and the ways in which the game can end. All agree with
	// AppendSuccessors, repeats included.
	AppendExits(dst []uint64, i uint64) (exits []uint64, inside, open int, ends Ends)
}

// Searcher is the part of an engine.Scratch that searches successors and stops early.
type Searcher interface {
	// Outside returns a successor of i that set covers but does not contain, or false where none
	// exists. A position that can never be lost (a move draws at once, or the position is finished
	// and drawn or won) must not return false; it may return i itself. The answer for positions
	// with a move that wins at once does not matter.
	Outside(i uint64, set *Set) (successor uint64, ok bool)
	// AnyIn reports whether some successor of i is in set.
	AnyIn(i uint64, set *Set) bool
}

// LayerEvaluator is the part of an engine.Scratch that solves many positions of a layer at a time, or all
// positions of a run of indices that play can stay in (Closed of engine.Parts).
type LayerEvaluator interface {
	// EvaluateLayer stores in dst the values of the n positions from first on, all in one layer or one whole run,
	// in the form of a table: one byte each, or two, low byte first, in the wide kind. exits has,
	// by number of slice, all values of the slices that this one exits into; they must not be
	// changed. It fails when the kind cannot hold a value. It may return [errors.ErrUnsupported]
	// for some layers; the solver then evaluates them position by position.
	EvaluateLayer(dst []byte, first, n uint64, exits [][]byte) error
}

// Replier lists the results of turns without their notation. Games of scores, and games whose exits
// end the count of turns, have none.
type Replier interface {
	// AppendReplies sorts the distinct results of the turns at p, an engine.Position, into three
	// groups; symmetric twins are distinct. It appends the indices of the stored results where the
	// next player cannot win at once, in any order. It returns the number of results that won the
	// game (won), and the number of results where the next player can win at once (lost).
	AppendReplies(dst []uint64, p any) (indices []uint64, won, lost uint64)
}
