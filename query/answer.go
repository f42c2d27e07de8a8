package query

import (
	"context"
	"fmt"

	"github.com/foregone-db/foregone/engine"
)

// Answer is a position with its value.
type Answer struct {
	Game     string // canonical spec
	Position engine.Position
	Text     string // canonical notation of the position
	Index    uint64 // index in the table; valid if Stored
	Stored   bool   // false: the value was computed from the successors
	Verdict  Verdict
	// Error, in games of chance, is the proven half-width: the value differs from the true one by at
	// most that.
	Error float64
	// AtLeast is a lower bound of an unknown value, for the player to move, from the moves whose
	// values are known. [Answer.Bounded] sets it; it is unknown if the moves prove nothing.
	AtLeast Verdict
}

// Sentence explains the answer to the player to move.
func (a Answer) Sentence() string {
	if a.AtLeast.Known {
		return "at least " + a.AtLeast.String() + ", " + a.AtLeast.Sentence()
	}
	return a.Verdict.Sentence()
}

// Parse reads a position: #N is an index, all other text is in the notation of the game. Errors are
// [engine.InputError]s.
func (db *DB) Parse(text string) (engine.Position, error) {
	return engine.ParsePosition(db.game, text)
}

// Lookup returns the answer of [DB.Value] for a position that [DB.Parse] reads.
func (db *DB) Lookup(text string) (Answer, error) {
	p, err := db.Parse(text)
	if err != nil {
		return Answer{}, err
	}
	return db.Value(p)
}

// Value returns the value of a position. If the table does not hold the position, Value computes it
// from the successors; it is unknown if these do not decide it. A damaged table gives an error that
// wraps [ErrCorrupt].
func (db *DB) Value(p engine.Position) (Answer, error) {
	a := Answer{Game: db.spec, Position: p, Text: db.game.Text(p)}
	if a.Index, a.Stored = db.game.Index(p); a.Stored {
		v, err := db.stored(a.Index)
		a.Verdict, a.Error = v, db.half(a.Index)
		return a, err
	}
	var turn turnValues
	if v, ok, err := db.judge().within(p, &turn); ok {
		a.Verdict, a.Error = v, turn.half
		return a, err
	}
	v, err := db.judge().compute(p)
	a.Verdict = v
	return a, err
}

// At returns the value of a stored position, which must be below the table's size.
func (db *DB) At(index uint64) (Answer, error) {
	v, err := db.stored(index)
	p := db.game.At(index)
	return Answer{Game: db.spec, Position: p, Text: db.game.Text(p), Index: index, Stored: true, Verdict: v, Error: db.half(index)}, err
}

// Bounded returns the answer with the lower bound that all moves of the position prove, if its
// value is unknown.
func (a Answer) Bounded(db *DB) (Answer, error) {
	if a.Verdict.Known {
		return a, nil
	}
	ws, err := db.judge().weigh(context.Background(), a.Position, db.game.AppendResults(nil, a.Position))
	if err != nil {
		return a, fmt.Errorf("moves of %s: %w", a.Text, err)
	}
	a.AtLeast = atLeast(ws)
	return a, nil
}
