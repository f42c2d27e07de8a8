// Package reversible makes games of one player from puzzles whose every move can be taken back by
// another move, such as sliding blocks. It gives them predecessors: the neighbours of a position.
package reversible

import (
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
)

// Puzzle is the rules of a puzzle. Its functions are safe for concurrent use.
type Puzzle struct {
	// Rules has the start, the notation and the depiction. [New] sets AppendMoves.
	engine.Rules
	// AppendNeighbours appends the keys that the moves at key lead to, each once. If b is among the
	// neighbours of a, then a is among those of b.
	AppendNeighbours func(dst []uint64, key uint64) []uint64
	// IsGoal reports whether a key is a goal. A goal has no moves: the puzzle is solved.
	IsGoal func(key uint64) bool
	// Keys are the keys of all stored positions. They contain the neighbours of each.
	Keys discover.KeySet
	// Resident is the memory of Keys in bytes.
	Resident uint64
}

// New makes the game of a puzzle, of the kind moves or moves16.
func New(spec engine.Spec, kind engine.Kind, p *Puzzle) (engine.Game, error) {
	rules := p.Rules
	rules.AppendMoves = p.appendMoves
	g, err := discover.Keyed(spec, kind, &rules, []discover.Slice{{Targets: []int{0}, Size: p.Keys.Len(), Keys: p.Keys, Resident: p.Resident}})
	return &game{g, p}, err
}

func (p *Puzzle) appendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	if p.IsGoal(key) {
		return dst, engine.IsWon
	}
	return p.AppendNeighbours(dst, key), 0
}

// Component returns the keys that moves reach from some keys, goals passed through, and their
// memory in bytes. It fails above most keys.
func Component(from []uint64, most int, appendNeighbours func(dst []uint64, key uint64) []uint64) (discover.KeySet, uint64, error) {
	seen := make(map[uint64]struct{}, len(from))
	var list, near []uint64
	add := func(keys []uint64) {
		for _, key := range keys {
			if _, ok := seen[key]; !ok {
				seen[key] = struct{}{}
				list = append(list, key)
			}
		}
	}
	add(from)
	for n := 0; n < len(list); n++ {
		if len(list) > most {
			return nil, 0, engine.InputErrorf("there are more than %d positions: want a smaller puzzle", most)
		}
		near = appendNeighbours(near[:0], list[n])
		add(near)
	}
	slices.Sort(list)
	return discover.NewKeySet(list), uint64(len(list)) * discover.KeySetBytes, nil
}

// game adds predecessors to the game of the rules.
type game struct {
	engine.Game
	puzzle *Puzzle
}

// NewScratch implements [engine.Game].
func (g *game) NewScratch() engine.Scratch {
	s := &scratch{Puzzle: g.puzzle}
	return engine.Scratch{Generator: s, Unmover: s}
}

// scratch lists moves in both directions.
type scratch struct {
	*Puzzle
	near []uint64
}

// AppendSuccessors implements [engine.Generator].
func (s *scratch) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	key := s.Keys.Key(i)
	if s.IsGoal(key) {
		return dst, engine.IsWon
	}
	return s.appendRanks(dst, key, func(uint64) bool { return true }), 0
}

// AppendPredecessors implements [fast.Unmover].
func (s *scratch) AppendPredecessors(dst []uint64, i uint64) []uint64 {
	return s.appendRanks(dst, s.Keys.Key(i), func(key uint64) bool { return !s.IsGoal(key) })
}

// appendRanks appends the ranks of the wanted neighbours of a key.
func (s *scratch) appendRanks(dst []uint64, key uint64, wanted func(key uint64) bool) []uint64 {
	s.near = s.AppendNeighbours(s.near[:0], key)
	for _, to := range s.near {
		if !wanted(to) {
			continue
		}
		rank, ok := s.Keys.Rank(to)
		if !ok {
			panic("reversible: a move leads to a position that is not stored")
		}
		dst = append(dst, rank)
	}
	return dst
}
