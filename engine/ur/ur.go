// Package ur has the Royal Game of Ur, in four sets of rules, for one to seven pieces a side.
//
// A position is what the mover sees, so that one table serves both players. Positions are numbered by
// formula. A slice has all positions in which the players have borne off a given pair of numbers of
// pieces, whoever moves; no play returns to it. The positions that are over have a slice of their own, as
// in the published counts. Within a slice positions are ordered by rows, the pieces of one player, and
// columns, those of the other. All moves that capture nothing lead to a later row or column, which makes
// a solve by sweeps converge fast.
package ur

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
)

//go:embed rules.txt
var rulesText string

// Definition describes the game for a registry.
func Definition() engine.Definition {
	return engine.Definition{
		Name: "ur", Title: "Royal Game of Ur", Summary: "Royal Game of Ur: race along a path and capture, with binary dice",
		Variant: func(s engine.Spec) string {
			return fmt.Sprintf("by %s%s rules, %d pieces", strings.ToUpper(s.Word("rules")[:1]), s.Word("rules")[1:], s.Int("pieces"))
		},
		Rules: rulesText, Level: engine.LevelRanked, Kind: engine.Chance, Bench: "pieces=3",
		Params: []engine.Param{
			{Name: "pieces", Type: engine.IntParam, Default: "7", Min: 1, Max: most, Help: "pieces of each player; 5 by default in blitz and aseb"},
			engine.Precision(),
			{Name: "rules", Type: engine.WordParam, Default: "finkel", Help: "finkel, blitz, masters or aseb", Canonical: engine.OneOf("finkel", "blitz", "masters", "aseb")},
		},
		Settle: func(values map[string]string, given func(param string) bool) error {
			if rules := values["rules"]; !given("pieces") && (rules == "blitz" || rules == "aseb") {
				values["pieces"] = "5"
			}
			return nil
		},
		New: func(spec engine.Spec) (engine.Game, error) { return newGame(spec) },
	}
}

// game is the ranked game.
type game struct {
	engine.Game
	numbering *numbering
}

func newGame(spec engine.Spec) (engine.Game, error) {
	n := newNumbering(newRules(spec.Word("rules"), spec.Int("pieces")))
	var parts []discover.Slice
	for at := range n.parts {
		p := &n.parts[at]
		part := discover.Slice{Number: at, Name: fmt.Sprintf("%d and %d off", p.off[0], p.off[1]), Targets: n.targets(at), Size: p.size, Keys: keySet{n, at}}
		if at == 0 {
			part.Name, part.Layer = "over", true
		}
		parts = append(parts, part)
	}
	g, err := discover.Keyed(spec, engine.Chance.KindOf(spec), n.contract(), parts)
	return &game{g, n}, err
}

// NewScratch implements [engine.Game].
func (g *game) NewScratch() engine.Scratch {
	r := &roller{numbering: g.numbering}
	return engine.Scratch{Generator: &engine.RolledGenerator{Roller: r}, Roller: r}
}
