package engine

// Rules is a game at the level "rules only": a start position, an encoding of
// positions into keys, and the moves. Package discover makes a [Game] of it.
//
// A key is any uint64 the game likes, one per position. The methods of Rules and of
// all its optional parts must be safe for concurrent use.
type Rules interface {
	// Start returns the key of the position the game starts from.
	Start() uint64
	// AppendMoves appends the keys of the positions that the moves at key lead
	// to and returns the extended slice together with the moves that end the
	// game. A key may be appended more than once. Finished positions append
	// nothing and say how they ended; a position without moves that says nothing
	// is lost for the mover or, in a game of scores, finished.
	AppendMoves(dst []uint64, key uint64) ([]uint64, Ends)
}

// KeyLayers is an optional part of [Rules], required in games of scores: it says that
// the game has no loops. Positions are then found, stored and solved layer by layer,
// which takes less time and memory than searching among all of them.
type KeyLayers interface {
	// KeyLayer returns the number of the layer that a position is in, 0…65535.
	// Every move leads to a layer with a greater number. Symmetric twins are in
	// one layer.
	KeyLayer(key uint64) int
}

// KeySlices is an optional part of [Rules] for games with loops in which something
// cannot be undone, such as a piece placed or taken: positions are then found, stored
// and solved slice by slice, which takes less memory than all of them at once.
// [KeyLayers] is the same for games without loops; rules have one of the two at most.
type KeySlices interface {
	// KeySlice returns the number of the slice that a position is in, 0…65535.
	// Every move leads to the same slice or to one with a greater number.
	// Symmetric twins are in one slice.
	KeySlice(key uint64) int
}

// KeySymmetry is an optional part of [Rules]: positions that are the same by symmetry
// are stored once.
type KeySymmetry interface {
	// Canonical returns the key that stands for a position and all its symmetric
	// twins; it is one of theirs.
	Canonical(key uint64) uint64
	// AppendCanonicalMoves is [Rules].AppendMoves with [KeySymmetry.Canonical] of
	// each key, in any order. It is what discovering and solving spend their time
	// in. It is called with canonical keys only.
	AppendCanonicalMoves(dst []uint64, key uint64) ([]uint64, Ends)
	// KeyWeight returns the number of a position's symmetric twins, itself
	// included.
	KeyWeight(key uint64) uint64
}

// KeyScorer is the part of [Rules] that a game of scores must have.
type KeyScorer interface {
	// KeyScore returns the mover's margin in a finished position, -128…127.
	KeyScore(key uint64) int
}

// KeyNotation is an optional part of [Rules]: the notation of positions. Without
// it a position is written as its key in hexadecimal, such as 0x1f.
type KeyNotation interface {
	// ParseKey reads a position. Errors are [InputError]s. It need not check
	// that the position can be reached.
	ParseKey(text string) (uint64, error)
	// KeyText returns the canonical one-line notation of a position.
	KeyText(key uint64) string
}

// KeyBoard is an optional part of [Rules]: a drawing of the position. Without it
// the one-line notation is shown.
type KeyBoard interface {
	// KeyBoard returns the position in lines of text, each ended by "\n".
	KeyBoard(key uint64) string
}

// MoveNotation is an optional part of [Rules]: the notation of moves. Without it
// a move is written as the position it leads to.
type MoveNotation interface {
	// MoveText returns the notation of the move from one position to another,
	// different for different results of one position.
	MoveText(from, to uint64) string
}
