package engine_test

import (
	"fmt"
	"log"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/multiset"
)

// ranking numbers the positions of Pong Hau K'i in place of keys that are found and
// stored: as strings of two own pieces, two of the opponent's, and an empty point.
type ranking struct{}

var counts = []int{1, 2, 2} // of empty points, the mover's pieces, the opponent's

func (ranking) Len() uint64 {
	n, _ := multiset.Count(counts)
	return n
}

func (ranking) Key(rank uint64) (key uint64) {
	for point, symbol := range multiset.Unrank(nil, rank, counts) {
		switch symbol {
		case 1:
			key |= 1 << (8 + point)
		case 2:
			key |= 1 << point
		}
	}
	return key
}

func (ranking) Rank(key uint64) (uint64, bool) {
	points := make([]byte, 5)
	found := [3]int{}
	for point := range points {
		points[point] = byte(key>>(8+point)&1 + key>>point&1*2)
		if points[point] > 2 {
			return 0, false
		}
		found[points[point]]++
	}
	return multiset.Rank(points, counts), found == [3]int(counts) && key>>13 == 0 && key>>5&0b111 == 0
}

// The same game at the level "ranked": the rules stay as they are, and nothing has to be
// found, sorted or stored. A [engine.Definition] has this as New in place of NewRules.
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
	// from 27 to [10 11]
}
