package engine_test

import (
	"fmt"
	"log"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
)

// The positions that can be reached, by index.
func Example_discovered() {
	game, err := discover.Game(engine.Spec{}, engine.Byte, rules(), 0)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(game.Size(), "positions")
	start, _ := game.Start()
	i, _ := game.Index(start)
	fmt.Println("the start is", game.Text(start), "with index", i)
	for _, m := range game.Moves(start) {
		i, _ := game.Index(m.To)
		fmt.Println("a move leads to", game.Text(m.To), "with index", i)
	}
	// Output:
	// 28 positions
	// the start is 0x1803 with index 25
	// a move leads to 0x30c with index 0
	// a move leads to 0x314 with index 1
}
