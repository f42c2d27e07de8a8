package cli

import (
	"testing"

	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/solver"
)

// TestMakesReverse checks when an interruption loses the reverse graph: in the steps that make it, of games that
// have one.
func TestMakesReverse(t *testing.T) {
	registry := games.NewRegistry(tictactoe.Definition())
	spec, err := registry.Parse("tictactoe", nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := registry.Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	c := Console{stderr: t.Output()}
	for _, room := range []bool{true, false} {
		s := solveProgress{bar: c.newProgress(true), game: g}
		e := solver.Estimate{Slower: 5, MemoryReverse: 1 << 30}
		if room {
			e = solver.Estimate{}
		}
		s.event(solver.Event{Kind: solver.EventEstimate, Estimate: &e})
		for step, makes := range map[string]bool{"scan": true, "reverse graph": true, "losses to wins": false} {
			if s.event(solver.Event{Kind: solver.EventProgress, Step: step, Total: 1}); s.makesReverse != (makes && room) {
				t.Errorf("room %v, %s: %v", room, step, s.makesReverse)
			}
		}
	}
}
