package awari

import (
	_ "embed"
	"fmt"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
)

//go:embed rules.txt
var rulesText string

// maxStones is the number of stones at the start of the game.
const maxStones = 48

// Definition describes the game for a registry.
func Definition() engine.Definition {
	return engine.Definition{
		Name:  "awari",
		Title: "Awari",
		Variant: func(s engine.Spec) string {
			v := fmt.Sprintf("up to %d stones", s.Int("stones"))
			if s.Bool("reachable") {
				v += ", reachable"
			}
			return v
		},
		Summary: "Awari: sow stones round twelve pits, and capture them",
		Rules:   rulesText,
		Level:   engine.LevelFull,
		Bench:   "stones=10",
		Kind:    engine.Score,
		Params: []engine.Param{
			{Name: "reachable", Type: engine.BoolParam, Default: "false", Help: "only positions that can come up in a game with 48 stones, as published"},
			{Name: "stones", Type: engine.IntParam, Default: "12", Min: 0, Max: maxStones, Help: "maximum number of stones in the pits"},
		},
		Dropped: []string{"cycle=shared", "cycle=stay"},
		New:     func(spec engine.Spec) (engine.Game, error) { return newGame(spec) },
	}
}

// game is the ranked game with predecessors.
type game struct {
	engine.Game
	rules *rules
}

func newGame(spec engine.Spec) (engine.Game, error) {
	r := newRules(spec.Int("stones"), spec.Bool("reachable"))
	var parts []discover.Slice
	place := map[int]int{} // by number of stones: index in parts
	for n := range r.most + 1 {
		if r.size(n) == 0 {
			continue
		}
		p := discover.Slice{Number: n, Name: fmt.Sprintf("%d stones", n), Layer: n == 0, Size: r.size(n), Keys: discover.Span{First: r.first[n], Size: r.size(n)}}
		if n == 1 {
			p.Name = "1 stone"
		}
		for left := max(n-maxCapture, 0); left < n-1; left++ {
			if to, ok := place[left]; ok {
				p.Targets = append(p.Targets, to)
			}
		}
		place[n] = len(parts)
		p.Targets = append(p.Targets, len(parts))
		parts = append(parts, p)
	}
	ranked, err := discover.Keyed(spec, engine.Score, r.contract(), parts)
	return &game{ranked, r}, err
}

// maxCapture is the most stones that a turn can take: three from each pit.
const maxCapture = 18

// Start returns the position with the same number of stones in all pits.
func (g *game) Start() (engine.Position, bool) {
	if g.rules.start == nowhere {
		return nil, false
	}
	return g.Game.Start()
}

func (g *game) NewScratch() engine.Scratch {
	s := &scratch{rules: g.rules, last: nowhere}
	return engine.Scratch{Generator: s, Unmover: s, Score: s.Score}
}
