package tictacchec

import (
	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
)

// Variant is a member of the family. It implements [engine.Game] at the full level.
type Variant struct {
	engine.Game
	*ranking
	slices []engine.Slice
	first  uint64 // of the positions after the opening
}

func newVariant(spec engine.Spec, t *set) (engine.Game, error) {
	k := newRanking(t)
	var parts []discover.Slice
	for ply := range t.opening {
		s := &k.opens[ply]
		parts = append(parts, discover.Slice{Number: ply, Targets: []int{ply + 1}, Size: s.size, Keys: sliceKeys{k, s}})
	}
	parts = append(parts, discover.Slice{Number: t.opening, Targets: []int{t.opening}, Size: k.plays.size, Keys: sliceKeys{k, &k.plays}})
	g, err := discover.Keyed(spec, engine.Byte, (&rules{t, k}).contract(), parts)
	if err != nil {
		return nil, err
	}
	v := &Variant{Game: g, ranking: k, slices: g.Slices()}
	for ply := range v.slices {
		v.slices[ply].Name = "play"
		if ply < t.opening {
			v.slices[ply].Name = []string{"0", "1", "2", "3", "4", "5"}[ply] + " placed"
			v.slices[ply].Layer = true
			v.first += v.slices[ply].Size
		}
	}
	return v, nil
}

// Slices implements [engine.Game].
func (v *Variant) Slices() []engine.Slice { return v.slices }

// Weight implements [engine.Game].
func (v *Variant) Weight(i uint64) uint64 {
	_, m := v.menAt(i)
	return v.weight(&m)
}

// Parts implements [engine.Game].
func (v *Variant) Parts() engine.Parts {
	p := v.Game.Parts()
	p.WeightRun, p.Sections = v.weightRun, v.sections
	return p
}

// weightRun implements the WeightRun of [engine.Parts]. The empty board comes first in the opening,
// and first after it.
func (v *Variant) weightRun(i uint64) (weight, end uint64) {
	switch {
	case i == 0 || i == v.first:
		return 1, i + 1
	case i < v.first:
		return 2, v.first
	}
	return 2, v.Size()
}

// sections implements the Sections of [engine.Parts]: the two parts that the publication counts
// separately.
func (v *Variant) sections() []engine.Section {
	return []engine.Section{{Name: "opening", Size: v.first}, {Name: "play", First: v.first, Size: v.plays.size}}
}

// weight returns 2, or 1 for the empty board, which is its own mirror image.
func (k *ranking) weight(m *men) uint64 {
	if m.on() == 0 {
		return 1
	}
	return 2
}

// menAt returns the slice and the men of an index.
func (v *Variant) menAt(i uint64) (*slice, men) {
	if i >= v.first {
		return &v.plays, v.men(&v.plays, i-v.first)
	}
	ply := engine.SliceOf(v.slices, i)
	s := &v.opens[ply]
	return s, v.men(s, i-v.slices[ply].First)
}

// indexOf returns the index of men.
func (v *Variant) indexOf(m *men) uint64 {
	if int(m.ply) == v.opening {
		return v.first + v.rank(&v.plays, m)
	}
	return v.slices[m.ply].First + v.rank(&v.opens[m.ply], m)
}

// sliceKeys is the set of keys of a slice. It implements [discover.KeySet].
type sliceKeys struct {
	*ranking
	slice *slice
}

// Len implements [discover.KeySet].
func (k sliceKeys) Len() uint64 { return k.slice.size }

// Key implements [discover.KeySet].
func (k sliceKeys) Key(rank uint64) uint64 {
	m := k.men(k.slice, rank)
	return k.key(&m)
}

// Rank implements [discover.KeySet].
func (k sliceKeys) Rank(key uint64) (uint64, bool) {
	m := k.read(key)
	if int(m.ply) != k.slice.ply || k.fault(&m) != "" {
		return 0, false
	}
	c := k.slice.of[m.on()]
	if c == nil || c.turns(&m) != 0 {
		return 0, false
	}
	return k.rank(k.slice, &m), true
}
