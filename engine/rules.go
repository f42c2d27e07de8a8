package engine

import (
	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/engine/fast"
)

// Rules is a game at the level "rules only": a start position, an encoding of positions
// into keys, and the moves. Package discover makes a [Game] of it.
//
// A key is any uint64 the game likes, one per position. All functions and parts must be
// safe for concurrent use. Optional parts are nil where the game does without them.
type Rules struct {
	// Start is the key of the position the game starts from. REQUIRED.
	Start uint64
	// Absent says that the rules are not here but were when the positions were found: Start
	// is not known, and nothing but a position's notation may be asked. Whatever else is
	// asked fails. Stored positions have their indices all the same.
	Absent bool
	// AppendMoves appends the keys of the positions that the moves at key lead
	// to and returns the extended slice together with the moves that end the
	// game. A key may be appended more than once. Finished positions append
	// nothing and say how they ended; a position without moves that says nothing
	// is lost for the mover or, in a game of scores, finished. REQUIRED.
	AppendMoves func(dst []uint64, key uint64) ([]uint64, Ends)

	// Layer says that the game has no loops. It
	// returns the number of the layer that a position is in, 0…65535. Every move leads
	// to a layer with a greater number. Symmetric twins are in one layer. Positions are
	// then found, stored and solved layer by layer, which takes less time and memory
	// than searching among all of them.
	Layer func(key uint64) int
	// Slice is for games with loops in which something cannot be undone, such as a piece
	// placed or taken. It returns the number of the slice that a position is in,
	// 0…65535. Every move leads to the same slice or to one with a greater number.
	// Symmetric twins are in one slice. Positions are then found, stored and solved
	// slice by slice, which takes less memory than all of them at once. Rules have
	// Layer or Slice or neither.
	Slice func(key uint64) int
	// Points and Side are for games of scores, and say what those of [Slice] are for the slice
	// or layer of a position: what is still to be had there, and which player moves, 1 or 2,
	// where a move can keep the turn. Positions of one slice agree in both. Without them a
	// score is counted at the end alone, and turns alternate.
	Points, Side func(key uint64) int
	// Symmetry makes positions that are the same by symmetry be stored once.
	Symmetry Symmetry
	// Families makes ranks of keys fast to find, where keys crowd in a way that the game
	// knows. It may be [fast.MovingFamilies].
	Families fast.Families
	// Score returns the mover's margin in a finished position, -128…127. It must be
	// there in games of scores, and in no others.
	Score func(key uint64) int

	// Notation is how positions are written. Without it a position is its key in
	// hexadecimal, such as 0x1f.
	Notation KeyNotation
	// Board returns a drawing of the position in lines of text, each ended by "\n".
	// Without it the one-line notation is shown.
	Board func(key uint64) string
	// MoveText returns the notation of the move from one position to another,
	// different for different results of one position. Without it a move is written as
	// the position it leads to.
	MoveText func(from, to uint64) string
	// AppendTurns appends the notation of every move from one position to another, in any
	// order; that of MoveText is one of them. It is for games in which different moves
	// have the same result: all are legal, and shown as equal. Without it there is one.
	AppendTurns func(dst []string, from, to uint64) []string
	// AppendEndings appends the moves at key that end the game and so lead to no key,
	// which AppendMoves tells by the bits WinsNow, DrawsNow and LosesNow. Without it all
	// moves of a bit are one, written "wins", "draws" or "loses".
	AppendEndings func(dst []Ending, key uint64) []Ending
	// Depiction is what positions look like in pictures.
	Depiction drawing.Depiction

	// Features are numbers that the game can tell of each of its positions: see [Parts].
	Features []Feature[uint64]

	// MaxSuccessors is what the number of successors of no position exceeds; 0: not known.
	MaxSuccessors int
	// NewBatcher makes a worker's own [fast.Batcher], for games that are asked for many
	// positions at a time more cheaply than one by one. What it says is what the functions
	// above say, and they are still there for single questions.
	NewBatcher func() fast.Batcher
}

// Ending is a move that ends the game and leads to no key.
type Ending struct {
	Turn  string // its notation, another one than that of any other move there
	End   Ends   // WinsNow, DrawsNow or LosesNow
	Text  string // the finished position in one line; "": the one before, and the turn
	Board string // the finished position drawn, each line ended by "\n"; "": likewise
}

// Symmetry is the part of [Rules] that knows which positions are the same.
type Symmetry interface {
	// Canonical returns the key that stands for a position and all its symmetric
	// twins; it is one of theirs.
	Canonical(key uint64) uint64
	// AppendCanonicalMoves is AppendMoves of [Rules] with [Symmetry.Canonical] of
	// each key, in any order. It is what discovering and solving spend their time
	// in. It is called with canonical keys only.
	AppendCanonicalMoves(dst []uint64, key uint64) ([]uint64, Ends)
	// KeyWeight returns the number of a position's symmetric twins, itself
	// included.
	KeyWeight(key uint64) uint64
}

// CanonicalMoves is [Symmetry.AppendCanonicalMoves] of rules that know no faster way: it
// makes their moves, and what they lead to canonical.
func CanonicalMoves(r interface {
	AppendMoves(dst []uint64, key uint64) ([]uint64, Ends)
	Canonical(key uint64) uint64
}, dst []uint64, key uint64) ([]uint64, Ends) {
	n := len(dst)
	dst, ends := r.AppendMoves(dst, key)
	for i, to := range dst[n:] {
		dst[n+i] = r.Canonical(to)
	}
	return dst, ends
}

// KeyNotation is the part of [Rules] that writes positions and reads them.
type KeyNotation interface {
	// ParseKey reads a position. Errors are [InputError]s. It need not check
	// that the position can be reached.
	ParseKey(text string) (uint64, error)
	// KeyText returns the canonical one-line notation of a position.
	KeyText(key uint64) string
}
