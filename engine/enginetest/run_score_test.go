package enginetest

import (
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/britishsquare"
	"github.com/foregone-db/foregone/engine/games"
)

// wrongScores is a game of scores with a fault.
type wrongScores struct {
	engine.Game
	score   func(right int) int // nil: the scratch has no Score
	ends    engine.Ends
	already bool // Finished denies that finished positions are finished
	stay    bool // a slice is not declared a layer
}

func (g wrongScores) Slices() []engine.Slice {
	list := append([]engine.Slice(nil), g.Game.Slices()...)
	list[2].Layer = !g.stay
	return list
}

func (g wrongScores) Finished(p engine.Position) (engine.Value, bool) {
	v, over := g.Game.Finished(p)
	return v, over && !g.already
}

func (g wrongScores) NewScratch() engine.Scratch {
	s := g.Game.NewScratch()
	w := wrongScratch{s, g}
	s.Generator, s.Score = w, w.Score
	if g.score == nil {
		s.Score = nil
	}
	return s
}

type wrongScratch struct {
	right engine.Scratch
	g     wrongScores
}

func (s wrongScratch) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	dst, ends := s.right.AppendSuccessors(dst, i)
	return dst, ends | s.g.ends
}

func (s wrongScratch) Score(i uint64) int { return s.g.score(s.right.Score(i)) }

// TestScoreFaults checks that the kit finds faults in a game of scores.
func TestScoreFaults(t *testing.T) {
	r := games.NewRegistry(britishsquare.Definition())
	spec, err := r.Parse("british-square:width=3,height=3", nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := r.Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	right := func(score int) int { return score }
	for name, test := range map[string]struct {
		g     wrongScores
		fault bool
	}{
		"none":                        {wrongScores{Game: g, score: right}, false},
		"another score":               {wrongScores{Game: g, score: func(score int) int { return -score }}, true},
		"no scorer":                   {wrongScores{Game: g}, true},
		"an end":                      {wrongScores{Game: g, score: right, ends: engine.DrawsNow}, true},
		"finished, but not by itself": {wrongScores{Game: g, score: right, already: true}, true},
		"a slice that is not a layer": {wrongScores{Game: g, score: right, stay: true}, false},
	} {
		c := newChecker(test.g, Options{})
		failures := 0
		c.report = func(string, ...any) { failures++ }
		checkSlices(c)
		checkSuccessors(c)
		if failures > 0 != test.fault {
			t.Errorf("%s: %d failures", name, failures)
		}
	}
}
