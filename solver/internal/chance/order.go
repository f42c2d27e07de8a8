package chance

import (
	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// order says in which order sweeps go through the positions of a slice: by places, from the last to the first.
type order struct {
	units           []span
	places, offsets []uint32 // by offset and by place; nil: they are the same
}

// span has the places of a unit, and the first place of its group.
type span struct{ first, size, group uint64 }

// order returns the order of a slice: by the stages of the game, if it tells any, and by offsets.
func (s *solver) order(at engine.Slice) (o order) {
	stager, ok := s.workers[0].Scratch.Roller.(fast.Stager)
	if !ok || at.Layer {
		o.add(0, at.Size)
		return o
	}
	o.places, o.offsets = make([]uint32, at.Size), make([]uint32, at.Size)
	var next [1<<16 + 1]uint32 // by stage and 1: the places of earlier ones
	for i := range o.places {
		stage := stager.Stage(at.First + uint64(i))
		o.places[i] = uint32(stage)
		next[stage+1]++
	}
	for stage := range len(next) - 1 {
		o.add(uint64(next[stage]), uint64(next[stage+1]))
		next[stage+1] += next[stage]
	}
	for i, stage := range o.places {
		o.places[i] = next[stage]
		o.offsets[next[stage]] = uint32(i)
		next[stage]++
	}
	return o
}

// add adds the units of the next places.
func (o *order) add(first, size uint64) {
	for n := uint64(0); n < size; n += unit {
		o.units = append(o.units, span{first + n, min(unit, size-n), first + n - n%group})
	}
}

// offset returns the offset of a place.
func (o *order) offset(place uint64) uint64 {
	if o.offsets == nil {
		return place
	}
	return uint64(o.offsets[place])
}
