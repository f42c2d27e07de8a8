package solver

import (
	"math/rand/v2"
	"slices"

	"github.com/foregone-db/foregone/engine"
)

// chooseSlabs chooses random slabs that have stored positions, and all positions of these.
//
// Verification shares only the indices of a slab's positions with solving by slabs. Their values
// come from [engine.Generator], which does not use slabs.
func (v *verification) chooseSlabs() error {
	o := v.options
	parts := v.game.Parts()
	if parts.Slabs == nil {
		return engine.InputErrorf("%s has no slabs: its turns are not made of steps; a sample of its positions can be verified", v.game.Spec())
	}
	game := parts.Slabs()
	scratch, set := game.NewSlabScratch(), make([]uint64, game.Words())
	order := slices.Clone(game.Order())
	v.chosen = []uint64{}
	rng := rand.New(rand.NewPCG(uint64(o.Seed), 0))
	for n := range order {
		if len(v.report.Slabs) == o.Slabs {
			break
		}
		other := n + rng.IntN(len(order)-n)
		order[n], order[other] = order[other], order[n]
		scratch.Enter(order[n])
		scratch.Stored(set)
		before := len(v.chosen)
		v.chosen = scratch.AppendIndices(v.chosen, set)
		if len(v.chosen) > before {
			v.report.Slabs = append(v.report.Slabs, order[n])
		}
		if uint64(len(v.chosen)) > o.Memory/16 {
			return engine.InputErrorf("the positions of %d slabs are too many for %d MiB of memory", o.Slabs, o.Memory>>20)
		}
	}
	slices.Sort(v.report.Slabs)
	slices.Sort(v.chosen)
	return nil
}
