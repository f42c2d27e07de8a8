package morris

import (
	"fmt"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
)

// newRanked returns the game that spec names, with its positions numbered by arithmetic. Values are
// wide, because no bound on the length of the game on three rings is known.
func newRanked(spec engine.Spec, r *rules) (engine.Game, error) {
	l := newFields(r)
	contract := r.contract()
	contract.Slice = l.keySlice
	g, err := discover.Keyed(spec, engine.Wide, contract, l.parts())
	if err != nil {
		return nil, err
	}
	named := g.Slices()
	for i, list := range l.slices {
		f := list[0]
		named[i].Name = fmt.Sprintf("%d v %d", max(f.own, f.opponent), min(f.own, f.opponent))
		if f.placed < 2*r.men {
			named[i].Name = fmt.Sprintf("%d placed", f.placed)
			if taken := f.placed - f.own - f.opponent; taken > 0 {
				named[i].Name += fmt.Sprintf(", %d taken", taken)
			}
			named[i].Layer = true
		}
	}
	return ranked{g, named, l}, nil
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
