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
//
// # Play that is hard to answer
//
// [Options.Aggressive] prefers moves that are hard to answer: those with the greatest chance that a player
// who sees 4 to 10 plies ahead goes wrong, in his next turn ([query.TrickOf]) or in the one behind it. For
// the second it looks at up to 12 replies to each of the 8 trickiest moves, and at the best moves behind
// them, in games with no more than some hundred turns in a position.
//
// The table has the wins in 2,000 games of each pair, against opponents of strength 4 to 8, equally often,
// each side in turn, from 1,000 drawn positions that play reaches: behind 1 to 40 random plies that keep the
// draw, from the start of the game, and in quixo, whose start is won, from random drawn positions. A game
// counts as won when the position is; one that reaches the number of plies in the second column is drawn. No
// game was lost. "Fewest" takes a move with the fewest replies that keep the value, as Aggressive did once.
// The ratios are those of tricky to random and to fewest, with intervals of 95 % from the 1,000 pairs of games.
//
//	game                 plies  random  fewest  tricky  to random            to fewest
//	tictacchec              10      42     116     459  10.9 (8.1 to 14.8)   3.96 (3.30 to 4.75)
//	morris                  10    1024    1329    1567  1.53 (1.47 to 1.60)  1.18 (1.15 to 1.21)
//	                        20    1430    1661    1906  1.33 (1.30 to 1.37)  1.15 (1.12 to 1.17)
//	quixo                   10     396     419     780  1.97 (1.82 to 2.13)  1.86 (1.73 to 2.00)
//	                        20     571     497    1035  1.81 (1.70 to 1.93)  2.08 (1.95 to 2.23)
//	dobutsu:drops=false     10    1100    1323    1512  1.37 (1.33 to 1.43)  1.14 (1.11 to 1.17)
//	                        20    1475    1553    1719  1.17 (1.14 to 1.19)  1.11 (1.09 to 1.13)
//
// The goal, 20 % more wins than random outside the interval and more than fewest, is met at 10 plies. The longer
// games last, the more of them every player wins who cannot err, and the less is left to gain: at 200 plies
// all three win all games of morris.
//
// From positions drawn at random from the whole table (-drift 0), most of which no play reaches, the goal is
// not met in dobutsu, and cannot be: there the best play against an opponent whose sight is known, which
// follows exactly from the values, wins at most 12 % more than random, at 6 to 8 plies (TestCeiling).
//
//	go test -tags long ./query/opponent -run TestMatch -v -timeout 0 -args -plies 10 -db DIR,DIR…
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
	// Aggressive prefers, among moves that look equal, those that are hardest to answer. Where all
	// moves lose it picks the trickiest of all, the longest of equal ones. It knows of the other
	// player's replies what it sees. Of more than 64 moves it compares 64.
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
	if !o.options.Aggressive || moves[0].Ended && moves[0].Verdict.Result() != engine.Draw {
		return moves[0], nil
	}
	if moves[0].Verdict.Within(o.sight).Outcome() == engine.Loss { // all moves lose
		moves = slices.DeleteFunc(slices.Clone(m.Moves), func(m query.Move) bool { return m.Ended })
	}
	moves = moves[:min(len(moves), candidates)]
	if err := db.AddReplies(ctx, moves, func(query.Move) bool { return true }); err != nil {
		return query.Move{}, err
	}
	return o.hardest(ctx, db, moves)
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
	first := slices.MinFunc(all, func(a, b query.Move) int { return query.Compare(a.Verdict.Within(sight), b.Verdict.Within(sight)) })
	best := first.Verdict.Within(sight)
	return slices.DeleteFunc(slices.Clone(all), func(m query.Move) bool { return query.Compare(m.Verdict.Within(sight), best) != 0 })
}

// ChooseRolled returns the opponent's move at p in a game of chance after a roll, or [ErrNoMove] if there is no
// such roll. At strength s it plays a best move with probability s/15, and otherwise any.
func (o *Opponent) ChooseRolled(ctx context.Context, db *query.DB, p engine.Position, roll string) (query.RollMove, error) {
	m, err := db.Moves(ctx, p, false)
	if err != nil {
		return query.RollMove{}, err
	}
	at := slices.IndexFunc(m.Rolls, func(r query.Roll) bool { return r.Name == roll })
	if at < 0 {
		return query.RollMove{}, ErrNoMove
	}
	moves := m.Rolls[at].Moves
	if o.rng.IntN(Perfect) < o.options.Strength {
		moves = slices.DeleteFunc(slices.Clone(moves), func(m query.RollMove) bool { return m.Cost > 0 })
	}
	return moves[o.rng.IntN(len(moves))], nil
}

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
