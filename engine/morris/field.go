package morris

import (
	"fmt"
	"math/bits"
	"slices"
	"sort"
	"sync"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/placement"
)

// field describes the indices of a section.
type field struct {
	*frame
	placed       int
	first, plain uint64 // its first index, and the first whose own men a symmetry leaves unchanged
	slice        int
	over         bool      // the mover has too few men
	after        [2]*field // the fields after moves that take no man, and one; nil if there are no such moves
	before       *field    // the field before moves within the slice, or nil
}

// fields is the fields of a game. Expensive tables are made on first use.
type fields struct {
	*ranking
	list   []*field   // in the order of indices
	slices [][]*field // the same by slice
	find   [2*mostHalf + 1][mostHalf + 1][mostHalf + 1]*field

	once   sync.Once
	tables *tables
}

// newFields numbers the positions of all sections.
func newFields(r *rules) *fields {
	l := &fields{ranking: &ranking{rules: r}}
	var frames [mostHalf + 1][mostHalf + 1]*frame
	first := uint64(0)
	for n, sections := range r.allSections() {
		for _, c := range sections {
			own, _ := r.hands(position{placed: c.placed})
			shared := &frames[c.own][c.opponent]
			if *shared == nil {
				*shared = l.frame(c.own, c.opponent)
			}
			f := &field{frame: *shared, placed: c.placed, first: first, slice: n, over: c.own+own < fewest}
			first += f.size
			l.list = append(l.list, f)
			l.find[c.placed][c.own][c.opponent] = f
		}
		l.slices = append(l.slices, l.list[len(l.list)-len(sections):])
	}
	for _, f := range l.list {
		if f.over {
			continue
		}
		for taken := range f.after {
			to := section{min(f.placed+1, 2*l.men), f.opponent - taken, f.own}
			if f.placed < 2*l.men {
				to.opponent++
			}
			if to.own < 0 {
				continue
			}
			next := l.find[to.placed][to.own][to.opponent]
			if f.after[taken] = next; next != nil && next.slice == f.slice {
				next.before = f
			}
		}
	}
	return l
}

// parts returns the slices with their keys, as package discover takes them.
func (l *fields) parts() (parts []discover.Slice) {
	for n, list := range l.slices {
		f := list[0]
		p := discover.Slice{Number: n, Name: fmt.Sprintf("%d v %d", max(f.own, f.opponent), min(f.own, f.opponent))}
		if f.placed < 2*l.men {
			p.Layer, p.Name = true, fmt.Sprintf("%d placed", f.placed)
			if taken := f.placed - f.own - f.opponent; taken > 0 {
				p.Name += fmt.Sprintf(", %d taken", taken)
			}
		}
		for _, f := range list {
			p.Size += f.size
			for _, to := range f.after {
				if to != nil {
					p.Targets = append(p.Targets, to.slice)
				}
			}
		}
		slices.Sort(p.Targets)
		p.Targets = slices.Compact(p.Targets)
		p.Keys = sliceKeys{l, f.first, p.Size}
		parts = append(parts, p)
	}
	return parts
}

// at returns the field of a position, or nil.
func (l *fields) at(p position) *field {
	own, opponent := bits.OnesCount32(p.own), bits.OnesCount32(p.opponent)
	if max(own, opponent) > mostHalf {
		return nil
	}
	return l.find[p.placed][own][opponent]
}

// keySlice returns the number of the slice of a key, or -1.
func (l *fields) keySlice(key uint64) int {
	if f := l.at(read(key)); f != nil {
		return f.slice
	}
	return -1
}

// sliceKeys is the keys of a slice. It implements [discover.KeySet].
type sliceKeys struct {
	*fields
	first, size uint64 // indices
}

// Len implements [discover.KeySet].
func (s sliceKeys) Len() uint64 { return s.size }

// Key implements [discover.KeySet].
func (s sliceKeys) Key(rank uint64) uint64 {
	f := s.of(s.first + rank)
	own, opponent := f.at(s.first + rank - f.first)
	return position{own, opponent, f.placed}.key()
}

// Rank implements [discover.KeySet].
func (s sliceKeys) Rank(key uint64) (uint64, bool) {
	p := read(key)
	f := s.at(p)
	if f == nil || f.first-s.first >= s.size {
		return 0, false
	}
	rank, ok := f.rank(p.own, p.opponent)
	return f.first - s.first + rank, ok
}

// ready makes the tables that scratches need.
func (l *fields) ready() {
	l.once.Do(func() {
		l.tables = newTables(l.ranking, l.list)
		for _, f := range l.list {
			f.plain = f.first + uint64(len(f.orbits.plain))*f.each
		}
	})
}

// of returns the field of an index.
func (l *fields) of(i uint64) *field {
	return l.list[sort.Search(len(l.list), func(n int) bool { return l.list[n].first > i })-1]
}

// bytes returns the approximate memory, in bytes, of the tables that scratches need. These are
// images of sets, lists of subsets, and one and one seventh bits for each position whose own men
// some symmetry leaves unchanged. Burnside's lemma bounds the number of such own men: if k
// symmetries leave them unchanged, k-1 of these are not the identity, for each image.
func (l *fields) bytes() uint64 {
	n, half := 4*uint64(l.all+1), uint64(l.symmetries)/2
	var special, subsets [mostHalf + 1]uint64
	for own := range l.men + 1 {
		special[own] = (2*half*l.count(own, 0) - placement.Choose(l.points, own)) / half
	}
	for _, f := range l.list {
		n += special[f.own] * f.each / 7
		subsets[f.opponent] = max(subsets[f.opponent], 4*f.each)
	}
	for _, list := range subsets {
		n += list
	}
	return n
}

// newRanked returns the game that spec names, with its positions numbered by arithmetic. Values are
// wide, because no bound on the length of the game on three rings is known.
func newRanked(spec engine.Spec, r *rules) (engine.Game, error) {
	l := newFields(r)
	contract := r.contract()
	contract.Slice = l.keySlice
	g, err := discover.Keyed(spec, engine.Wide, contract, l.parts())
	return ranked{g, l}, err
}

// ranked is a game with predecessors.
type ranked struct {
	engine.Game
	fields *fields
}

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
