package engine

import (
	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/engine/fast"
)

// Rules is a game at the level "rules only": a start position, an encoding of positions
// into keys, and the moves. Package discover makes a [Game] of it.
//
// The game chooses the keys: any uint64, a different one for each position. All functions and
// parts must be safe for concurrent use. A nil optional part means that the game does not have it.
type Rules struct {
	// Start is the key of the start position. REQUIRED.
	Start uint64
	// Absent means that the program with the rules is missing, although it was present when the
	// positions were found. Start is unknown, and only the notation of positions works; every
	// other function fails. Stored positions keep their indices.
	Absent bool
	// AppendMoves appends the keys that the moves at key lead to, and returns the extended slice
	// with the ways in which the game can end. It may append a key more than once. A finished
	// position appends nothing and returns how it ended. A position without moves and without an
	// end is lost for the mover; in a game of scores it is finished. REQUIRED, except in a game of
	// chance, whose Roll has the moves.
	AppendMoves func(dst []uint64, key uint64) ([]uint64, Ends)

	// Roll is for games of chance. It overwrites r with the rolls at key and their moves, whose To are
	// keys: see [fast.Roller]. REQUIRED there, together with Dice, nil in all other games.
	Roll func(r *fast.Rolls, key uint64) Ends
	// Dice declares the rolls. Its Rolls are nil: the engine makes them.
	Dice Dice
	// Within is for ranked games whose turns have several rolls ([fast.Roller]). For the key of a position
	// within a turn, which is not stored, it returns the key of the stored position where the turn begins,
	// and the place that has the value; false for other keys. The moves of Roll lead to such keys, too.
	Within func(key uint64) (owner uint64, place int, ok bool)
	// RollName returns the name of a roll at a position, such as "3" or "6-5", without ":" and blanks.
	// The names of the rolls at a position differ. Without it rolls are named by their numbers, from 1
	// on.
	RollName func(key uint64, roll int) string

	// Layer declares a game without loops. It returns the layer of a position, 0…65535. Every
	// move leads to a layer with a greater number. Symmetric twins share a layer. Positions are
	// found, stored and solved layer by layer, which saves time and memory.
	Layer func(key uint64) int
	// Slice is for games with loops in which some moves cannot be undone, such as placing or
	// taking a piece. It returns the slice of a position, 0…65535. Every move leads to the same
	// slice or to one with a greater number. Symmetric twins share a slice. Positions are
	// found, stored and solved slice by slice, which saves memory. Rules have Layer or Slice or
	// neither.
	Slice func(key uint64) int
	// Points and Side are for games of scores. They return the fields of the same name of type
	// [Slice] for the slice or layer of a position: the points that remain, and the player who
	// moves, 1 or 2, in games where a move can keep the turn. All positions of a slice agree in
	// both. Without them a score counts at the end only, and turns alternate.
	Points, Side func(key uint64) int
	// Symmetry stores symmetric twins once.
	Symmetry Symmetry
	// Score returns the mover's margin in a finished position, -128…127. REQUIRED in games of
	// scores and of expected scores, nil in all others.
	Score func(key uint64) int

	// Notation writes and reads positions. Without it a position is its key in hexadecimal, such
	// as 0x1f.
	Notation KeyNotation
	// Board draws the position in lines of text, each ended by "\n". Without it the one-line
	// notation is shown.
	Board func(key uint64) string
	// MoveText returns the notation of the move from one position to another. Different results
	// of a position have different texts. Without it a move is written as the position it
	// leads to.
	MoveText func(from, to uint64) string
	// RollText is MoveText in games of chance whose notation of a move depends on the roll, by its number.
	RollText func(from, to uint64, roll int) string
	// AppendTurns appends the notation of every move from one position to another, in any order;
	// the text of MoveText is one of them. It is for games in which different moves have the
	// same result. Without it MoveText is the only notation.
	AppendTurns func(dst []string, from, to uint64) []string
	// AppendEndings appends the moves at key that end the game and lead to no key: those that
	// AppendMoves reports by the bits WinsNow, DrawsNow and LosesNow. Without it all moves of a
	// bit count as one, written "wins", "draws" or "loses".
	AppendEndings func(dst []Ending, key uint64) []Ending
	// Depiction describes pictures of positions.
	Depiction drawing.Depiction

	// Features are numbers that each position has, for exports: see [Parts].
	Features []Feature[uint64]

	// MaxSuccessors is an upper bound on a position's successors; 0: unknown.
	MaxSuccessors int
	// NewBatcher makes a worker's own [fast.Batcher], for games that answer for many positions
	// more cheaply than one by one. Its answers must match the functions above, which still
	// serve single positions.
	NewBatcher func() fast.Batcher
}

// Ending is a move that ends the game and leads to no key.
type Ending struct {
	Turn  string // its notation, unique among the moves of the position
	End   Ends   // WinsNow, DrawsNow or LosesNow
	Text  string // the finished position in one line; "": the position before and the turn
	Board string // the finished position drawn, each line ended by "\n"; "": as Text
}

// Symmetry is the part of [Rules] that maps symmetric twins to one key.
type Symmetry interface {
	// Canonical returns the key that stands for a position and all its symmetric twins: the key
	// of one of them.
	Canonical(key uint64) uint64
	// AppendCanonicalMoves is AppendMoves of [Rules] with [Symmetry.Canonical] applied to each
	// key, in any order. It is the hottest function of discovery and solving. Callers pass
	// canonical keys only.
	AppendCanonicalMoves(dst []uint64, key uint64) ([]uint64, Ends)
	// KeyWeight returns the number of a position's symmetric twins, itself
	// included.
	KeyWeight(key uint64) uint64
}

// CanonicalMoves implements [Symmetry.AppendCanonicalMoves] for rules without a faster way: it
// makes the moves, then makes their keys canonical. Pass a pointer or an empty struct: another
// value is copied to the heap at each call.
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
	// ParseKey reads a position. Its errors are [InputError]s. It need not check whether play
	// reaches the position.
	ParseKey(text string) (uint64, error)
	// KeyText returns the canonical one-line notation of a position.
	KeyText(key uint64) string
}
