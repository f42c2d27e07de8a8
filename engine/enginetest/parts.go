package enginetest

import "github.com/foregone-db/foregone/engine"

// Parts is a set of optional parts of a game. They change how a solver works, and must not change
// its results. Hiding a part also hides the parts that depend on it.
type Parts uint16

const (
	Predecessors     Parts = 1 << iota // Unmover
	OpenPredecessors                   // OpenUnmover
	WinScan                            // WinScanner
	Seeds                              // Seeder
	Search                             // Searcher
	Bound                              // MaxSuccessors
	Layers                             // LayerEvaluator
	Steps                              // Slabs
	Whole                              // Sweeps

	// AllParts are the parts above.
	AllParts Parts = 1<<iota - 1
)

// optional has the parts above: whether a game has each, and how to hide it.
var optional = []struct {
	part Parts
	has  func(p engine.Parts, s engine.Scratch) bool
	hide func(p *engine.Parts, s *engine.Scratch)
}{
	{Predecessors, func(_ engine.Parts, s engine.Scratch) bool { return s.Unmover != nil }, func(_ *engine.Parts, s *engine.Scratch) { s.Unmover = nil }},
	{OpenPredecessors, func(_ engine.Parts, s engine.Scratch) bool { return s.OpenUnmover != nil }, func(_ *engine.Parts, s *engine.Scratch) { s.OpenUnmover = nil }},
	{WinScan, func(_ engine.Parts, s engine.Scratch) bool { return s.WinScanner != nil }, func(_ *engine.Parts, s *engine.Scratch) { s.WinScanner = nil }},
	{Seeds, func(_ engine.Parts, s engine.Scratch) bool { return s.Seeder != nil }, func(_ *engine.Parts, s *engine.Scratch) { s.Seeder = nil }},
	{Search, func(_ engine.Parts, s engine.Scratch) bool { return s.Searcher != nil }, func(_ *engine.Parts, s *engine.Scratch) { s.Searcher = nil }},
	{Bound, func(p engine.Parts, _ engine.Scratch) bool { return p.MaxSuccessors != 0 }, func(p *engine.Parts, _ *engine.Scratch) { p.MaxSuccessors = 0 }},
	{Layers, func(_ engine.Parts, s engine.Scratch) bool { return s.LayerEvaluator != nil }, func(p *engine.Parts, s *engine.Scratch) { p.Closed, s.LayerEvaluator = nil, nil }},
	{Steps, func(p engine.Parts, _ engine.Scratch) bool { return p.Slabs != nil }, func(p *engine.Parts, _ *engine.Scratch) { p.Slabs = nil }},
	{Whole, func(p engine.Parts, _ engine.Scratch) bool { return p.Sweeps != nil }, func(p *engine.Parts, _ *engine.Scratch) { p.Sweeps = nil }},
}

// PartsOf returns which of these parts a game has.
func PartsOf(g engine.Game) (parts Parts) {
	p, s := g.Parts(), g.NewScratch()
	for _, o := range optional {
		if o.has(p, s) {
			parts |= o.part
		}
	}
	return parts
}

// Combinations returns the sets of parts to hide, so that each valid combination of the game's
// parts occurs once. The first set is empty.
func Combinations(g engine.Game) (hidden []Parts) {
	all := PartsOf(g)
	for h := range AllParts + 1 {
		if h&^all == 0 && engine.CheckParts(withoutGame{g, h}) == nil {
			hidden = append(hidden, h)
		}
	}
	return hidden
}

// Without returns g with the given parts hidden. It ignores parts that g does not have.
func Without(g engine.Game, hidden Parts) engine.Game {
	if hidden&Predecessors != 0 {
		hidden |= OpenPredecessors
	}
	if hidden&WinScan != 0 {
		hidden |= Seeds
	}
	if hidden&PartsOf(g) == 0 {
		return g
	}
	return withoutGame{g, hidden}
}

// withoutGame is a game with hidden parts, whether the rest is valid or not.
type withoutGame struct {
	engine.Game
	hidden Parts
}

func (g withoutGame) Parts() engine.Parts {
	p := g.Game.Parts()
	g.hide(&p, new(engine.Scratch))
	return p
}

func (g withoutGame) NewScratch() engine.Scratch {
	s := g.Game.NewScratch()
	g.hide(new(engine.Parts), &s)
	return s
}

func (g withoutGame) hide(p *engine.Parts, s *engine.Scratch) {
	for _, o := range optional {
		if g.hidden&o.part != 0 {
			o.hide(p, s)
		}
	}
}
