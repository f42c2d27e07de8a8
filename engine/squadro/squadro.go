// Package squadro is Squadro, the game of pieces that cross each other's lanes and return.
//
// # Positions
//
// A piece is on its way out, on its way back, or at home. A piece that is jumped goes back to the side
// that it came from last, so these stages never go back. The stages of all pieces make a class of positions; play
// can repeat itself only within a class. A position is stored for every placement of the pieces on points where they
// can stop and no two on one point, with either side to move, unless the side to move has won. Play need not reach it.
// Finished positions are stored: the opponent of the side to move has all pieces but one home.
//
// With five lanes 55,771,138,670 positions are stored. Play from the start, whoever begins, reaches
// 46,199,129,613 of them (github.com/ndeineko/squadro-solver, 2026).
//
// # Slices
//
// A slice has the positions with the same stages of the pieces of Top, and the same sum of the stages of the
// pieces of Left. Its classes do not lead to each other.
package squadro

import (
	_ "embed"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
)

//go:embed rules.txt
var rulesText string

// Definition describes the game for a registry.
func Definition() engine.Definition {
	return engine.Definition{
		Name: "squadro", Title: "Squadro", Summary: "Squadro: bring four of five pieces across the board and back, jumping over those that cross",
		Variant: func(s engine.Spec) string {
			if s.Int("lanes") == most {
				return ""
			}
			return s.Word("lanes") + " lanes"
		},
		Rules: rulesText, Level: engine.LevelFull, Kind: engine.Byte, Bench: "lanes=3",
		Params: []engine.Param{
			{Name: "lanes", Type: engine.IntParam, Default: "5", Min: 2, Max: most, Help: "pieces of each player, each on a lane of its own"},
		},
		New: func(spec engine.Spec) (engine.Game, error) { return newGame(spec) },
	}
}

// game is the ranked game.
type game struct {
	engine.Game
	*numbering
}

func newGame(spec engine.Spec) (engine.Game, error) {
	n := newNumbering(newRules(spec.Int("lanes")))
	contract := &engine.Rules{
		Start: position{}.key(), AppendMoves: n.appendMoves, Notation: n.rules, Board: n.keyBoard, MoveText: n.moveText,
		Slice: func(key uint64) int { return n.sliceOf(read(key)) }, Depiction: n.depiction(), MaxSuccessors: n.lanes,
	}
	ranked, err := discover.Keyed(spec, engine.Byte, contract, n.slices())
	return &game{ranked, n}, err
}

// NewScratch implements [engine.Game].
func (g *game) NewScratch() engine.Scratch {
	s := g.Game.NewScratch()
	s.LayerEvaluator = &scratch{numbering: g.numbering}
	return s
}

// Parts implements [engine.Game].
func (g *game) Parts() engine.Parts {
	p := g.Game.Parts()
	p.Resident, p.Closed = g.bytes(), g.closed
	return p
}

// scratch is the state of one worker.
type scratch struct {
	*numbering
	evaluator evaluator
}
