package query

import (
	"context"
	"fmt"

	"github.com/foregone-db/foregone/engine"
)

// Verdict is a value with its kind, or an unknown value. The zero Verdict is unknown.
type Verdict struct {
	Kind  engine.Kind
	Value engine.Value // 0 if unknown
	Known bool
}

// Unknown is the text of an unknown value.
const Unknown = "unknown"

// String returns the notation of the value, such as W2, or [Unknown].
func (v Verdict) String() string {
	if !v.Known {
		return Unknown
	}
	return v.Kind.Text(v.Value)
}

// MarshalText writes the notation of the value.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// Outcome returns the outcome for the player to whom the verdict belongs.
func (v Verdict) Outcome() engine.Outcome {
	if !v.Known {
		return engine.Unknown
	}
	return v.Kind.Outcome(v.Value)
}

// Result is the [Verdict.Outcome], except that a score is a win, a loss or a draw by
// its sign.
func (v Verdict) Result() engine.Outcome {
	if v.Outcome() != engine.Scored {
		return v.Outcome()
	}
	switch points := v.Kind.Points(v.Value); {
	case points > 0:
		return engine.Win
	case points < 0:
		return engine.Loss
	}
	return engine.Draw
}

// Word returns the outcome in the words of its kind ([engine.Kind.Word]).
func (v Verdict) Word() string { return v.Kind.Word(v.Outcome()) }

// Plies returns the remoteness in plies; ok is false for draws, scores and unknown values.
func (v Verdict) Plies() (plies int, ok bool) {
	if !v.Known {
		return 0, false
	}
	return v.Kind.Plies(v.Value)
}

// Sentence explains the verdict to the player to move.
func (v Verdict) Sentence() string {
	plies, _ := v.Plies()
	if v.Kind.Single() && v.Known {
		switch {
		case v.Value == engine.Tie:
			return "unsolvable: no goal can be reached"
		case plies == 0:
			return "solved: it is a goal"
		}
		return "solvable in " + Plural(plies, "move", "moves")
	}
	switch v.Outcome() {
	case engine.Draw:
		return "a draw"
	case engine.Likely:
		return fmt.Sprintf("wins with a probability of %v", v)
	case engine.Average:
		return fmt.Sprintf("expects a score of %v", v)
	case engine.Scored:
		switch points := v.Kind.Points(v.Value); {
		case points > 0:
			return "ends " + Plural(points, "point", "points") + " ahead"
		case points < 0:
			return "ends " + Plural(-points, "point", "points") + " behind"
		}
		return "ends level"
	case engine.Win:
		if plies == 0 {
			return "won: the game is over"
		}
		return fmt.Sprintf("a win in %s, with the %s own turn", Plural(plies, "ply", "plies"), ordinal((plies+1)/2))
	case engine.Loss:
		if plies == 0 {
			return "lost: the game is over or there is no move"
		}
		return fmt.Sprintf("a loss in %s, after %s", Plural(plies, "ply", "plies"), Plural((plies+1)/2, "own turn", "own turns"))
	}
	return "not known"
}

// Plural writes a number with its noun: 1 ply, 12 plies.
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// Thousands writes a whole number, 0 or above, of any type with commas: 86,208,131,520.
func Thousands(n any) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func ordinal(n int) string {
	suffix := "th"
	if n/10%10 != 1 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return fmt.Sprint(n, suffix)
}

// Compare returns a negative number if the player with these verdicts prefers v, and a positive one
// if he prefers w: wins before draws before losses, the quicker win and the slower loss, the higher
// score. An unknown value comes right after a draw.
func Compare(v, w Verdict) int {
	switch {
	case v.Kind.Less(w.Value, v.Value):
		return -1
	case v.Kind.Less(v.Value, w.Value):
		return 1
	case v.Known == w.Known:
		return 0
	case v.Known:
		return -1
	}
	return 1
}

// gained converts v, for the player to move after a turn from one slice to another, to the worth of
// the turn for the player who made it, in games of scores.
func (v Verdict) gained(from, to *engine.Slice) (Verdict, error) {
	value, err := v.Kind.FromPoints(from.Worth(to, v.Kind.Points(v.Value)))
	return Verdict{v.Kind, value, err == nil}, err
}

// back converts v, for the player to move after a turn, to the worth of the turn for the player who
// made it.
func (v Verdict) back() (Verdict, error) {
	if !v.Known {
		return v, nil
	}
	value, err := v.Kind.Back(v.Value)
	return Verdict{v.Kind, value, err == nil}, err
}

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

// Recompute returns the stored value of a position, and the one that follows from its successors.
func (db *DB) Recompute(index uint64) (stored, computed Verdict, err error) {
	if stored, err = db.stored(index); err == nil {
		computed, err = db.judge().compute(db.game.At(index))
	}
	return stored, computed, err
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
