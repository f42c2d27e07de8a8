// Package opponent chooses moves against people from a database, at a chosen strength.
//
//	o, err := opponent.New(opponent.Options{Strength: 6})
//	if err != nil {
//		return err
//	}
//	move, err := o.Choose(ctx, db, position)
//
// At strength s up to 8 it sees s plies ahead; at 9 to 14 it sees 10, 12, 16, 24, 40 and 72 plies.
// Farther wins and losses, and unknown values, look like draws. At strength 15 it sees everything.
// It picks at random among the moves that look best. Scores have no plies: in games of scores it
// plays one of the best moves with a probability of strength/15, and otherwise any move.
package opponent

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

// Perfect is the greatest strength, at which the opponent sees everything; the least is 0.
const Perfect = 15

// candidates is the number of moves that look equal and that the aggressive opponent compares. In
// the full game of Push Fight each takes some milliseconds.
const candidates = 64

// ErrNoMove is returned when there is no move to choose: the game is over, or the
// player to move cannot move.
var ErrNoMove = errors.New("there is no move")

// Options of [New].
type Options struct {
	Strength int // 0 to [Perfect]
	// Aggressive prefers, among moves that look equal, those that leave the other player the fewest
	// good answers. An answer is good if it keeps the best outcome that he can see or, if he is
	// lost, delays the end longest. He sees one ply less ahead than the opponent. Of more than 64
	// equal moves it compares 64.
	Aggressive bool
	Seed       uint64 // equal seeds choose equally
}

// Opponent chooses moves. It is not safe for concurrent use.
type Opponent struct {
	options Options
	sight   int // in plies; below 0: unlimited
	rng     *rand.Rand
}

// New returns an opponent. A strength out of range is an [engine.InputError].
func New(o Options) (*Opponent, error) {
	if o.Strength < 0 || o.Strength > Perfect {
		return nil, engine.InputErrorf("strength %d: want 0 to %d", o.Strength, Perfect)
	}
	return &Opponent{o, Sight(o.Strength), rand.New(rand.NewPCG(o.Seed, 0))}, nil
}

// Sight returns the number of plies that an opponent of that strength sees ahead, or -1 if it
// sees everything.
func Sight(strength int) int {
	if strength >= Perfect {
		return -1
	}
	if far := []int{10, 12, 16, 24, 40, 72}; strength > 8 {
		return far[strength-9]
	}
	return strength
}

// Choose returns the opponent's move at p, or [ErrNoMove]. The move lacks the notation of the
// resulting position.
func (o *Opponent) Choose(ctx context.Context, db *query.DB, p engine.Position) (query.Move, error) {
	m, err := db.Moves(ctx, p, false)
	if err != nil {
		return query.Move{}, err
	}
	if len(m.Moves) == 0 {
		return query.Move{}, ErrNoMove
	}
	moves := o.shuffled(m.Moves)
	if !o.options.Aggressive || moves[0].Ended {
		return moves[0], nil
	}
	moves = moves[:min(len(moves), candidates)]
	if err := db.AddReplies(ctx, moves, func(query.Move) bool { return true }); err != nil {
		return query.Move{}, err
	}
	sight := o.sight
	if sight > 0 {
		sight--
	}
	return slices.MinFunc(moves, func(a, b query.Move) int {
		return cmp.Compare(goodAnswers(a.Replies, sight), goodAnswers(b.Replies, sight))
	}), nil
}

// Pick returns one of the moves of a position that look best, at random. There must be at least one
// move. It is for callers that have the moves already. It ignores Aggressive.
func (o *Opponent) Pick(moves []query.Move) query.Move { return o.shuffled(moves)[0] }

// shuffled returns the moves that look best in a random order.
func (o *Opponent) shuffled(all []query.Move) []query.Move {
	moves := o.best(all)
	o.rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	return moves
}

// best returns the moves that look best, in a new slice.
func (o *Opponent) best(all []query.Move) []query.Move {
	if all[0].Verdict.Outcome() == engine.Scored && o.rng.IntN(Perfect) >= o.options.Strength {
		return slices.Clone(all)
	}
	return Best(all, o.sight)
}

// Best returns the moves that look best to a player who sees sight plies ahead, or everything if
// sight is below 0. The slice is new. There must be at least one move.
func Best(all []query.Move, sight int) []query.Move {
	first := slices.MinFunc(all, func(a, b query.Move) int { return query.Compare(seen(a.Verdict, sight), seen(b.Verdict, sight)) })
	best := seen(first.Verdict, sight)
	return slices.DeleteFunc(slices.Clone(all), func(m query.Move) bool { return query.Compare(seen(m.Verdict, sight), best) != 0 })
}

// seen returns what a verdict looks like to a player who sees sight plies ahead.
func seen(v query.Verdict, sight int) query.Verdict {
	plies, decided := v.Plies()
	if !v.Known || decided && sight >= 0 && plies > sight {
		return query.Verdict{Kind: v.Kind, Value: engine.Tie, Known: true}
	}
	return v
}

// goodAnswers returns the number of replies that are good for the player who makes them.
func goodAnswers(replies []query.Reply, sight int) uint64 {
	if len(replies) == 0 {
		return 0
	}
	first := slices.MinFunc(replies, func(a, b query.Reply) int { return query.Compare(seen(a.Verdict, sight), seen(b.Verdict, sight)) })
	best := seen(first.Verdict, sight)
	var n uint64
	for _, r := range replies {
		v := seen(r.Verdict, sight)
		same := v.Outcome() == best.Outcome() && (best.Outcome() == engine.Win || best.Outcome() == engine.Draw)
		if same || query.Compare(v, best) == 0 {
			n += r.Results
		}
	}
	return n
}
