package puzzle

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
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

// puzzleObject is the puzzle object.
type puzzleObject struct {
	Game       string   `json:"game"`
	Position   string   `json:"position"`
	Index      uint64   `json:"index"`
	Value      string   `json:"value"`
	Plies      *int     `json:"plies,omitempty"`
	Turns      int      `json:"turns,omitempty" doc:"The turns of his own in which the player to move wins, or the only player solves it."`
	Move       string   `json:"move" doc:"The only winning move; of one player a first move that is right."`
	Also       []string `json:"also,omitempty" doc:"Other turns with the same result."`
	Solution   []string `json:"solution" doc:"Best play."`
	Theme      string   `json:"theme,omitempty" doc:"What the solution is about, such as a sacrifice."`
	Throughout bool     `json:"throughout" doc:"The winner has one winning move at each later turn, too."`
	Moves      int      `json:"moves" doc:"The moves that the position has."`
	Right      int      `json:"right,omitempty" doc:"Of one player: those of them that begin a shortest solution."`
	Strength   *int     `json:"strength,omitempty" doc:"The least strength of an opponent that always finds the move."`
	Tempting   int      `json:"tempting" doc:"Other moves that look as good at one strength less."`
	Losing     int      `json:"losing" doc:"The tempting moves that lose."`
	Difference float64  `json:"difference" doc:"The difference between the move and the tempting ones, 0 to 1."`
	Hardness   float64  `json:"hardness"`
}

// Shape implements [query.Shaped].
func (Puzzle) Shape() any { return puzzleObject{} }

// MarshalJSON writes the puzzle object.
func (p Puzzle) MarshalJSON() ([]byte, error) {
	v := puzzleObject{
		Game: p.Game, Position: p.Text, Index: p.Index, Value: p.Verdict.String(), Turns: p.Turns(), Move: p.Turn, Also: p.Also,
		Solution: p.Line.Moves, Theme: p.Theme, Throughout: p.Throughout, Moves: p.Moves, Right: p.Right, Tempting: p.Tempting, Losing: p.Losing,
		Difference: hundredths(p.Difference), Hardness: hundredths(p.Hardness),
	}
	if p.Verdict.Outcome() != engine.Scored && p.Right == 0 {
		plies, _ := p.Verdict.Plies()
		v.Plies, v.Strength = &plies, &p.Strength
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // positions may have any signs
	err := e.Encode(v)
	return b.Bytes(), err
}

func hundredths(x float64) float64 { return math.Round(100*x) / 100 }

// Order says which puzzles of one player are the hardest. Each breaks the ties of the other.
type Order string

const (
	ByMoves Order = "moves" // those that take the most moves
	ByFirst Order = "first" // those with the smallest share of right first moves
)

// longest returns the values of the positions that take the given number of moves, or of the hardest:
// those with the most moves, until there are some hundred for each puzzle that is wanted. With ByFirst
// it returns all that take at least two moves.
func longest(stats query.Stats, o Options) (values []query.Verdict, err error) {
	counts := slices.Clone(stats.Counts)
	slices.Reverse(counts) // the most moves first
	found := uint64(0)
	for _, c := range counts {
		moves, solvable := c.Verdict.Plies()
		switch {
		case !solvable || moves == 0 || o.Turns > 0 && moves != o.Turns:
		case o.Turns == 0 && moves < 2 && len(values) > 0:
		case o.Turns == 0 && o.By != ByFirst && found >= uint64(128*o.N):
		default:
			values = append(values, c.Verdict)
			found += c.Positions
		}
	}
	if len(values) == 0 {
		return nil, engine.InputErrorf("no position of %s takes %d moves", stats.Game, cmp.Or(o.Turns, 1))
	}
	slices.Reverse(values)
	return values, nil
}

// poseAlone makes the puzzle of a position of one player, or returns nil if there is nothing to solve.
func poseAlone(m query.Moves, by Order) *Puzzle {
	moves, solvable := m.Verdict.Plies()
	if !solvable || moves == 0 || len(m.Moves) == 0 {
		return nil
	}
	right := rightMoves(m)
	p := &Puzzle{Answer: m.Answer, Turn: m.Moves[0].Turn, Also: m.Moves[0].Also, Moves: len(m.Moves), Strength: -1, Right: right}
	wrong := 1 - float64(right)/float64(len(m.Moves))
	if p.Hardness = float64(moves) + wrong; by == ByFirst {
		p.Hardness = 100*wrong + float64(moves)/1000
	}
	return p
}

// rightMoves returns the number of moves that are as good as the best.
func rightMoves(m query.Moves) (n int) {
	for n < len(m.Moves) && m.Moves[n].Verdict == m.Moves[0].Verdict {
		n++
	}
	return n
}

// throughoutAlone reports whether every position of the shortest solution has one right move, so that
// there is no other.
func throughoutAlone(ctx context.Context, db *query.DB, p engine.Position) (bool, error) {
	for {
		m, err := db.Moves(ctx, p, false)
		switch {
		case err != nil || len(m.Moves) == 0:
			return err == nil, err
		case rightMoves(m) > 1:
			return false, nil
		case m.Moves[0].Ended:
			return true, nil
		}
		p = m.Moves[0].To
	}
}
