package discover

import (
	"fmt"
	"math/bits"

	"github.com/foregone-db/foregone/engine"
)

// fault returns how a position breaks the contract of [engine.Rules], or "". The position has the
// given ends and number of moves to stored positions.
func fault(kind engine.Kind, ends engine.Ends, moves int) string {
	over, bad := ends&engine.Over, ends&^kind.Ends()
	switch {
	case ends == 0:
		return ""
	case kind.Ends() == 0:
		return fmt.Sprintf("has an end that is won, lost or drawn, which %vs cannot hold", kind)
	case bits.OnesCount8(uint8(over)) > 1:
		return "is finished in two ways"
	case over != 0 && (moves > 0 || ends != over):
		return "is finished and has moves"
	case kind.Single() && bad != 0:
		return "is lost or drawn, or has a move that loses or draws, and a game of one player ends at a goal alone"
	case bad&engine.IsWon != 0:
		return fmt.Sprintf("is finished and won for the player to move, which the %v kind cannot hold; declare kind = \"wide\"", kind)
	case bad != 0:
		return fmt.Sprintf("has a move that loses at once, which the %v kind cannot hold; declare kind = \"wide\"", kind)
	}
	return ""
}
