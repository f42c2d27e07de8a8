package morris

import (
	"fmt"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
)

// newRanked returns the game that spec names with its positions numbered by arithmetic. Values
// are wide, since nobody knows how long the game on three rings can last.
func newRanked(spec engine.Spec, r *rules) (engine.Game, error) {
	k := &ranking{rules: r}
	var parts []discover.Slice
	for _, list := range k.allSections() {
		s := sliceKeys{ranking: k, placed: list[0].placed}
		for _, c := range list {
			s.sections = append(s.sections, c)
			s.first = append(s.first, s.size)
			s.size += k.frame(c.own, c.opponent).size
		}
		parts = append(parts, discover.Slice{Number: k.numberOf(list[0]), Size: s.size, Keys: &s})
	}
	for i, list := range k.allSections() {
		parts[i].Targets = k.targets(list, parts)
	}
	g, err := discover.Keyed(spec, engine.Wide, r.contract(), parts)
	if err != nil {
		return nil, err
	}
	named := g.Slices()
	for i, list := range k.allSections() {
		c := list[0]
		named[i].Name = fmt.Sprintf("%d v %d", max(c.own, c.opponent), min(c.own, c.opponent))
		if c.placed < 2*r.men {
			named[i].Name = fmt.Sprintf("%d placed", c.placed)
			named[i].Layer = true
		}
	}
	return ranked{g, named}, nil
}

// ranked is a game whose slices bear names.
type ranked struct {
	engine.Game
	slices []engine.Slice
}

// Slices implements [engine.Game].
func (g ranked) Slices() []engine.Slice { return g.slices }

// section is all positions with so many men placed, and on the board.
type section struct{ placed, own, opponent int }

// numberOf returns the number of the slice of a section.
func (r *ranking) numberOf(c section) int {
	if c.placed < 2*r.men {
		return c.placed
	}
	return r.playSlice(c.own, c.opponent)
}

// allSections returns the sections of all slices, in ascending order of their numbers.
func (r *ranking) allSections() (all [][]section) {
	for placed := range 2 * r.men {
		var list []section
		hand := position{placed: placed}
		own, opponent := r.hands(hand)
		for a := max(r.fewestOf(placed/2, (placed+1)/2), fewest-1-own); a <= placed/2; a++ {
			for b := max(r.fewestOf((placed+1)/2, placed/2), fewest-opponent); b <= (placed+1)/2; b++ {
				list = append(list, section{placed, a, b})
			}
		}
		all = append(all, list)
	}
	for sum := 2 * r.men; sum >= 2*fewest-1; sum-- {
		for more := (sum + 1) / 2; more <= r.men; more++ {
			a, b := sum-more, more
			switch {
			case a < fewest-1:
			case a == b:
				all = append(all, []section{{2 * r.men, a, b}})
			case a == fewest-1:
				all = append(all, []section{{2 * r.men, a, b}}) // over: the opponent took a man
			default:
				all = append(all, []section{{2 * r.men, a, b}, {2 * r.men, b, a}})
			}
		}
	}
	return all
}

// targets returns the slices that moves from some sections lead to.
func (r *ranking) targets(list []section, parts []discover.Slice) (places []int) {
	for _, c := range list {
		own, _ := r.hands(position{placed: c.placed})
		if c.own+own < fewest {
			continue
		}
		for taken := range 2 {
			to := section{min(c.placed+1, 2*r.men), c.opponent - taken, c.own}
			if c.placed < 2*r.men {
				to.opponent++
			}
			at := slices.IndexFunc(parts, func(p discover.Slice) bool { return p.Number == r.numberOf(to) })
			if at >= 0 && to.own >= 0 && !slices.Contains(places, at) {
				places = append(places, at)
			}
		}
	}
	slices.Sort(places)
	return places
}

// sliceKeys is the keys of a slice. It implements [discover.KeySet].
type sliceKeys struct {
	*ranking
	placed   int
	sections []section
	first    []uint64 // by section: its lowest rank
	size     uint64
}

// Len implements [discover.KeySet].
func (s *sliceKeys) Len() uint64 { return s.size }

// Key implements [discover.KeySet].
func (s *sliceKeys) Key(rank uint64) uint64 {
	n := len(s.first) - 1
	for s.first[n] > rank {
		n--
	}
	own, opponent := s.frame(s.sections[n].own, s.sections[n].opponent).at(rank - s.first[n])
	return position{own, opponent, s.placed}.key()
}

// Rank implements [discover.KeySet].
func (s *sliceKeys) Rank(key uint64) (uint64, bool) {
	p := read(key)
	for n, c := range s.sections {
		if f := s.frame(c.own, c.opponent); c.placed == p.placed && f.holds(p.own, p.opponent) {
			rank, ok := f.rank(p.own, p.opponent)
			return s.first[n] + rank, ok
		}
	}
	return 0, false
}
