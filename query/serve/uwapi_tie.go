package serve

import (
	"context"
	"slices"
	"sync"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

// tieSearch bounds the moves that a search for the end of a draw examines.
const tieSearch = 30_000

// maxTies bounds the number of known positions.
const maxTies = 1 << 18

// tieFinder distinguishes ties, draws in which the game ends, from endless draws: a table has one
// value for both. A position is a tie if play that keeps the draw cannot repeat a position; its
// plies are those of the shortest such play. Once a search finds an endless draw, or exceeds
// tieSearch, tieFinder treats all unfinished draws of the game as endless. It is safe for
// concurrent use.
type tieFinder struct {
	db    *query.DB
	mu    sync.Mutex
	loops bool
	known map[engine.Position]int // plies
	path  map[engine.Position]bool
	left  int // moves that the search may still examine
}

// find returns the least number of plies from a drawn position to the end of the game, or
// false if the game need not end. A game whose slices are all layers
// always ends; its plies are noRemoteness if the search exceeds tieSearch.
func (t *tieFinder) find(ctx context.Context, p engine.Position) (plies int, tie bool, err error) {
	if _, over := t.db.Game().Finished(p); over {
		return endedRemoteness, true, nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.loops {
		return endless, false, nil
	}
	if t.known == nil || len(t.known) > maxTies {
		t.known = map[engine.Position]int{}
	}
	t.path, t.left = map[engine.Position]bool{}, tieSearch
	plies, err = t.visit(ctx, p)
	switch {
	case err != nil:
		return 0, false, err
	case plies >= 0:
		return plies, true, nil
	case !slices.ContainsFunc(t.db.Game().Slices(), func(s engine.Slice) bool { return !s.Layer }):
		return noRemoteness, true, nil
	}
	t.loops = true
	return endless, false, nil
}

// visit returns the plies of a drawn position, endless if play can repeat a position, or
// noRemoteness if the search exceeds tieSearch.
func (t *tieFinder) visit(ctx context.Context, p engine.Position) (int, error) {
	if plies, ok := t.known[p]; ok {
		return plies, nil
	}
	if t.path[p] {
		return endless, nil
	}
	t.path[p] = true
	defer delete(t.path, p)
	if _, over := t.db.Game().Finished(p); over {
		t.known[p] = endedRemoteness
		return endedRemoteness, nil
	}
	m, err := t.db.Moves(ctx, p, false)
	if err != nil {
		return 0, err
	}
	if t.left -= len(m.Moves); t.left < 0 {
		return noRemoteness, nil
	}
	best := noRemoteness
	for _, move := range m.Moves {
		if move.Verdict.Outcome() != engine.Draw {
			continue
		}
		plies := endedRemoteness
		if !move.Ended {
			if plies, err = t.visit(ctx, move.To); err != nil {
				return 0, err
			}
		}
		if plies < 0 { // unknown or endless from here
			return plies, nil
		}
		if best < 0 || plies+1 < best {
			best = plies + 1
		}
	}
	t.known[p] = best
	return best, nil
}
