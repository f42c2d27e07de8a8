package count_test

import (
	"errors"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/chess"
	"github.com/foregone-db/foregone/engine/games"
	graphs "github.com/foregone-db/foregone/engine/graph"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/query/count"
)

// TestReachable counts in games with only reachable indices, and in one with others.
func TestReachable(t *testing.T) {
	registry := games.NewRegistry(chess.Definition(), graphs.Definition(), tictactoe.Definition())
	content := []byte("a: b c\nb: a e\nc = loss\nd: a\ne: b\nf: d a\n")
	opened := func(text string) engine.Game {
		spec, err := registry.Parse(text, func(string) ([]byte, error) { return content, nil })
		if err != nil {
			t.Fatal(err)
		}
		g, err := registry.Open(spec)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	for text, want := range map[string]uint64{"tictactoe": 5478, "graph:file=f": 4} {
		set, err := count.Reachable(t.Context(), opened(text), 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		if set.Count() != want {
			t.Errorf("%s: %d positions are reachable, want %d", text, set.Count(), want)
		}
	}
	var input *engine.InputError
	if _, err := count.Reachable(t.Context(), opened("chess:pieces=KQvK"), 1<<20); !errors.As(err, &input) {
		t.Errorf("a game without a start: %v", err)
	}
	if _, err := count.Reachable(t.Context(), opened("tictactoe"), 1000); !errors.As(err, &input) {
		t.Errorf("more than there is memory for: %v", err)
	}
}
