package phase

import (
	"errors"

	"github.com/foregone-db/foregone/engine"
)

// Fold is what the ends of a position's moves and the values of its successors, as far as
// they are known, make it worth. It is the one place of the solver that makes a value of
// the values of successors. (Verification and the naive solver of the tests do so on
// their own: they are there to contradict this one.)
//
// The zero Fold is a position without moves, which is lost. Adding a value twice is
// adding it once.
type Fold struct {
	Wins    bool  // a move wins at once
	Rescued bool  // a draw or a lost opponent keeps it from being lost
	Least   Phase // of the quickest win by a successor, 0: none
	Most    Phase // of the slowest loss by a successor, 0: none
}

// errNoValue is returned for ends that only the wide kind can hold.
var errNoValue = errors.New("it is finished and won for its mover, or a move loses at once: the byte kind has no value for that")

// AddEnds adds the ends of the moves of a position. They may be all that counts.
func (c Codec) AddEnds(f *Fold, ends engine.Ends) (over bool, err error) {
	if ends&(engine.LosesNow|engine.IsWon) != 0 && !c.wide {
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

// Add adds the value of a successor, which is no score.
func (c Codec) Add(f *Fold, v engine.Value) {
	plies, _ := c.kind.Plies(v)
	switch c.kind.Outcome(v) {
	case engine.Loss:
		f.Rescued = true
		if p := c.Win(plies + 1); f.Least == 0 || p < f.Least {
			f.Least = p
		}
	case engine.Win:
		f.Most = max(f.Most, c.Loss(plies+1))
	default:
		f.Rescued = true
	}
}

// Merge makes f what both tell.
func (f *Fold) Merge(g Fold) {
	if g.Least > 0 && (f.Least == 0 || g.Least < f.Least) {
		f.Least = g.Least
	}
	f.Most = max(f.Most, g.Most)
	f.Wins, f.Rescued = f.Wins || g.Wins, f.Rescued || g.Rescued
}

// Worth returns the value of a position all of whose successors were added. It fails
// where the kind cannot hold it.
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

// MoreScore returns the better of a score so far, in points, and what a move to a successor of that
// value is worth, which is sign (1 or -1) times its score and gain more.
func (c Codec) MoreScore(points int, v engine.Value, sign, gain int) int {
	return max(points, sign*c.kind.Points(v)+gain)
}
