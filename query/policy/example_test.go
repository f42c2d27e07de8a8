package policy_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/policy"
	"github.com/foregone-db/foregone/solver"
)

// A rule for tic-tac-toe, to take the first empty cell, against the truth.
func ExampleTest() {
	dir, err := os.MkdirTemp("", "foregone-example-")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	db, err := solvedTicTacToe(filepath.Join(dir, "db"))
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()

	first := policy.Func(func(position string) (string, error) {
		cell := strings.IndexByte(position, '.')
		return fmt.Sprintf("%c%d", 'a'+cell%3, 3-cell/3), nil
	})
	r, err := policy.Test(context.Background(), db, first, policy.Options{Worst: 1, Walk: 1000})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Asked, "asked,", r.Optimal, "optimal,", r.GivenAway.WinLoss, "wins turned into losses")
	c := r.Worst[0]
	fmt.Println(c.Position, c.Move, "leaves", c.After, "of", c.Value)
	for _, w := range r.Start.Walks {
		fmt.Println(w.Side, "outcome:", w.Outcome, w.Failure.Moves)
	}
	// Output:
	// 4520 asked, 2267 optimal, 1017 wins turned into losses
	// OX.OX.... c3 leaves L1 of W1
	// first outcome: loss [a3 b2 b3 c3 a2 a1]
	// second outcome: loss [a1 a3 b1 c1 b2 a2 b3]
}

// solvedTicTacToe does what "foregone solve tictactoe" does, and opens the result.
func solvedTicTacToe(dir string) (*query.DB, error) {
	registry := games.NewRegistry(tictactoe.Definition())
	spec, err := registry.Parse("tictactoe", nil)
	if err != nil {
		return nil, err
	}
	g, err := registry.Open(spec)
	if err != nil {
		return nil, err
	}
	if _, err := solver.Solve(context.Background(), g, solver.Options{Dir: dir}); err != nil {
		return nil, err
	}
	return query.Open(dir, registry, query.Options{})
}
