package teeko

import (
	_ "embed"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/engine/placement"
)

//go:embed rules.txt
var rulesText string

// Definition describes the game for a registry.
func Definition() engine.Definition {
	return engine.Definition{
		Name:  "teeko",
		Title: "Teeko",
		Variant: func(s engine.Spec) string {
			if s.Bool("advanced") {
				return "advanced"
			}
			return ""
		},
		Summary: "Teeko: place four pieces, then move them, into a line or a square",
		Rules:   rulesText,
		Level:   engine.LevelFull,
		Bench:   "-",
		Kind:    engine.Byte,
		Params: []engine.Param{
			{Name: "advanced", Type: engine.BoolParam, Default: "false", Help: "the corners of larger squares also win"},
		},
		New: func(spec engine.Spec) (engine.Game, error) {
			g, err := placement.New(spec, engine.Byte, declaration(5, spec.Bool("advanced")))
			return game{g}, err
		},
	}
}

// game hands out no predecessors: in this game the solver is faster with a reverse graph.
type game struct{ engine.Game }

// Parts implements [engine.Game].
func (g game) Parts() engine.Parts {
	p := g.Game.Parts()
	p.Depiction.Heaps, p.Depiction.Goal = []drawing.Heap{{Name: "to be placed", Side: 2, Absent: "XXXXOOOO"}}, "Who first has four pieces in a line, or on a square of 2 by 2, wins."
	return p
}

// NewScratch implements [engine.Game].
func (g game) NewScratch() engine.Scratch {
	s := g.Game.NewScratch()
	s.Unmover = nil
	return s
}
