// Package dice lists the games of dice.
package dice

import (
	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/backgammon"
	"github.com/foregone-db/foregone/engine/einstein"
	"github.com/foregone-db/foregone/engine/pig"
	"github.com/foregone-db/foregone/engine/ur"
	"github.com/foregone-db/foregone/engine/yahtzee"
)

// Definitions returns the games, in the order of their names.
func Definitions() []engine.Definition {
	return []engine.Definition{
		backgammon.Bearoff(),
		einstein.Definition(),
		backgammon.Hypergammon(),
		pig.Definition(),
		ur.Definition(),
		yahtzee.Definition(),
	}
}
