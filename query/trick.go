package query

import (
	"cmp"
	"context"
	"slices"

	"github.com/foregone-db/foregone/engine"
)

// Trick says how hard it is to answer a move. All numbers are from the view of the player who
// answers.
type Trick struct {
	Replies uint64  `json:"replies" doc:"The opponent's distinct replies."`
	Keep    uint64  `json:"keep" doc:"The replies that keep the outcome, or the score."`
	Lose    uint64  `json:"lose" doc:"The replies that lose."`
	Depth   int     `json:"depth" doc:"The plies in which the deepest wrong reply is refuted; 0 if none is decided."`
	Chance  float64 `json:"chance" doc:"The probability that a player goes wrong who sees 4 to 10 plies ahead and picks at random among what looks best."`
}

// sights are the plies that the players of [Trick] see ahead.
var sights = [...]int{4, 5, 6, 7, 8, 9, 10}

// TrickOf measures a move by its Replies, for a judge who knows the values that are decided within
// sight plies; below 0: all. Without replies it is the zero Trick.
func TrickOf(replies []Reply, sight int) (t Trick) {
	if len(replies) == 0 {
		return t
	}
	known := make([]Reply, len(replies))
	for i, r := range replies {
		known[i] = Reply{r.Verdict.Within(sight), r.Results}
	}
	best := looksBest(known, -1)
	for _, r := range known {
		t.Replies += r.Results
		if r.Verdict.Result() == engine.Loss {
			t.Lose += r.Results
		}
		if !Errs(r.Verdict, best) {
			t.Keep += r.Results
		} else if plies, ok := r.Verdict.Plies(); ok {
			t.Depth = max(t.Depth, plies)
		}
	}
	for _, far := range sights {
		looks := looksBest(known, far)
		wrong, all := 0.0, 0.0
		for _, r := range known {
			if Compare(r.Verdict.Within(far), looks) != 0 {
				continue
			}
			all += float64(r.Results)
			if Errs(r.Verdict, best) {
				wrong += float64(r.Results)
			}
		}
		t.Chance += wrong / all / float64(len(sights))
	}
	return t
}

// Within returns what a verdict looks like to a player who sees sight plies ahead, or everything
// if sight is below 0: farther wins and losses, and unknown values, look like draws.
func (v Verdict) Within(sight int) Verdict {
	plies, decided := v.Plies()
	if !v.Known || decided && sight >= 0 && plies > sight {
		return Verdict{Kind: v.Kind, Value: engine.Tie, Known: true}
	}
	return v
}

// looksBest returns what the best reply looks like to a player who sees sight plies ahead.
func looksBest(replies []Reply, sight int) Verdict {
	first := slices.MinFunc(replies, func(a, b Reply) int { return Compare(a.Verdict.Within(sight), b.Verdict.Within(sight)) })
	return first.Verdict.Within(sight)
}

// Errs reports whether a reply is worth less than the best one: its outcome or its score.
func Errs(v, best Verdict) bool {
	if v.Outcome() == engine.Scored {
		return Compare(v, best) > 0
	}
	return v.Outcome() != best.Outcome()
}

// Tricky returns the moves of a position as [DB.Moves] does, with the Trick of each; of equal
// moves the one that is hardest to answer is first. Trickiest is the move that is hardest to answer
// of all that keep the outcome: in a lost position the first move is the longest defence, and this
// one the trickiest. With detail the moves keep their Replies.
func (db *DB) Tricky(ctx context.Context, p engine.Position, detail bool) (Moves, error) {
	if err := engine.TwoPlayers(db.game, "a measure of replies"); err != nil {
		return Moves{}, err
	}
	m, err := db.Moves(ctx, p, true)
	if err != nil {
		return m, err
	}
	var best *Move
	for i := range m.Moves {
		move := &m.Moves[i]
		trick := TrickOf(move.Replies, -1)
		if move.Trick = &trick; !detail {
			move.Replies = nil
		}
	}
	slices.SortStableFunc(m.Moves, func(a, b Move) int {
		return cmp.Or(db.judge().order(a.Verdict, b.Verdict), cmp.Compare(b.Trick.Chance, a.Trick.Chance), cmp.Compare(a.Trick.Keep, b.Trick.Keep))
	})
	for i := range m.Moves {
		move := &m.Moves[i]
		if !Errs(move.Verdict, m.Moves[0].Verdict) && (best == nil || move.Trick.Chance > best.Trick.Chance) {
			best, m.Trickiest = move, move.Turn
		}
	}
	return m, nil
}
