package puzzle

import (
	"math"
	"regexp"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/opponent"
)

// Puzzle is a position with exactly one winning move or, of one player, a start to solve.
type Puzzle struct {
	query.Answer
	Turn string   // the move
	Also []string // other turns with the same result
	// Line is best play from the position. It begins with the move; the loser delays.
	Line query.Line
	// Theme says in words what the solution is about: see the documentation of the package. [Find] sets it.
	Theme string
	// Throughout: the winner has one winning move at each later turn, too,
	// after every best reply of the loser. [Find] sets it.
	Throughout bool
	Moves      int     // distinct results of all turns
	Strength   int     // the least strength that always finds the move; -1 in games of scores
	Tempting   int     // other moves that look as good at one strength less
	Losing     int     // of these, the losing ones
	Difference float64 // between the move and the tempting ones, 0 to 1
	Hardness   float64
	// Right is the number of first moves of shortest solutions, of one player; 0: there are two.
	Right int
}

// Turns returns the number of turns that the winner, who is to move, needs. It returns 0 in games
// of scores.
func (p *Puzzle) Turns() int {
	plies, _ := p.Verdict.Plies()
	if p.Right > 0 {
		return plies
	}
	return (plies + 1) / 2
}

// winners returns the winning ones of moves, which are sorted best first.
func winners(moves []query.Move) []query.Move {
	n := 0
	for n < len(moves) && moves[n].Verdict.Result() == engine.Win {
		n++
	}
	return moves[:n]
}

// pose makes the puzzle of a position with its moves, or returns nil if it is not a puzzle:
// exactly one of at least two moves must win.
func pose(m query.Moves) *Puzzle {
	unknown := func(m query.Move) bool { return !m.Verdict.Known }
	if len(m.Moves) < 2 || len(winners(m.Moves)) != 1 || slices.ContainsFunc(m.Moves, unknown) {
		return nil
	}
	solution := m.Moves[0]
	p := &Puzzle{Answer: m.Answer, Turn: solution.Turn, Also: solution.Also, Moves: len(m.Moves), Strength: -1}
	tempting := m.Moves[1:]
	if m.Verdict.Outcome() != engine.Scored {
		p.Strength, tempting = tempted(m.Moves)
	}
	p.Tempting = len(tempting)
	for _, t := range tempting {
		if t.Verdict.Result() == engine.Loss {
			p.Losing++
		}
		p.Difference += difference(solution.Turn, t.Turn) / float64(len(tempting))
	}
	p.Hardness = float64(max(p.Strength, 0)) + math.Log2(1+float64(p.Tempting)) + math.Log2(1+float64(p.Losing))/2 + 2*p.Difference
	return p
}

// tempted returns the least strength that always plays the first move, as all greater ones do,
// and the other moves that look as good at one strength less.
func tempted(moves []query.Move) (strength int, tempting []query.Move) {
	for strength = opponent.Perfect; strength > 0; strength-- {
		sight := opponent.Sight(strength - 1)
		if plies, ok := moves[0].Verdict.Plies(); ok && (sight < 0 || plies <= sight) {
			continue // who sees that the first move wins plays it
		}
		best := opponent.Best(moves, sight)
		if len(best) > 1 || best[0].Turn != moves[0].Turn {
			return strength, slices.DeleteFunc(best, func(m query.Move) bool { return m.Turn == moves[0].Turn })
		}
	}
	return 0, nil
}

var squares = regexp.MustCompile(`[a-z]\d+|\d+|[A-Za-z]+`)

// difference returns the share of the squares and words in two turns that only one of
// them names.
func difference(a, b string) float64 {
	of, with := squares.FindAllString(a, -1), squares.FindAllString(b, -1)
	union, both := map[string]bool{}, 0
	for _, s := range of {
		union[s] = true
	}
	for _, s := range with {
		if slices.Contains(of, s) && !slices.Contains(with[:slices.Index(with, s)], s) {
			both++
		}
		union[s] = true
	}
	if len(union) == 0 {
		return 0
	}
	return 1 - float64(both)/float64(len(union))
}
