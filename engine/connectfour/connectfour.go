package connectfour

import (
	_ "embed"
	"fmt"

	"github.com/foregone-db/foregone/engine"
)

//go:embed rules.txt
var rulesText string

// Definition describes the game for a registry.
func Definition() engine.Definition {
	return engine.Definition{
		Name:      "connect-four",
		Title:     "Connect Four",
		Variant:   func(s engine.Spec) string { return fmt.Sprintf("%d×%d", s.Int("width"), s.Int("height")) },
		Summary:   "Connect Four on smaller boards: drop pieces into columns, make a line",
		Rules:     rulesText,
		Level:     engine.LevelRules,
		Bench:     "height=4",
		Kind:      engine.Byte,
		Positions: 25366620,
		Params: []engine.Param{
			{Name: "height", Type: engine.IntParam, Default: "5", Min: 1, Max: 9, Help: "rows; width·(height+1) at most 64"},
			{Name: "line", Type: engine.IntParam, Default: "4", Min: 2, Max: 9, Help: "pieces in a line that win"},
			{Name: "ranked", Type: engine.BoolParam, Default: "false", Late: true, Help: "number positions by columns, without keys: for boards too large to be discovered"},
			{Name: "width", Type: engine.IntParam, Default: "5", Min: 1, Max: 9, Help: "columns"},
		},
		NewRules: func(spec engine.Spec) (*engine.Rules, error) {
			if spec.Bool("ranked") {
				return nil, nil // New makes that game
			}
			r, err := rulesOf(spec)
			if err != nil {
				return nil, err
			}
			return r.contract(), nil
		},
		New: func(spec engine.Spec) (engine.Game, error) {
			r, err := rulesOf(spec)
			if err != nil {
				return nil, err
			}
			return newRanked(spec, r)
		},
	}
}

// rulesOf returns the rules that a spec names.
func rulesOf(spec engine.Spec) (*rules, error) {
	width, height, line := spec.Int("width"), spec.Int("height"), spec.Int("line")
	if line > max(width, height) {
		return nil, engine.InputErrorf("a line of %d does not fit on a board of %d by %d", line, width, height)
	}
	if width*(height+1) > 64 {
		return nil, engine.InputErrorf("a board of %d by %d is too large: want width·(height+1) at most 64", width, height)
	}
	return newRules(width, height, line), nil
}
