package tictacchec

import (
	"fmt"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
)

// Variant is a member of the family. It implements [engine.Game] at the full level.
type Variant struct {
	engine.Game
	*ranking
	slices []engine.Slice
	play   uint64 // the first position after the opening
}

func newVariant(spec engine.Spec, t *set) (engine.Game, error) {
	k := newRanking(t)
	r := &rules{t, k}
	g, err := discover.Keyed(spec, engine.Byte, r.contract(), []discover.Slice{{Keys: r}})
	if err != nil {
		return nil, err
	}
	v := &Variant{Game: g, ranking: k, play: k.first[t.opening]}
	for ply, first := range k.first[:t.opening] {
		v.slices = append(v.slices, engine.Slice{
			Name: fmt.Sprintf("%d placed", ply), First: first, Size: k.first[ply+1] - first, Exits: []int{ply + 1}, Layer: true,
		})
	}
	v.slices = append(v.slices, engine.Slice{Name: "play", First: v.play, Size: v.Size() - v.play})
	return v, nil
}

// Slices implements [engine.Game].
func (v *Variant) Slices() []engine.Slice { return v.slices }

// Weight implements [engine.Game].
func (v *Variant) Weight(i uint64) uint64 {
	weight, _ := v.weightRun(i)
	return weight
}

// Parts implements [engine.Game].
func (v *Variant) Parts() engine.Parts {
	p := v.Game.Parts()
	p.WeightRun, p.Sections = v.weightRun, v.sections
	return p
}

// weightRun implements the WeightRun of [engine.Parts]. The empty board is its own mirror image. It
// comes first in the opening, and first after it.
func (v *Variant) weightRun(i uint64) (weight, end uint64) {
	switch {
	case i == 0 || i == v.play:
		return 1, i + 1
	case i < v.play:
		return 2, v.play
	}
	return 2, v.Size()
}

// sections implements the Sections of [engine.Parts]: the two parts that the publication counts
// separately.
func (v *Variant) sections() []engine.Section {
	return []engine.Section{{Name: "opening", Size: v.play}, {Name: "play", First: v.play, Size: v.Size() - v.play}}
}
