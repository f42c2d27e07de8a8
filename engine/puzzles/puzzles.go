// Package puzzles lists the games of one player.
package puzzles

import (
	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/cube2"
	"github.com/foregone-db/foregone/engine/klotski"
	"github.com/foregone-db/foregone/engine/pancake"
	"github.com/foregone-db/foregone/engine/rushhour"
	"github.com/foregone-db/foregone/engine/sliding"
	"github.com/foregone-db/foregone/engine/sokoban"
	"github.com/foregone-db/foregone/engine/solitaire"
)

// Definitions returns the games, in the order of their names.
func Definitions() []engine.Definition {
	return []engine.Definition{
		cube2.Definition(),
		pancake.Definition(),
		klotski.Definition(),
		rushhour.Definition(),
		sokoban.Definition(),
		solitaire.Definition(),
		sliding.Definition(),
	}
}
