package query

import "github.com/foregone-db/foregone/engine"

// Answer is what the database knows of one position.
type Answer struct {
	Game     string // canonical spec
	Position engine.Position
	Text     string // canonical notation of the position
	Index    uint64 // the table's index; meaningful where Stored
	Stored   bool   // false: the verdict was computed from the successors
	Verdict  Verdict
}

// Parse reads a position: #N is an index, everything else is the game's own
// notation. Errors are [engine.InputError]s.
func (db *DB) Parse(text string) (engine.Position, error) {
	return engine.ParsePosition(db.game, text)
}

// Lookup returns the value of the position that text says, as [DB.Parse] reads it and
// [DB.Value] answers.
func (db *DB) Lookup(text string) (Answer, error) {
	p, err := db.Parse(text)
	if err != nil {
		return Answer{}, err
	}
	return db.Value(p)
}

// Value returns the value of a position. Where the table does not hold the
// position it is computed from its successors, and is unknown when those do not
// decide it. A damaged table gives an error that wraps [ErrCorrupt].
func (db *DB) Value(p engine.Position) (Answer, error) {
	a := Answer{Game: db.spec, Position: p, Text: db.game.Text(p)}
	if a.Index, a.Stored = db.game.Index(p); a.Stored {
		v, err := db.stored(a.Index)
		a.Verdict = v
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
	return Answer{db.spec, p, db.game.Text(p), index, true, v}, err
}
