package fast

// Roller is the part of an engine.Scratch that lists the rolls of a game of chance. Every turn begins
// with a roll of dice or a draw. Then the mover chooses among the moves that the roll allows.
type Roller interface {
	// Roll overwrites r with the rolls at position i and the moves that each allows. A finished
	// position has no rolls, and the result says how it ended; in games of expected scores Score of the
	// scratch says its score. All other positions have rolls, and the result is 0.
	//
	// A turn can have several rolls, with places in between that are not stored, as many in every turn:
	// Places of engine.Dice. Place k in the turn of position i has the index size + i·Places + k, where size
	// is the number of stored positions. Moves of position i lead to its places or to stored positions, and
	// those of a place to lower places of the same turn or to stored positions.
	Roll(r *Rolls, i uint64) Ends
}

// Stager is for rollers of games in which play goes through stages, as in a race along a path, though it can
// be set back. The solver then takes the positions of a slice by stages, from the last to the first, and needs
// fewer sweeps. Stages change only the last bits of the values.
type Stager interface {
	// Stage returns the stage of position i, below 2^16. Most moves lead to a later one.
	Stage(i uint64) int
}

// Rolls are the rolls at a position. The weights of the rolls have the sum that the game declares. A
// roll without a legal move has one move, which passes the turn. The struct keeps its memory between
// calls.
type Rolls struct {
	Weights []uint32 // of each roll, above 0
	Until   []uint32 // by roll: where its moves end in Moves
	Moves   []RollMove
}

// RollMove is a move that a roll allows.
type RollMove struct {
	To uint64 // the index of the next position, or its key in rules
	// Gain is the score that the move earns its mover, in games of expected scores.
	Gain int32
	// Keeps means that the same player moves next. The value of the next position is then his.
	// Otherwise it is the opponent's.
	Keeps bool
	// Doubles means that the value of the next position counts twice, as where a stake is doubled. No
	// value exceeds the bound of the scores. It is for games that declare it, in slices that no move
	// stays in.
	Doubles bool
	// End is not 0 if the move ends the game and leads to no position: WinsNow, DrawsNow or LosesNow,
	// in games of the kind chance only.
	End Ends
}

// Reset empties r.
func (r *Rolls) Reset() { r.Weights, r.Until, r.Moves = r.Weights[:0], r.Until[:0], r.Moves[:0] }

// Add ends a roll: its moves are those appended to Moves since the last call.
func (r *Rolls) Add(weight uint32) {
	r.Weights, r.Until = append(r.Weights, weight), append(r.Until, uint32(len(r.Moves)))
}

// Of returns the moves of a roll.
func (r *Rolls) Of(roll int) []RollMove {
	first := uint32(0)
	if roll > 0 {
		first = r.Until[roll-1]
	}
	return r.Moves[first:r.Until[roll]]
}
