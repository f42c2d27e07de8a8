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

// PartsOf returns which of these parts a game has.
func PartsOf(g engine.Game) (parts Parts) {
	s := g.NewScratch()
	for part, has := range map[Parts]bool{
		Predecessors: s.Unmover != nil, OpenPredecessors: s.OpenUnmover != nil, WinScan: s.WinScanner != nil,
		Seeds: s.Seeder != nil, Search: s.Searcher != nil, Layers: s.LayerEvaluator != nil,
		Bound: g.Parts().MaxSuccessors != 0, Steps: g.Parts().Slabs != nil,
		Whole: g.Parts().Sweeps != nil,
	} {
		if has {
			parts |= part
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
	if g.hidden&Bound != 0 {
		p.MaxSuccessors = 0
	}
	if g.hidden&Steps != 0 {
		p.Slabs = nil
	}
	if g.hidden&Whole != 0 {
		p.Sweeps = nil
	}
	return p
}

func (g withoutGame) NewScratch() engine.Scratch {
	s := g.Game.NewScratch()
	if g.hidden&Predecessors != 0 {
		s.Unmover = nil
	}
	if g.hidden&OpenPredecessors != 0 {
		s.OpenUnmover = nil
	}
	if g.hidden&WinScan != 0 {
		s.WinScanner = nil
	}
	if g.hidden&Seeds != 0 {
		s.Seeder = nil
	}
	if g.hidden&Search != 0 {
		s.Searcher = nil
	}
	if g.hidden&Layers != 0 {
		s.LayerEvaluator = nil
	}
	return s
}
