package solver

import (
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/awari"
	"github.com/foregone-db/foregone/engine/baghchal"
	"github.com/foregone-db/foregone/engine/britishsquare"
	"github.com/foregone-db/foregone/engine/chess"
	"github.com/foregone-db/foregone/engine/connectfour"
	"github.com/foregone-db/foregone/engine/dobutsu"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/graph"
	"github.com/foregone-db/foregone/engine/kalah"
	"github.com/foregone-db/foregone/engine/morris"
	"github.com/foregone-db/foregone/engine/pushfight"
	"github.com/foregone-db/foregone/engine/puzzles"
	"github.com/foregone-db/foregone/engine/pylos"
	"github.com/foregone-db/foregone/engine/quixo"
	"github.com/foregone-db/foregone/engine/rpsw"
	"github.com/foregone-db/foregone/engine/squadro"
	"github.com/foregone-db/foregone/engine/tictacchec"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/engine/tupitu"
)

// open opens a game. Every file that its spec names holds board. It panics on a wrong
// spec, as it is used outside tests, too.
func open(_ testing.TB, spec, board string) engine.Game {
	r := games.NewRegistry(append(puzzles.Definitions(),
		awari.Definition(), baghchal.Definition(), britishsquare.Definition(), chess.Definition(), connectfour.Definition(), dobutsu.Definition(), graph.Definition(), kalah.Definition(), morris.Definition(), pushfight.Definition(), pylos.Definition(), quixo.Definition(), rpsw.Definition(), squadro.Definition(),
		tictacchec.Definition(), tictactoe.Definition(), tupitu.Definition(),
	)...)
	s, err := r.Parse(spec, func(string) ([]byte, error) { return []byte(board), nil })
	if err != nil {
		panic(err)
	}
	g, err := r.Open(s)
	if err != nil {
		panic(err)
	}
	return g
}
