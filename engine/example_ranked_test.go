package engine_test

import (
	"fmt"
	"log"
	"math/bits"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/placement"
)

// ranking numbers the positions of Pong Hau K'i in place of keys that are found and
// stored: by the points of the mover's two pieces, then by those of the opponent's two.
type ranking struct{}

const (
	points = 1<<5 - 1 // all five
	others = 3        // ways to place the opponent's pieces on the points that are left
)

func (ranking) Len() uint64 { return placement.Choose(5, 2) * others }

func (ranking) Key(rank uint64) uint64 {
	own := placement.Unrank(rank/others, 2, points)
	return own<<8 | placement.Unrank(rank%others, 2, points&^own)
}

func (ranking) Rank(key uint64) (uint64, bool) {
	own, other := key>>8, key&255
	if own&^points|other&^points|own&other != 0 || bits.OnesCount64(own) != 2 || bits.OnesCount64(other) != 2 {
		return 0, false
	}
	return placement.Rank(own, points)*others + placement.Rank(other, points&^own), true
}

// The same game at the level "ranked": the rules stay as they are, and no keys are discovered, sorted
// or stored. In an [engine.Definition] this is New, in place of NewRules.
func Example_ranked() {
	game, err := discover.Keyed(engine.Spec{}, engine.Byte, rules(), []discover.Slice{
		{Targets: []int{0}, Keys: ranking{}},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(game.Size(), "positions")
	start, _ := game.Start()
	i, _ := game.Index(start)
	successors, _ := game.NewScratch().AppendSuccessors(nil, i)
	fmt.Println("from", i, "to", successors)
	// Output:
	// 30 positions
	// from 27 to [1 0]
}
