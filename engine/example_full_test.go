package engine_test

import (
	"fmt"
	"log"
	"math/bits"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
)

// full is the ranked game, whose workers know predecessors.
type full struct{ engine.Game }

func (g full) NewScratch() engine.Scratch {
	s := g.Game.NewScratch()
	s.Unmover = unmover{}
	return s
}

type unmover struct{}

// AppendPredecessors takes back the moves of the opponent's pieces. Each piece next to the empty
// point may have come from that point.
func (unmover) AppendPredecessors(dst []uint64, i uint64) []uint64 {
	key := ranking{}.Key(i)
	own, other := key>>8, key&0b11111
	empty := 0b11111 &^ (own | other)
	for pieces := other & lines[bits.TrailingZeros64(empty)]; pieces != 0; pieces &= pieces - 1 {
		piece := pieces & -pieces
		before, _ := ranking{}.Rank((other^piece|empty)<<8 | own)
		dst = append(dst, before)
	}
	return dst
}

// The same game at the level "full".
func ExampleScratch_predecessors() {
	ranked, err := discover.Keyed(engine.Spec{}, engine.Byte, rules(), []discover.Slice{
		{Targets: []int{0}, Keys: ranking{}},
	})
	if err != nil {
		log.Fatal(err)
	}
	game := full{ranked}
	scratch := game.NewScratch()
	for i := range game.Size() {
		if successors, _ := scratch.AppendSuccessors(nil, i); len(successors) == 0 {
			won := scratch.Unmover.AppendPredecessors(nil, i)
			fmt.Println(i, "is lost, so these are won:", won)
		}
	}
	// Output:
	// 11 is lost, so these are won: [22 6]
	// 23 is lost, so these are won: [10 4]
}
