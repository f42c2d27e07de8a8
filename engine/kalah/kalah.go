package kalah

import (
	_ "embed"
	"fmt"

	"github.com/foregone-db/foregone/engine"
)

//go:embed rules.txt
var rulesText string

// Definition describes the game for a registry.
func Definition() engine.Definition {
	flag := func(name, preset, help string) engine.Param {
		return engine.Param{Name: name, Type: engine.BoolParam, Default: preset, Help: help}
	}
	return engine.Definition{
		Name:  "kalah",
		Title: "Kalah",
		Variant: func(s engine.Spec) string {
			v := fmt.Sprintf("%d pits, %d seeds", s.Int("pits"), s.Int("seeds"))
			for name, text := range map[string]string{"empty": ", captures of seeds alone", "majority": ", played out", "stores": ", by the pits"} {
				if !s.Bool(name) && (name != "majority" || s.Bool("stores")) {
					v += text
				}
			}
			return v
		},
		Summary:   "Kalah: sow seeds round a board, capture, and count what is stored",
		Rules:     rulesText,
		Level:     engine.LevelRules,
		Bench:     "pits=4,seeds=2",
		Kind:      engine.Score,
		Positions: 4_604_996,
		Params: []engine.Param{
			flag("empty", "true", "a last seed in an empty pit is stored even where the pit opposite is empty"),
			flag("majority", "true", "the game is over when a store has more than half of the seeds"),
			{Name: "pits", Type: engine.IntParam, Default: "4", Min: 1, Max: maxPits, Help: "pits of each player"},
			{Name: "seeds", Type: engine.IntParam, Default: "3", Min: 1, Max: 10, Help: "seeds in each pit at the start"},
			flag("stores", "true", "the stores are part of a position; false: only the pits are"),
		},
		Settle: func(values map[string]string, given func(string) bool) error {
			if values["stores"] == "true" || values["majority"] == "false" {
				return nil
			}
			if given("majority") {
				return engine.InputErrorf("kalah with stores=false and majority=true: majority counts the seeds in the stores")
			}
			values["majority"] = "false"
			return nil
		},
		NewRules: func(spec engine.Spec) (*engine.Rules, error) {
			r := newRules(spec.Int("pits"), spec.Int("seeds"))
			r.stores, r.majority, r.empty = spec.Bool("stores"), spec.Bool("majority"), spec.Bool("empty")
			if !r.stores { // the layer then determines the number of stored seeds
				r.weight = max(r.weight, r.total*(r.pits-1)+1)
			}
			if n := r.keyBits(); n > 64 || r.layer(r.total, r.total*(r.pits-1))+1 > maxLayer {
				return nil, engine.InputErrorf("%s has %.1e ways to lay %d seeds, too many to be found one by one: want fewer pits or seeds%s",
					spec, r.arrangements(), r.total, map[bool]string{true: ", or stores=false"}[r.stores])
			}
			return r.contract(), nil
		},
	}
}
