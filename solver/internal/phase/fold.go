package phase

import (
	"errors"

	"github.com/foregone-db/foregone/engine"
)

// Fold collects facts about a position's value, from the ends of its moves and the values of its
// successors. No other code of the solver derives a value from those of successors, except
// verification and the naive solver of the tests: their folds are separate, so that they can
// contradict this one.
//
// [Codec.NewFold] is a position without moves, which is lost or, with one player, unsolvable. Adding
// a value is idempotent.
type Fold struct {
	Wins    bool  // a move wins at once
	Rescued bool  // a draw or a lost opponent keeps it from being lost
	Least   Phase // of the quickest win through a successor, 0: none
	Most    Phase // of the slowest loss through a successor, 0: none
}

// errOnePlayer is returned for ends that games of one player do not have.
var errOnePlayer = errors.New("it is lost or drawn, or a move loses or draws: a game of one player ends at a goal alone")

// NewFold returns the fold of a position without moves. A position of one player is rescued unless
// it is a goal.
func (c Codec) NewFold() Fold { return Fold{Rescued: c.single} }

// errNoValue is returned for ends that only kinds with wins and losses in every number of plies can
// hold.
var errNoValue = errors.New("it is finished and won for its mover, or a move loses at once: the byte kind has no value for that")

// AddEnds adds the ends of a position's moves. It reports whether nothing else matters.
func (c Codec) AddEnds(f *Fold, ends engine.Ends) (over bool, err error) {
	if c.single {
		if ends&^c.kind.Ends() != 0 {
			return true, errOnePlayer
		}
		f.Wins = ends&engine.WinsNow != 0
		f.Rescued = ends&engine.IsWon == 0 // a goal has the value of phase 0
		return ends != 0, nil
	}
	if ends&(engine.LosesNow|engine.IsWon) != 0 && !c.both {
		return true, errNoValue
	}
	switch {
	case ends&engine.IsWon != 0:
		f.Least, f.Rescued = c.Win(0), true
		return true, nil
	case ends&engine.WinsNow != 0:
		f.Wins = true
		return true, nil
	case ends&engine.LosesNow != 0:
		f.Most = c.Loss(1)
	}
	f.Rescued = ends&(engine.DrawsNow|engine.IsDrawn) != 0
	return false, nil
}

// Add adds the value of a successor, which is not a score. A successor won in phase p makes the
// position lost in p+1 or later. One lost in phase p makes it won in p + [Codec.Lag] or earlier, and
// so does one of the same player.
func (c Codec) Add(f *Fold, v engine.Value) {
	switch p := Phase(v) - 1; {
	case p == None:
		f.Rescued = true
	case p.Wins() && !c.single:
		f.Most = max(f.Most, p+1)
	default:
		f.Rescued = true
		if p += c.Lag(); f.Least == 0 || p < f.Least {
			f.Least = p
		}
	}
}

// Merge adds the facts of g to f.
func (f *Fold) Merge(g Fold) {
	if g.Least > 0 && (f.Least == 0 || g.Least < f.Least) {
		f.Least = g.Least
	}
	f.Most = max(f.Most, g.Most)
	f.Wins, f.Rescued = f.Wins || g.Wins, f.Rescued || g.Rescued
}

// Worth returns the value of a position, once all its successors are added. It fails if the kind
// cannot hold it.
func (c Codec) Worth(f Fold) (engine.Value, error) {
	switch {
	case f.Wins:
		return c.Value(c.Win(1))
	case f.Least > 0:
		return c.Value(f.Least)
	case f.Rescued:
		return engine.Tie, nil
	}
	return c.Value(f.Most)
}

// WorstScore stands for the score of a position before any successor was added.
const WorstScore = -1 << 15

// MoreScore returns the greater of a score so far, in points, and that of a move to a successor with
// value v: sign (1 or -1) times the successor's score, plus gain.
func (c Codec) MoreScore(points int, v engine.Value, sign, gain int) int {
	return max(points, sign*c.kind.Points(v)+gain)
}
