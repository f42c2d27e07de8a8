package solver

import "github.com/foregone-db/foregone/engine"

// abilities are the optional parts of a game's scratch that a solve makes use of. This
// file is the only one that asks a game what it can do besides what it must.
type abilities struct {
	unmover  engine.Unmover        // nil where the game has none
	scanner  engine.WinScanner     // nil where the game has none
	seeder   engine.Seeder         // nil where the game has none
	searcher engine.Searcher       // a plain one where the game has none
	searches bool                  // the game has its own
	layers   engine.LayerEvaluator // nil where the game has none
	scorer   engine.Scorer         // games of scores have one
}

func abilitiesOf(scratch engine.Scratch) (a abilities) {
	a.unmover, _ = scratch.(engine.Unmover)
	if u, ok := scratch.(engine.OpenUnmover); ok && a.unmover != nil {
		a.unmover = openUnmover{u}
	}
	a.scanner, _ = scratch.(engine.WinScanner)
	a.seeder, _ = scratch.(engine.Seeder)
	a.layers, _ = scratch.(engine.LayerEvaluator)
	a.scorer, _ = scratch.(engine.Scorer)
	if a.searcher, a.searches = scratch.(engine.Searcher); !a.searches {
		a.searcher = &plainSearcher{scratch: scratch}
	}
	return a
}

// unmoves reports whether a game tells predecessors.
func unmoves(g engine.Game) bool { return abilitiesOf(g.NewScratch()).unmover != nil }

// maxSuccessors returns the greatest number of successors that a position of a game has,
// or false where the game does not say.
func maxSuccessors(g engine.Game) (int, bool) {
	b, ok := g.(interface{ MaxSuccessors() int })
	if !ok {
		return 0, false
	}
	return b.MaxSuccessors(), true
}

// resident returns the bytes that a game keeps in memory.
func resident(g engine.Game) uint64 {
	if r, ok := g.(engine.Resident); ok {
		return r.Resident()
	}
	return 0
}

// openUnmover is the [engine.Unmover] of a solve for games that leave predecessors out
// which the seed scan decides.
type openUnmover struct{ engine.OpenUnmover }

func (u openUnmover) AppendPredecessors(dst []uint64, i uint64) []uint64 {
	return u.AppendOpenPredecessors(dst, i)
}

// plainSearcher is the [engine.Searcher] of games that bring none.
type plainSearcher struct {
	scratch engine.Scratch
	indices []uint64
}

func (p *plainSearcher) Outside(i uint64, set *engine.Set) (uint64, bool) {
	var ends engine.Ends
	p.indices, ends = p.scratch.AppendSuccessors(p.indices[:0], i)
	if ends&(engine.DrawsNow|engine.IsDrawn|engine.IsWon) != 0 {
		return i, true
	}
	if n := set.FirstLacking(p.indices); n >= 0 {
		return p.indices[n], true
	}
	return 0, false
}

func (p *plainSearcher) AnyIn(i uint64, set *engine.Set) bool {
	p.indices, _ = p.scratch.AppendSuccessors(p.indices[:0], i)
	return set.FirstOf(p.indices) >= 0
}
