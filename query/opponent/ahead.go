package opponent

import (
	"cmp"
	"context"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

// The aggressive opponent follows the moves with the greatest chances to its own next turn.
const (
	followed = 8      // moves
	kept     = 12     // replies to each that keep the outcome
	after    = 12     // best moves after each of these
	results  = 100000 // results of moves to look at, at most
)

// hardest returns the move that is hardest to answer. Its measure is the chance that the other
// player goes wrong in this turn or in the next one, after the best continuation. The moves must
// have their replies.
func (o *Opponent) hardest(ctx context.Context, db *query.DB, moves []query.Move) (query.Move, error) {
	tricks := make(map[string]query.Trick, len(moves))
	replies := uint64(0)
	for _, m := range moves {
		tricks[m.Turn] = query.TrickOf(m.Replies, o.seen(1))
	}
	slices.SortStableFunc(moves, func(a, b query.Move) int { return cmp.Compare(tricks[b.Turn].Chance, tricks[a.Turn].Chance) })
	moves = moves[:min(len(moves), followed)]
	for _, m := range moves {
		replies += tricks[m.Turn].Replies
	}
	most := min(kept, int(results/(1+after)/max(replies, 1)))
	if most == 0 || len(moves) == 1 || o.sight >= 0 && o.sight < 3 || moves[0].Verdict.Within(o.sight).Outcome() == engine.Win {
		return moves[0], nil
	}
	best, greatest := moves[0], -1.0
	for _, m := range moves {
		next, err := o.next(ctx, db, m, most)
		if err != nil {
			return query.Move{}, err
		}
		if chance := tricks[m.Turn].Chance; chance+(1-chance)*next > greatest {
			best, greatest = m, chance+(1-chance)*next
		}
	}
	return best, nil
}

// seen returns how many plies the opponent sees from a position that many plies ahead, or -1 for
// everything.
func (o *Opponent) seen(ahead int) int {
	if o.sight < 0 {
		return -1
	}
	return max(o.sight-ahead, 0)
}

// next returns the mean, over at most that many replies to a move that keep the outcome, of the
// greatest chance that the other player goes wrong after the opponent's next move.
func (o *Opponent) next(ctx context.Context, db *query.DB, move query.Move, most int) (mean float64, err error) {
	if move.Ended {
		return 0, nil
	}
	m, err := db.Moves(ctx, move.To, false)
	if err != nil || len(m.Moves) == 0 {
		return 0, err
	}
	best := Best(m.Moves, o.seen(1))[0].Verdict.Within(o.seen(1))
	replies := slices.DeleteFunc(m.Moves, func(r query.Move) bool { return query.Errs(r.Verdict.Within(o.seen(1)), best) })
	o.rng.Shuffle(len(replies), func(i, j int) { replies[i], replies[j] = replies[j], replies[i] })
	replies = replies[:min(len(replies), most)]
	for _, r := range replies {
		if r.Ended {
			continue
		}
		again, err := db.Moves(ctx, r.To, false)
		if err != nil {
			return 0, err
		}
		if len(again.Moves) == 0 {
			continue
		}
		moves := Best(again.Moves, o.seen(2))
		o.rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
		moves = moves[:min(len(moves), after)]
		if err := db.AddReplies(ctx, moves, func(query.Move) bool { return true }); err != nil {
			return 0, err
		}
		greatest := 0.0
		for _, move := range moves {
			greatest = max(greatest, query.TrickOf(move.Replies, o.seen(3)).Chance)
		}
		mean += greatest / float64(len(replies))
	}
	return mean, nil
}
