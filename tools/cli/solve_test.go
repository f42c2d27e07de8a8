package cli

import (
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/solver"
)

// TestLost checks the message about lost work, for each step of a solve.
func TestLost(t *testing.T) {
	registry := games.NewRegistry(tictactoe.Definition())
	spec, err := registry.Parse("tictactoe", nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := registry.Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	c := Call{Console: &Console{stderr: t.Output()}}
	s := solveProgress{bar: c.newProgress(true), game: g}
	for step, want := range map[solver.StepName]string{
		"scan": "only the unfinished chunks of the scan are lost", "reverse graph": "moves that were found are sorted again", "losses to wins": "nothing that was committed is lost",
	} {
		s.event(solver.Event{Kind: solver.EventProgress, Step: step, Total: 1})
		if got := s.lost(); !strings.Contains(got, want) {
			t.Errorf("%s: %s", step, got)
		}
	}
}
