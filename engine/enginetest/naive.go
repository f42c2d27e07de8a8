package enginetest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine"
)

// Naive solves g by the simplest method. For remoteness 0, 1, 2, … it scans the successors of every
// undecided position until nothing changes. It uses a map, AppendSuccessors, and in games of scores
// Finished. It is meant for games of up to some 10⁵ positions. It panics when a remoteness does not
// fit the kind.
func Naive(g engine.Game) map[uint64]engine.Value {
	if g.Kind() == engine.Score {
		return naiveScores(g)
	}
	if g.Kind().Single() {
		return naiveMoves(g)
	}
	n := naive{g.Kind(), newMoveLists(g), map[uint64]engine.Value{}, g.Slices()}
	if engine.Conversion(n.slices) {
		leavesFirst(n.slices, func(s engine.Slice) { n.solve(s.First, s.Size) })
	} else {
		n.solve(0, g.Size())
	}
	for i := range g.Size() {
		if _, decided := n.values[i]; !decided {
			n.values[i] = engine.Tie
		}
	}
	return n.values
}

type naive struct {
	kind   engine.Kind
	moves  *moveLists
	values map[uint64]engine.Value // decided positions
	slices []engine.Slice
}

// moveLists lists the moves of positions. It keeps the first mostKept of them, because Naive scans
// a position once for each remoteness.
type moveLists struct {
	scratch engine.Scratch
	moves   [][]uint64
	ends    []engine.Ends
	left    int // moves that can still be kept
}

const mostKept = 4 << 20

func newMoveLists(g engine.Game) *moveLists {
	return &moveLists{g.NewScratch(), make([][]uint64, g.Size()), make([]engine.Ends, g.Size()), mostKept}
}

// of returns the successors of a position and the ends of its moves.
func (l *moveLists) of(i uint64) ([]uint64, engine.Ends) {
	if l.moves[i] != nil {
		return l.moves[i], l.ends[i]
	}
	successors, ends := l.scratch.AppendSuccessors([]uint64{}, i)
	if l.left -= len(successors); l.left >= 0 {
		l.moves[i], l.ends[i] = successors, ends
	}
	return successors, ends
}

// leavesFirst calls f for each slice, after the slices that it exits into.
func leavesFirst(slices []engine.Slice, f func(s engine.Slice)) {
	done := make([]bool, len(slices))
	var visit func(n int)
	visit = func(n int) {
		if done[n] {
			return
		}
		done[n] = true
		for _, exit := range slices[n].Exits {
			visit(exit)
		}
		f(slices[n])
	}
	for n := range slices {
		visit(n)
	}
}

// solve decides a run of positions that lead to one another, or to positions whose values are
// final.
func (n *naive) solve(first, size uint64) {
	drawn := map[uint64]bool{} // finished and drawn: the search skips them
	for plies := 0; ; plies++ {
		changed := false
		for i := first; i < first+size; i++ {
			if _, decided := n.values[i]; decided || drawn[i] {
				continue
			}
			successors, ends := n.moves.of(i)
			switch {
			case ends&engine.IsDrawn != 0:
				drawn[i] = true
			case n.wonIn(i, plies, successors, ends):
				n.decide(i, true, plies)
				changed = true
			case n.lostIn(i, plies, successors, ends):
				n.decide(i, false, plies)
				changed = true
			}
		}
		if !changed && plies > 0 { // a move that wins at once needs no position of remoteness 0
			return
		}
	}
}

// plies returns the remoteness of v, the value of successor s of position i. Behind an exit it is 0
// if turns count to the next exit.
func (n *naive) plies(i, s uint64, v engine.Value) int {
	if engine.Conversion(n.slices) && engine.SliceOf(n.slices, i) != engine.SliceOf(n.slices, s) {
		return 0
	}
	p, _ := n.kind.Plies(v)
	return p
}

func (n *naive) decide(i uint64, win bool, plies int) {
	v, err := n.kind.Decided(win, plies)
	if err != nil {
		panic(fmt.Sprintf("enginetest: position #%d: %v", i, err))
	}
	n.values[i] = v
}

// wonIn reports whether some move leads to a loss for the opponent in plies-1.
func (n *naive) wonIn(i uint64, plies int, successors []uint64, ends engine.Ends) bool {
	if plies == 0 {
		return ends&engine.IsWon != 0
	}
	if plies == 1 && ends&engine.WinsNow != 0 {
		return true
	}
	for _, s := range successors {
		v, decided := n.values[s]
		if decided && n.kind.Outcome(v) == engine.Loss && n.plies(i, s, v) == plies-1 {
			return true
		}
	}
	return false
}

// lostIn reports whether the mover loses in the given number of plies: the game is over, there is
// no move, or every move leads to a win for the opponent in at most plies-1. A position lost in
// fewer plies is already decided.
func (n *naive) lostIn(i uint64, plies int, successors []uint64, ends engine.Ends) bool {
	const moves = engine.WinsNow | engine.DrawsNow | engine.LosesNow
	if plies == 0 {
		return ends&engine.IsLost != 0 || len(successors) == 0 && ends&(moves|engine.Over) == 0
	}
	if ends&(engine.WinsNow|engine.DrawsNow|engine.Over) != 0 {
		return false
	}
	for _, s := range successors {
		v, decided := n.values[s]
		if !decided || n.kind.Outcome(v) != engine.Win || n.plies(i, s, v) > plies-1 {
			return false
		}
	}
	return true
}

// settle sets the numbers of the positions of a slice, those of its exits being known, again and again until none
// changes.
func settle(sl engine.Slice, numbers []int, number func(i uint64) int) {
	for after := make([]int, sl.Size); ; {
		for o := range sl.Size {
			after[o] = number(sl.First + o)
		}
		if slices.Equal(after, numbers[sl.First:][:sl.Size]) {
			return
		}
		copy(numbers[sl.First:], after)
	}
}

// valuesOf returns the values of settled numbers.
func valuesOf(numbers []int, value func(n int) (engine.Value, error)) map[uint64]engine.Value {
	values := map[uint64]engine.Value{}
	for i, n := range numbers {
		v, err := value(n)
		if err != nil {
			panic(fmt.Sprintf("enginetest: position #%d: %v", i, err))
		}
		values[uint64(i)] = v
	}
	return values
}

// naiveMoves finds the least numbers of moves of one player: 0 at goals, else one more than the least
// number behind a move.
func naiveMoves(g engine.Game) map[uint64]engine.Value {
	moves, least := newMoveLists(g), make([]int, g.Size()) // 0: none is known; else one more than the number of moves
	settle(engine.Slice{Size: g.Size()}, least, func(i uint64) (found int) {
		successors, ends := moves.of(i)
		switch {
		case ends&engine.IsWon != 0:
			return 1
		case ends&engine.WinsNow != 0:
			found = 2
		}
		for _, s := range successors {
			if least[s] > 0 && (found == 0 || least[s]+1 < found) {
				found = least[s] + 1
			}
		}
		return found
	})
	return valuesOf(least, func(n int) (engine.Value, error) {
		if n == 0 {
			return engine.Tie, nil
		}
		return g.Kind().Decided(true, n-1)
	})
}

// naiveScores finds the scores of play that stops after 0, 1, 2, … turns in each slice. Play that
// stops or never ends is worth 0. A player who can force points gets them after some turns and
// keeps them. So the scores are final when one more turn changes none.
func naiveScores(g engine.Game) map[uint64]engine.Value {
	n := &scored{game: g, moves: newMoveLists(g), slices: g.Slices(), scores: make([]int, g.Size())}
	leavesFirst(n.slices, func(sl engine.Slice) {
		settle(sl, n.scores, func(i uint64) int { return n.score(sl, i) })
	})
	return valuesOf(n.scores, engine.Score.FromPoints)
}

type scored struct {
	game   engine.Game
	moves  *moveLists
	slices []engine.Slice
	scores []int
}

// score returns the best result of a move, according to the scores so far.
func (n *scored) score(from engine.Slice, i uint64) int {
	if v, finished := n.game.Finished(n.game.At(i)); finished {
		return engine.Score.Points(v)
	}
	successors, _ := n.moves.of(i)
	if len(successors) == 0 {
		panic(fmt.Sprintf("enginetest: position #%d is not finished and has no move", i))
	}
	best := -1000
	for _, s := range successors {
		to := n.slices[engine.SliceOf(n.slices, s)]
		worth := -n.scores[s]
		if from.Side != 0 && from.Side == to.Side {
			worth = -worth // the same player moves again
		}
		best = max(best, worth+from.Points-to.Points)
	}
	return best
}

// CheckValues compares values, by index, with [Naive] at every position.
func CheckValues(t testing.TB, g engine.Game, got []engine.Value) {
	t.Helper()
	want := Naive(g)
	if uint64(len(got)) != g.Size() {
		t.Fatalf("%v: %d values, want one for each of %d positions", g.Spec(), len(got), g.Size())
	}
	const shown = 10
	wrong := 0
	for i, v := range got {
		if v == want[uint64(i)] {
			continue
		}
		if wrong++; wrong <= shown {
			t.Errorf("%v: position %s is %s, want %s%s", g.Spec(), name(g, uint64(i)), g.Kind().Text(v),
				g.Kind().Text(want[uint64(i)]), describe(g, uint64(i), want))
		}
	}
	if wrong > shown {
		t.Errorf("%v: %d of %d positions are wrong", g.Spec(), wrong, len(got))
	}
}

// describe returns the values of a position's successors.
func describe(g engine.Game, i uint64, values map[uint64]engine.Value) string {
	successors, ends := g.NewScratch().AppendSuccessors(nil, i)
	text := "; ends " + endsText(ends) + "; moves to"
	for n, s := range successors {
		if n == 12 {
			return text + " …"
		}
		text += fmt.Sprintf(" #%d %s", s, g.Kind().Text(values[s]))
	}
	return text
}
