package engine

// Game is a game with a dense numbering of its positions.
//
// REQUIRED are all methods here; what a [Scratch] may offer besides is OPTIONAL
// and looked up once, when a solve opens.
type Game interface {
	// Spec returns the canonical spec of the variant.
	Spec() Spec
	// Kind returns how the variant's values are coded.
	Kind() Kind
	// Size returns the number of stored positions.
	Size() uint64
	// Slices returns the slices in the order of their indices; they cover
	// 0 ≤ index < Size without gaps. A game without irreversible moves has one.
	Slices() []Slice
	// NewScratch returns a worker's own working memory and move generator.
	NewScratch() Scratch
	// Weight returns the number of positions that share index i by symmetry,
	// itself included.
	Weight(i uint64) uint64
	Notation
}

// Slice is a contiguous range of indices that play can leave but not re-enter.
type Slice struct {
	Name  string // such as "4 stones"; unique within the game
	First uint64 // the lowest index
	Size  uint64 // positions
	Exits []int  // the other slices (numbers in [Game.Slices]) that a move can lead to
	// Weight is [Game.Weight] where that is the same for the whole slice, or 0.
	Weight uint64
	// Layer says that no move stays within the slice, so that one pass over its
	// positions solves it once the slices of its Exits are solved. All slices of
	// a game of scores are layers.
	Layer bool
}

// Ends says how the game can end at a position. The first group of bits speaks of
// moves that end the game at once and so lead to no stored position, the second of
// the position itself.
type Ends uint8

const (
	WinsNow  Ends = 1 << iota // a move wins at once
	DrawsNow                  // a move ends the game drawn
	LosesNow                  // a move loses at once (wide kind only)
	IsDrawn                   // the position is finished and drawn
	IsLost                    // the position is finished and lost for the mover
	IsWon                     // the position is finished and won for the mover (wide kind only)
)

// Over is the set of bits that say the position itself is finished. A position
// that is not, and has no move of any kind, is lost for the mover.
const Over = IsDrawn | IsLost | IsWon

// Scratch generates moves by index. It belongs to one goroutine.
type Scratch interface {
	// AppendSuccessors appends the indices of the stored positions that the
	// moves of position i lead to and returns the extended slice together with
	// the moves that end the game. An index may appear more than once; it then
	// must appear as often as i does among its predecessors. Finished positions
	// append nothing.
	AppendSuccessors(dst []uint64, i uint64) ([]uint64, Ends)
}

// Unmover is an optional part of a [Scratch]: predecessors.
type Unmover interface {
	// AppendPredecessors appends the indices, in the slice of i, of the stored
	// positions with a move to position i, each as often as i appears among its
	// successors.
	AppendPredecessors(dst []uint64, i uint64) []uint64
}

// OpenUnmover is an optional part of a [Scratch] that is an [Unmover], too: it leaves
// out predecessors of which everything is known from the start.
type OpenUnmover interface {
	// AppendOpenPredecessors appends what AppendPredecessors does, but for the
	// positions with a move that wins at once ([WinsNow]).
	AppendOpenPredecessors(dst []uint64, i uint64) []uint64
}

// WinScanner is an optional part of a [Scratch]: immediate wins of a run of
// positions at once.
type WinScanner interface {
	// ScanWins adds to wins every index i, first ≤ i < first+n, that has a move
	// which wins at once ([WinsNow]). The set must cover the run.
	ScanWins(wins *Set, first, n uint64)
}

// Seeder is an optional part of a [Scratch] that is a [WinScanner], too: what the rules
// alone say of a position, without listing the moves that stay in its slice. It is asked
// in the seed scan of games of the kind [Byte], in slices with exits and wherever else
// that would list all successors to count them; not for a reverse graph, which needs them.
type Seeder interface {
	// AppendExits appends those of the successors of position i that lie in other
	// slices. It returns the extended slice together with the number of the other
	// successors, how many of these have no move that wins at once, and the moves
	// that end the game, all as AppendSuccessors lists and counts them.
	AppendExits(dst []uint64, i uint64) (exits []uint64, inside, open int, ends Ends)
}

// Searcher is an optional part of a [Scratch]: tests that look at no more
// successors than they need.
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

// Scorer is the part of a [Scratch] that a game of scores must have.
type Scorer interface {
	// Score returns the mover's margin in position i, which is finished.
	Score(i uint64) int
}

// Resident is an optional part of a [Game]: what it keeps in memory, such as the keys
// of its positions, beyond some megabytes.
type Resident interface {
	// Resident returns a number of bytes.
	Resident() uint64
}

// LayerEvaluator is an optional part of a [Scratch] for games whose layers can be
// solved faster many positions at a time.
type LayerEvaluator interface {
	// EvaluateLayer stores the values of the n positions from first on, all in
	// one slice that is a [Slice.Layer], in dst, as a table stores them: one byte
	// each, or two, low byte first, in the wide kind. exits holds, by number of
	// slice, all values of the slices that this one exits into; they must not be
	// changed. It fails when the kind cannot hold a value.
	EvaluateLayer(dst []byte, first, n uint64, exits [][]byte) error
}

// Position is a position in the game's own form. Positions of one game are
// comparable with ==, equal exactly when they are the same before symmetry, and
// never nil.
type Position any

// Result is a result of a turn: a distinct resulting position.
type Result struct {
	To    Position
	Turns uint64 // how many different turns lead there; at least 1
	Ended bool   // the turn ended the game, To is finished and not stored
	End   Value  // where Ended: the value for the player who moved
}

// Move is a distinct resulting position with the notation of a turn that leads
// to it: a shortest one, of those the first in byte order.
type Move struct {
	Result
	Turn string
}

// Notation is how people and other programs write positions and turns.
type Notation interface {
	// Parse reads a position in any of the game's notations. Errors are
	// [InputError]s that say what was expected. A finished position that the
	// game does not store is an error that says so.
	Parse(text string) (Position, error)
	// Text returns the canonical one-line notation of p.
	Text(p Position) string
	// Board returns p drawn in lines of text for people, each ended by "\n".
	Board(p Position) string
	// Index returns the index of p, or false where p is valid but not stored.
	Index(p Position) (uint64, bool)
	// At returns the position of an index, of symmetric twins the one stored.
	// The index must be below Size.
	At(i uint64) Position
	// Start returns the position the game starts from, or false where the game
	// has no single one.
	Start() (Position, bool)
	// AppendResults appends the distinct results of all turns at p, in no
	// particular order; none where p is finished or cannot move.
	AppendResults(dst []Result, p Position) []Result
	// Moves returns the distinct results of all turns at p with their notation,
	// in byte order of the notation.
	Moves(p Position) []Move
	// Play returns the result of the turn written in turn, or an [InputError]
	// that says why it is not legal.
	Play(p Position, turn string) (Result, error)
	// Finished reports whether p itself is finished, and its value then.
	Finished(p Position) (Value, bool)
}
