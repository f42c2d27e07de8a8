package count_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/query/count"
)

func perft(ctx context.Context, g engine.Notation, p engine.Position, depth int) ([]count.Ply, error) {
	var plies []count.Ply
	for ply, err := range count.Perft(ctx, g, p, depth, count.Limits{}) {
		if err != nil {
			return plies, err
		}
		plies = append(plies, ply)
	}
	return plies, nil
}

// graph is a game given node by node: the nodes that turns lead to, with a ! in front if the turn
// ends the game.
type graph struct {
	engine.Notation
	moves map[string][]string
}

func (g graph) Finished(engine.Position) (engine.Value, bool) { return 0, false }

func (g graph) AppendResults(dst []engine.Result, p engine.Position) []engine.Result {
	for _, to := range g.moves[p.(string)] {
		dst = append(dst, engine.Result{To: to, Turns: 1, Ended: to[0] == '!'})
	}
	return dst
}

// TestPerftTicTacToe checks well-known figures: 255,168 games of tic-tac-toe, 5,478 positions, 958
// of them finished.
func TestPerftTicTacToe(t *testing.T) {
	r := games.NewRegistry(tictactoe.Definition())
	spec, err := r.Parse("tictactoe", nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := r.Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	start, _ := g.Start()
	got, err := perft(t.Context(), g, start, 10)
	if err != nil {
		t.Fatal(err)
	}
	want := []count.Ply{
		{1, 9, 9, 0}, {2, 72, 72, 0}, {3, 504, 252, 0}, {4, 3024, 756, 0}, {5, 15120, 1260, 120},
		{6, 54720, 1520, 148}, {7, 148176, 1140, 444}, {8, 200448, 390, 168}, {9, 127872, 78, 78}, {10, 0, 0, 0},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
}

func TestPerftCountsTurnsAndEnds(t *testing.T) {
	g := graph{moves: map[string][]string{"a": {"b", "c", "!W1", "a"}, "b": {"a"}}}
	got, err := perft(t.Context(), g, "a", 3)
	want := []count.Ply{{1, 4, 4, 1}, {2, 5, 4, 1}, {3, 9, 4, 1}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	// Two moves at every other ply exceed 2^64 sequences.
	g.moves = map[string][]string{"a": {"b", "c"}, "b": {"a"}, "c": {"a"}}
	got, err = perft(t.Context(), g, "a", 200)
	if err == nil || len(got) != 126 || got[125].Turns != 1<<63 {
		t.Errorf("got %d plies and %v, want 126 and an overflow", len(got), err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	g.moves = map[string][]string{}
	for _, name := range "abcdefghijklmnop" {
		for _, to := range "abcdefghijklmnop" {
			for _, other := range "abcdefghijklmnop" {
				g.moves[string(name)+string(other)] = append(g.moves[string(name)+string(other)], string(other)+string(to))
			}
		}
	}
	if _, err := perft(ctx, g, "aa", 10); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that it stops", err)
	}
}
