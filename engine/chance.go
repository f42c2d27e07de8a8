package engine

import (
	"sync"

	"github.com/foregone-db/foregone/engine/fast"
)

// Dice describes a game of chance to the solver and to people: in such a game every turn begins with
// a roll or a draw ([fast.Roller]).
type Dice struct {
	// Sum is the sum of the weights of the rolls at every position that is not finished: a roll has
	// the probability weight/Sum. At most 2^32-1.
	Sum uint64
	// Bound, in games of expected scores, is a whole number that no expected score exceeds, nor its
	// negation. At most 2^20. Zero in games of the kind chance.
	Bound int
	// Doubles means that moves may double the value of the next position, in games of expected scores.
	Doubles bool
	// Endless is "" if play ends with probability one, however both play. Otherwise it says where
	// play need not end, in a sentence without a capital. Then nothing proves the values, and the solver
	// refuses the game.
	Endless string
	// Places is the number of places within a turn ([fast.Roller]), in games of layers that double
	// nothing; 0 where a turn has one roll.
	Places uint64
	// Within returns the index of the place that has the value of p, a position within a turn, for the
	// player who moves there; false for other positions. It is nil in games without places. People see
	// such positions between rolls; those of a turn need not have as many as the solver.
	Within func(p Position) (index uint64, ok bool)
	// Rolls returns the rolls at p and the moves that each allows, for people: distinct moves of each
	// roll, in byte order of the notation. None where p is finished.
	Rolls func(p Position) []Roll
}

// Worth returns the worth of a move for the player who makes it: a probability or a score. x is that of the next
// position for the player who moves there, and ignored if the move ends the game.
func (d *Dice) Worth(m *fast.RollMove, x float64) float64 {
	bound := float64(d.Bound)
	switch m.End {
	case WinsNow:
		return 1
	case DrawsNow:
		return 0.5
	case LosesNow:
		return 0
	}
	if !m.Keeps && bound == 0 {
		x = 1 - x
	} else if !m.Keeps {
		x = -x
	}
	if m.Doubles {
		x = min(max(2*x, -bound), bound)
	}
	return x + float64(m.Gain)
}

// Draw returns the roll at p that a random number below Sum stands for, or false where p is finished.
func (d *Dice) Draw(p Position, number uint64) (Roll, bool) {
	for _, r := range d.Rolls(p) {
		if number < r.Weight {
			return r, true
		}
		number -= r.Weight
	}
	return Roll{}, false
}

// Roll is a roll at a position.
type Roll struct {
	Name   string
	Weight uint64 // its probability is Weight/Sum of [Dice]
	Turns  []RollTurn
}

// RollTurn is a distinct move that a roll allows. A move that ends the game leads to a finished
// position that is not stored.
type RollTurn struct {
	Turn  string // the notation of the move, without the roll
	To    Position
	Gain  int
	Keeps bool
	// Doubles means that the value of To counts twice, and not more than the bound of the scores.
	Doubles bool
	Ended   bool
	End     Value // where Ended: the value for the player who moved
}

// Text returns the notation of a turn with its roll, such as "3:a1-a4". [Notation.Moves] and
// [Notation.Play] use it.
func (r *Roll) Text(t *RollTurn) string { return r.Name + ":" + t.Turn }

// Keeps reports whether a turn from p leaves the next one to the same player, as some turns of games of
// chance do.
func Keeps(g Game, p Position, turn string) bool {
	dice := g.Parts().Dice
	if dice == nil {
		return false
	}
	for _, r := range dice.Rolls(p) {
		for i := range r.Turns {
			if t := &r.Turns[i]; r.Text(t) == turn {
				return t.Keeps
			}
		}
	}
	return false
}

// RolledMoves makes the AppendMoves of [Rules] from their Roll: the moves of all rolls.
func RolledMoves(roll func(r *fast.Rolls, key uint64) Ends) func(dst []uint64, key uint64) ([]uint64, Ends) {
	buffers := sync.Pool{New: func() any { return new(fast.Rolls) }}
	return func(dst []uint64, key uint64) ([]uint64, Ends) {
		r := buffers.Get().(*fast.Rolls)
		defer buffers.Put(r)
		r.Reset()
		ends := roll(r, key)
		return appendRolled(dst, r, ends)
	}
}

// appendRolled appends what the moves of all rolls lead to, and adds how they can end the game.
func appendRolled(dst []uint64, r *fast.Rolls, ends Ends) ([]uint64, Ends) {
	for n := range r.Moves {
		if m := &r.Moves[n]; m.End != 0 {
			ends |= m.End
		} else {
			dst = append(dst, m.To)
		}
	}
	return dst, ends
}

// RolledGenerator is the [Generator] of a [fast.Roller]. It belongs to one goroutine. Games with places
// have a generator of their own.
type RolledGenerator struct {
	fast.Roller
	rolls fast.Rolls
}

// AppendSuccessors implements [Generator].
func (g *RolledGenerator) AppendSuccessors(dst []uint64, i uint64) ([]uint64, Ends) {
	g.rolls.Reset()
	return appendRolled(dst, &g.rolls, g.Roll(&g.rolls, i))
}

// chanceFault returns what contradicts the kind of a game in its parts for chance, or "".
func chanceFault(kind Kind, p Parts, s Scratch) string {
	uncertain, c := kind.Uncertain(), p.Dice
	switch {
	case !uncertain && (c != nil || s.Roller != nil):
		return "it has rolls, and its values are neither chances nor expected scores"
	case !uncertain:
		return ""
	case c == nil || s.Roller == nil || c.Rolls == nil:
		return "its values are those of a game of chance, and it lacks Dice or a Roller"
	case c.Sum < 1 || c.Sum >= 1<<32:
		return "the sum of the weights of its rolls is not in 1…2^32-1"
	case (kind.Outcome(0) == Average) != (c.Bound > 0) || c.Bound > 1<<20:
		return "the bound of its expected scores is not in 1…2^20, or it has chances and a bound"
	case (kind.Outcome(0) == Average) != (s.Score != nil):
		return "it lacks the score of finished positions, or it has chances and a score"
	case (c.Places > 0) != (c.Within != nil) || c.Places > 0 && c.Doubles || c.Places > 1<<20:
		return "it has places within turns and no Within, or the reverse, or moves that double as well, or more than 2^20 places"
	case c.Doubles && c.Bound == 0:
		return "it doubles chances"
	case s.Unmover != nil || s.WinScanner != nil || s.Searcher != nil || s.LayerEvaluator != nil || p.NewReplier != nil:
		return "it has rolls, and parts that games without chance have"
	}
	return ""
}
