package britishsquare

import (
	_ "embed"
	"fmt"

	"github.com/foregone-db/foregone/engine"
)

//go:embed rules.txt
var rulesText string

// Definition describes the game for a registry.
func Definition() engine.Definition {
	size := func(name, help string) engine.Param {
		return engine.Param{Name: name, Type: engine.IntParam, Default: "5", Min: 1, Max: 9, Help: help}
	}
	return engine.Definition{
		Name:  "british-square",
		Title: "British Square",
		Variant: func(s engine.Spec) string {
			v := fmt.Sprintf("%d×%d", s.Int("width"), s.Int("height"))
			if s.Bool("center") {
				v += ", opening on the centre"
			}
			return v
		},
		Summary:   "British Square: fill the board, keep away from the opponent, count pieces",
		Rules:     rulesText,
		Level:     engine.LevelRules,
		Bench:     "-",
		Kind:      engine.Score,
		Positions: 8659987,
		Params: []engine.Param{
			{Name: "center", Type: engine.BoolParam, Default: "false", Help: "the first player may open on the centre tile"},
			size("height", "rows of tiles; width·height at most 31"),
			size("width", "columns of tiles"),
		},
		NewRules: func(spec engine.Spec) (*engine.Rules, error) {
			width, height := spec.Int("width"), spec.Int("height")
			if width*height > maxTiles {
				return nil, engine.InputErrorf("a board of %d by %d tiles is too large: want at most %d tiles", width, height, maxTiles)
			}
			r := newRules(width, height, spec.Bool("center"))
			return &engine.Rules{
				Start: r.Start(), AppendMoves: r.AppendMoves, Layer: r.KeyLayer, Score: r.KeyScore, Symmetry: r,
				Notation: r, Board: r.KeyBoard, MoveText: r.MoveText, Depiction: depiction,
			}, nil
		},
	}
}
