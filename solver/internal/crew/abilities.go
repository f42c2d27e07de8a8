package crew

import (
	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// Abilities are the optional parts of a game's scratch that a solve uses. No other file reads the
// optional parts.
type Abilities struct {
	Unmover  fast.Unmover        // nil if the game has none
	Scanner  fast.WinScanner     // nil if the game has none
	Seeder   fast.Seeder         // nil if the game has none
	Searcher fast.Searcher       // a plain one if the game has none
	Searches bool                // the game has its own
	Layers   fast.LayerEvaluator // nil if the game has none
	Score    func(i uint64) int  // games of scores have one
}

func abilitiesOf(s engine.Scratch) (a Abilities) {
	a = Abilities{
		Unmover: s.Unmover, Scanner: s.WinScanner, Seeder: s.Seeder,
		Searcher: s.Searcher, Searches: s.Searcher != nil,
		Layers: s.LayerEvaluator, Score: s.Score,
	}
	if s.OpenUnmover != nil {
		a.Unmover = openUnmover{s.OpenUnmover}
	}
	if !a.Searches {
		a.Searcher = &plainSearcher{moves: s.Generator}
	}
	return a
}

// Unmoves reports whether a game lists predecessors.
func Unmoves(g engine.Game) bool { return g.NewScratch().Unmover != nil }

// MaxSuccessors returns an upper bound on a position's successors, or false if the game declares
// none.
func MaxSuccessors(g engine.Game) (int, bool) {
	most := g.Parts().MaxSuccessors
	return most, most > 0
}

// Resident returns the bytes that a game keeps in memory.
func Resident(g engine.Game) uint64 { return g.Parts().Resident }

// Closed returns the runs of a slice that the game's layer evaluator solves as a whole, by their numbers of
// positions, or nil if it solves none.
func Closed(g engine.Game, slice int) []uint64 {
	if runs := g.Parts().Closed; runs != nil {
		return runs(slice)
	}
	return nil
}

// openUnmover is the [fast.Unmover] of games that can omit predecessors that the seed scan decides.
type openUnmover struct{ fast.OpenUnmover }

func (u openUnmover) AppendPredecessors(dst []uint64, i uint64) []uint64 {
	return u.AppendOpenPredecessors(dst, i)
}

// plainSearcher is the [fast.Searcher] of games without one.
type plainSearcher struct {
	moves   engine.Generator
	indices []uint64
}

func (p *plainSearcher) Outside(i uint64, set *fast.Set) (uint64, bool) {
	var ends engine.Ends
	p.indices, ends = p.moves.AppendSuccessors(p.indices[:0], i)
	if ends&(engine.DrawsNow|engine.IsDrawn|engine.IsWon) != 0 {
		return i, true
	}
	if n := set.FirstLacking(p.indices); n >= 0 {
		return p.indices[n], true
	}
	return 0, false
}

func (p *plainSearcher) AnyIn(i uint64, set *fast.Set) bool {
	p.indices, _ = p.moves.AppendSuccessors(p.indices[:0], i)
	return set.FirstOf(p.indices) >= 0
}
