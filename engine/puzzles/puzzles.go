// Package puzzles lists the games of one player.
package puzzles

import (
	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/puzzles/cube2"
	"github.com/foregone-db/foregone/engine/puzzles/klotski"
	"github.com/foregone-db/foregone/engine/puzzles/pancake"
	"github.com/foregone-db/foregone/engine/puzzles/rushhour"
	"github.com/foregone-db/foregone/engine/puzzles/sliding"
	"github.com/foregone-db/foregone/engine/puzzles/sokoban"
	"github.com/foregone-db/foregone/engine/puzzles/solitaire"
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
