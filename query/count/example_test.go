package count_test

import (
	"context"
	"fmt"
	"log"

	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/query/count"
)

func ExamplePerft() {
	registry := games.NewRegistry(tictactoe.Definition())
	spec, err := registry.Parse("tictactoe", nil)
	if err != nil {
		log.Fatal(err)
	}
	g, err := registry.Open(spec)
	if err != nil {
		log.Fatal(err)
	}
	start, _ := g.Start()
	for ply, err := range count.Perft(context.Background(), g, start, 3, count.Limits{}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(ply.Ply, ply.Turns, ply.Positions)
	}
	// Output:
	// 1 9 9
	// 2 72 72
	// 3 504 252
}
