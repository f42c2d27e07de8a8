package discover

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine"
)

// fault says in which way a position with these ends and that many moves to
// stored positions breaks the contract of [engine.Rules], or "".
func fault(kind engine.Kind, ends engine.Ends, moves int) string {
	over := ends & engine.Over
	switch {
	case ends == 0:
		return ""
	case kind == engine.Score:
		return "has an end that is won, lost or drawn, which scores cannot hold"
	case bits.OnesCount8(uint8(over)) > 1:
		return "is finished in two ways"
	case over != 0 && (moves > 0 || ends != over):
		return "is finished and has moves"
	case kind == engine.Byte && ends&engine.IsWon != 0:
		return "is finished and won for the player to move, which the byte kind cannot hold"
	case kind == engine.Byte && ends&engine.LosesNow != 0:
		return "has a move that loses at once, which the byte kind cannot hold"
	}
	return ""
}
