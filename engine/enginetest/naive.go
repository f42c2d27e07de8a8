package enginetest

import (
	"fmt"
	"testing"

	"github.com/foregone-db/foregone/engine"
)

// Naive solves g in the plainest way. For remoteness 0, 1, 2, … it scans the successors of every undecided
// position until nothing changes. It uses a map, AppendSuccessors, and in games of scores Finished. It is
// meant for games of up to some 10⁵ positions. It panics when a remoteness does not fit the kind.
func Naive(g engine.Game) map[uint64]engine.Value {
	if g.Kind() == engine.Score {
		return naiveScores(g)
	}
	n := naive{g.Kind(), g.NewScratch(), map[uint64]engine.Value{}, g.Slices()}
	if engine.Conversion(n.slices) {
		done := map[int]bool{}
		for slice := range n.slices {
			n.solveSlice(slice, done)
		}
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
	kind    engine.Kind
	scratch engine.Scratch
	values  map[uint64]engine.Value // decided positions
	slices  []engine.Slice
}

// solveSlice decides the positions of a slice, those of the slices that it exits into before.
func (n *naive) solveSlice(slice int, done map[int]bool) {
	if done[slice] {
		return
	}
	done[slice] = true
	sl := n.slices[slice]
	for _, e := range sl.Exits {
		n.solveSlice(e, done)
	}
	n.solve(sl.First, sl.Size)
}

// solve decides positions that lead to one another, or to ones that are decided as far as
// they ever are.
func (n *naive) solve(first, size uint64) {
	drawn := map[uint64]bool{} // finished and drawn: nothing to look for
	for plies := 0; ; plies++ {
		changed := false
		for i := first; i < first+size; i++ {
			if _, decided := n.values[i]; decided || drawn[i] {
				continue
			}
			successors, ends := n.scratch.AppendSuccessors(nil, i)
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

// plies returns the remoteness of v, the value of a successor of i, as it counts there: none
// where turns are counted to the next exit, and the successor is in another slice.
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

// wonIn: some move leads to a loss for the opponent in one ply less.
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

// lostIn: there is no move at all (or the game is over), or every move leads to a
// win for the opponent, the last one in one ply less. A position that was lost
// with fewer plies is decided already, so that "at most one ply less" will do.
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

// naiveScores plays every slice for 0, 1, 2, … turns, and gives up then: that is worth
// nothing, as is play that never ends. Who can be sure of points has them some time, and
// keeps them, so that the scores are right when they stay as they are for one turn.
func naiveScores(g engine.Game) map[uint64]engine.Value {
	n := &scored{game: g, scratch: g.NewScratch(), slices: g.Slices(), scores: make([]int, g.Size()), done: map[int]bool{}}
	for slice := range n.slices {
		n.solve(slice)
	}
	values := map[uint64]engine.Value{}
	for i, score := range n.scores {
		v, err := engine.Score.FromPoints(score)
		if err != nil {
			panic(fmt.Sprintf("enginetest: position #%d: %v", i, err))
		}
		values[uint64(i)] = v
	}
	return values
}

type scored struct {
	game    engine.Game
	scratch engine.Scratch
	slices  []engine.Slice
	scores  []int
	done    map[int]bool
}

// solve finds the scores of a slice, after those that it exits into.
func (n *scored) solve(slice int) {
	if n.done[slice] {
		return
	}
	n.done[slice] = true
	sl := n.slices[slice]
	for _, e := range sl.Exits {
		n.solve(e)
	}
	for after := make([]int, sl.Size); ; {
		changed := false
		for o := range sl.Size {
			after[o] = n.score(sl, sl.First+o)
			changed = changed || after[o] != n.scores[sl.First+o]
		}
		if !changed {
			return
		}
		copy(n.scores[sl.First:], after)
	}
}

// score returns the best that a move gives by the scores so far.
func (n *scored) score(from engine.Slice, i uint64) int {
	if v, finished := n.game.Finished(n.game.At(i)); finished {
		return engine.Score.Points(v)
	}
	successors, _ := n.scratch.AppendSuccessors(nil, i)
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

// CheckCombinations compares solve, which returns the values of all positions by index, with [Naive]
// for each valid combination of the parts of g.
func CheckCombinations(t testing.TB, g engine.Game, solve func(engine.Game) ([]engine.Value, error)) {
	t.Helper()
	for _, hidden := range Combinations(g) {
		got, err := solve(Without(g, hidden))
		if err != nil {
			t.Fatalf("solve %v: %v", g.Spec(), err)
		}
		CheckValues(t, Without(g, hidden), got)
		if t.Failed() {
			t.Fatalf("wrong with the parts %b", PartsOf(Without(g, hidden)))
		}
	}
}

// CheckValues compares the values of all positions by index with [Naive].
func CheckValues(t testing.TB, g engine.Game, got []engine.Value) {
	t.Helper()
	if uint64(len(got)) != g.Size() {
		t.Fatalf("%v: %d values, want one for each of %d positions", g.Spec(), len(got), g.Size())
	}
	want := Naive(g)
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

// describe says what the moves of a position lead to.
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
