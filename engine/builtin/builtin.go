// Package builtin lists the games that the program knows without a file, for the command line and for the
// reader of sites.
package builtin

import (
	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/awari"
	"github.com/foregone-db/foregone/engine/baghchal"
	"github.com/foregone-db/foregone/engine/britishsquare"
	"github.com/foregone-db/foregone/engine/builtin/dice"
	"github.com/foregone-db/foregone/engine/chess"
	"github.com/foregone-db/foregone/engine/connectfour"
	"github.com/foregone-db/foregone/engine/dobutsu"
	"github.com/foregone-db/foregone/engine/graph"
	"github.com/foregone-db/foregone/engine/kalah"
	"github.com/foregone-db/foregone/engine/morris"
	"github.com/foregone-db/foregone/engine/pushfight"
	"github.com/foregone-db/foregone/engine/puzzles"
	"github.com/foregone-db/foregone/engine/pylos"
	"github.com/foregone-db/foregone/engine/quixo"
	"github.com/foregone-db/foregone/engine/rpsw"
	"github.com/foregone-db/foregone/engine/squadro"
	"github.com/foregone-db/foregone/engine/teeko"
	"github.com/foregone-db/foregone/engine/tictacchec"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/engine/tupitu"
)

// Definitions returns the games, in any order.
func Definitions() []engine.Definition {
	return append(append(puzzles.Definitions(), dice.Definitions()...),
		awari.Definition(),
		baghchal.Definition(),
		britishsquare.Definition(),
		chess.Definition(),
		connectfour.Definition(),
		dobutsu.Definition(),
		graph.Definition(),
		kalah.Definition(),
		morris.Definition(),
		pushfight.Definition(),
		pylos.Definition(),
		quixo.Definition(),
		rpsw.Definition(),
		squadro.Definition(),
		teeko.Definition(),
		tictacchec.Definition(),
		tictactoe.Definition(),
		tupitu.Definition(),
	)
}
