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

// Ends is a set of bits: the ways in which the game can end at a position. Package engine has it as
// engine.Ends. The first group of bits reports moves that end the game at once and lead to no
// stored position. The second group reports that the position itself is finished.
type Ends uint8

const (
	WinsNow  Ends = 1 << iota // a move wins at once
	DrawsNow                  // a move ends the game drawn
	LosesNow                  // a move loses at once (wide kind only)
	IsDrawn                   // the position is finished and drawn
	IsLost                    // the position is finished and lost for the mover
	IsWon                     // the position is finished and won for the mover (wide kind only)
)

// Over is the set of bits of finished positions. A position that is not finished, and has no move
// of any kind, is lost for the mover.
const Over = IsDrawn | IsLost | IsWon

// Batcher is the part of engine.Rules that answers for many positions at a time. It belongs to one
// goroutine and needs no closing. dst is as long as keys.
type Batcher interface {
	// Expand overwrites m with the moves at the keys: those of AppendCanonicalMoves for rules with
	// an engine.Symmetry, which pass canonical keys, else those of AppendMoves.
	Expand(m *Moves, keys []uint64) error
	// Numbers stores the results of Layer or Slice in dst. The engine calls it only if the rules
	// have one of them.
	Numbers(dst []int, keys []uint64) error
	// Weights stores the results of KeyWeight in dst. The engine calls it only if the rules have an
	// engine.Symmetry.
	Weights(dst []uint64, keys []uint64) error
}

// Moves is the answer of a [Batcher] about some positions. It keeps its memory between batches.
type Moves struct {
	Keys   []uint64 // the successors, position by position
	Until  []int    // by position: where its successors end in Keys
	Ends   []Ends   // by position
	Scores []int8   // by position, in games of scores: the margin of a finished position
	// Rolls, in games of chance, has the rolls at each position; it may be longer. Keys has the To of those moves
	// that do not end the game, in this order.
	Rolls []Rolls
}

// Reset empties m.
func (m *Moves) Reset() {
	m.Keys, m.Until, m.Ends, m.Scores = m.Keys[:0], m.Until[:0], m.Ends[:0], m.Scores[:0]
}

// Merits returns two tables for games of the kind byte. The first ranks the value of a position for the player who
// moves there, higher for better; 0 is worse than any move. The second maps the best merit of a position's
// moves to the value of the position, and 0 to none, the value of a position without a move.
func Merits(none byte) (merits, worths [256]byte) {
	const draw = 128
	worths[0] = none
	for v := range 255 {
		merit := v / 2 // won for the opponent: later is better
		switch {
		case v == 0:
			merit = draw
		case v%2 != 0:
			merit = 255 - v/2 // lost for the opponent: sooner is better
		}
		merits[v], worths[merit] = byte(merit), byte(v+1)
	}
	worths[draw] = 0
	return merits, worths
}

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
