package morris

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
)

// newRanked returns the game that spec names, with its positions numbered by arithmetic. Values are
// wide, because no bound on the length of the game on three rings is known.
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
	contract := r.contract()
	contract.Slice = k.keySlice
	g, err := discover.Keyed(spec, engine.Wide, contract, parts)
	if err != nil {
		return nil, err
	}
	named := g.Slices()
	for i, list := range k.allSections() {
		c := list[0]
		named[i].Name = fmt.Sprintf("%d v %d", max(c.own, c.opponent), min(c.own, c.opponent))
		if c.placed < 2*r.men {
			named[i].Name = fmt.Sprintf("%d placed", c.placed)
			if taken := c.taken(); taken > 0 {
				named[i].Name += fmt.Sprintf(", %d taken", taken)
			}
			named[i].Layer = true
		}
	}
	return ranked{g, named, newFields(k)}, nil
}

// ranked is a game with named slices and predecessors.
type ranked struct {
	engine.Game
	slices []engine.Slice
	fields *fields
}

// Slices implements [engine.Game].
func (g ranked) Slices() []engine.Slice { return g.slices }

// Start implements [engine.Notation]: there is none if all men are placed.
func (g ranked) Start() (engine.Position, bool) {
	if g.fields.rules.placed {
		return nil, false
	}
	return g.Game.Start()
}

// Parts implements [engine.Game].
func (g ranked) Parts() engine.Parts {
	p := g.Game.Parts()
	p.Resident, p.Sections = g.fields.bytes(), g.sections
	if g.fields.rings == 3 || g.fields.rules.placed {
		p.WeightRun = g.weightRun
	}
	return p
}

// sections implements the Sections of [engine.Parts]: by the men placed, while men are in hand, and
// by the men of the mover and of the opponent on the board.
func (g ranked) sections() (list []engine.Section) {
	for _, f := range g.fields.list {
		name := fmt.Sprintf("%d v %d", f.own, f.opponent)
		if f.placed < 2*g.fields.men {
			name = fmt.Sprintf("%d placed, %s", f.placed, name)
		}
		list = append(list, engine.Section{Name: name, First: f.first, Size: f.size})
	}
	return list
}

// weightRun implements the WeightRun of [engine.Parts].
func (g ranked) weightRun(i uint64) (weight, end uint64) {
	g.fields.ready()
	if f := g.fields.of(i); i < f.plain {
		return g.Weight(i), f.plain
	}
	return g.Weight(i), i + 1
}

// section is all positions with the same number of men placed and on the board.
type section struct{ placed, own, opponent int }

// taken returns how many men are off the board for good.
func (c section) taken() int { return c.placed - c.own - c.opponent }

// numberOf returns the number of the slice of a section. While men are placed, the number of men
// taken is part of it. Without it the slices would be large, and a layer loads all slices that its
// moves lead to into memory.
func (r *ranking) numberOf(c section) int {
	const most = 2*mostHalf + 1 // above the men that can be taken
	if c.placed < 2*r.men {
		return c.placed*most + c.taken()
	}
	return 2*r.men*(most-1) + r.playSlice(c.own, c.opponent)
}

// keySlice returns the number of the slice of a key.
func (r *ranking) keySlice(key uint64) int {
	p := read(key)
	return r.numberOf(section{p.placed, bits.OnesCount32(p.own), bits.OnesCount32(p.opponent)})
}

// allSections returns the sections of all slices, in ascending order of their numbers.
func (r *ranking) allSections() (all [][]section) {
	for placed := range 2 * r.men {
		if r.placed {
			break
		}
		lists := make([][]section, placed+1) // by men taken
		own, opponent := r.hands(position{placed: placed})
		for a := max(r.fewestOf(placed/2, (placed+1)/2), fewest-1-own); a <= placed/2; a++ {
			for b := max(r.fewestOf((placed+1)/2, placed/2), fewest-opponent); b <= (placed+1)/2; b++ {
				c := section{placed, a, b}
				lists[c.taken()] = append(lists[c.taken()], c)
			}
		}
		for _, list := range lists {
			if len(list) > 0 {
				all = append(all, list)
			}
		}
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

// targets returns the slices that moves from the given sections lead to.
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
