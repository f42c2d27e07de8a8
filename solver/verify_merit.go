package solver

import "github.com/foregone-db/foregone/engine"

// merit orders successors by their worth to the player whose move leads there, so that the greatest
// merit determines the value of a position. Ascending: 0 without successors; 1 + plies for a
// won successor, the later the better; draws; lost successors, the earlier the better. A lower score
// has a greater merit. Different values have different merits.
//
// It deliberately differs from how the solver folds values (package phase), in order to find mistakes
// there.
type merit = uint32

const (
	noSuccessor merit = 0
	drawnMerit  merit = 1 << 15
	lostMerit   merit = 1 << 16 // less the plies
	evenScore   merit = 1 << 16 // less the points
)

// meritOf returns the merit of a successor's value. Unknown ones count as draws.
func meritOf(kind engine.Kind, v engine.Value) merit {
	if kind == engine.Score {
		return evenScore - merit(kind.Points(v))
	}
	plies, decided := kind.Plies(v)
	switch {
	case !decided:
		return drawnMerit
	case kind.Single(): // the fewer moves the better, as of opponents that lose
		return lostMerit - merit(plies)
	case kind.Outcome(v) == engine.Win:
		return merit(1 + plies)
	}
	return lostMerit - merit(plies)
}

// converted returns the merit of an exit that ends the count of turns, from its merit without that.
func converted(m merit) merit {
	switch {
	case m == noSuccessor || m == drawnMerit:
		return m
	case m < drawnMerit:
		return 1
	}
	return lostMerit
}

// meritsOf returns the merits of all values.
func meritsOf(kind engine.Kind) []merit {
	if kind.Uncertain() { // checkChance has numbers of its own
		return nil
	}
	merits := make([]merit, 1<<(8*kind.Width()))
	for v := range merits {
		merits[v] = meritOf(kind, engine.Value(v))
	}
	return merits
}

// valueOf returns the value of a position from the greatest merit of its successors and the moves that
// end the game. In games of scores there must be a successor.
func valueOf(kind engine.Kind, best merit, ends engine.Ends) (engine.Value, error) {
	if kind == engine.Score {
		return kind.FromPoints(int(best) - int(evenScore))
	}
	switch {
	case ends&engine.WinsNow != 0:
		return kind.Decided(true, 1)
	case ends&engine.IsWon != 0:
		return kind.Decided(true, 0)
	case ends&engine.IsDrawn != 0:
		return engine.Tie, nil
	}
	if ends&engine.DrawsNow != 0 {
		best = max(best, drawnMerit)
	}
	if ends&engine.LosesNow != 0 {
		best = max(best, 1) // as if it led to where the opponent has won
	}
	switch {
	case best == drawnMerit, kind.Single() && best == noSuccessor:
		return engine.Tie, nil
	case best < drawnMerit:
		return kind.Decided(false, int(best))
	}
	return kind.Decided(true, int(lostMerit-best)+1)
}
