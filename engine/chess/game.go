package chess

import (
	"sort"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/placement"
)

// Variant is a set of materials that is closed under captures and promotions. It is immutable and
// implements [engine.Game] at the full level.
type Variant struct {
	spec      engine.Spec
	board     *geometry
	materials []*material // in the order of their slices
	find      map[counts]*material
	slices    []engine.Slice
	size      uint64
	most      int // men
}

func newVariant(spec engine.Spec, list map[counts]bool) *Variant {
	v := &Variant{spec: spec, board: boardGeometry(), find: map[counts]*material{}}
	for n, c := range order(list) {
		m := &material{counts: c, number: n, symmetric: c[white] == c[black], first: v.size}
		m.link(v.find)
		m.fill()
		v.materials = append(v.materials, m)
		v.find[c] = m
		v.size += m.size
		v.most = max(v.most, c.men())
		slice := engine.Slice{Name: c.name(), First: m.first, Size: m.size, Exits: m.targets, Converts: v.Kind() == engine.Wide}
		if c.pawns() > 0 {
			slice.Weight = withPawns
		}
		v.slices = append(v.slices, slice)
	}
	return v
}

// fill finds the positions of a material. The caller must have filled the materials that captures
// lead to.
func (m *material) fill() {
	index := m.first
	add := func(p *part) {
		p.index = index
		index += p.stored.Size()
	}
	for mover := range m.parts {
		if mover == black && m.symmetric {
			break
		}
		m.parts[mover] = newPart(m, mover, false)
		m.parts[mover].fill()
		add(m.parts[mover])
	}
	for mover := range m.parts {
		if m.parts[mover] != nil && m.counts[white][pawn] > 0 && m.counts[black][pawn] > 0 {
			p := newPart(m, mover, true)
			p.fillPassant()
			add(p)
			m.passants[mover] = p
		}
	}
	m.size = index - m.first
}

// eachPart lists the parts in the order of their indices.
func (m *material) eachPart() (list []*part) {
	for _, p := range [...]*part{m.parts[white], m.parts[black], m.passants[white], m.passants[black]} {
		if p != nil {
			list = append(list, p)
		}
	}
	return list
}

// partOf returns the part of an index.
func (v *Variant) partOf(i uint64) *part {
	n := sort.Search(len(v.materials), func(n int) bool { return v.materials[n].first > i }) - 1
	m := v.materials[n]
	p := m.parts[white]
	for _, other := range [...]*part{m.parts[black], m.passants[white], m.passants[black]} {
		if other != nil && other.index <= i {
			p = other
		}
	}
	return p
}

// Spec implements [engine.Game].
func (v *Variant) Spec() engine.Spec { return v.spec }

// Kind implements [engine.Game]: with metric=conversion a loss can take an odd number of plies.
func (v *Variant) Kind() engine.Kind {
	if v.spec.Word("metric") == toConversion {
		return engine.Wide
	}
	return engine.Byte
}

// Size implements [engine.Game].
func (v *Variant) Size() uint64 { return v.size }

// Slices implements [engine.Game]: one per material, those with fewer men and pawns first. The
// caller must not change the returned slice.
func (v *Variant) Slices() []engine.Slice { return v.slices }

// The number of positions that share an index: the number of symmetries times the colors that can
// be to move.
const (
	withPawns    = 2 * 2
	withoutPawns = 8 * 2
	ownTwin      = withoutPawns / 2
)

// Weight implements [engine.Game].
func (v *Variant) Weight(i uint64) uint64 {
	p := v.partOf(i)
	if p.pawns() > 0 {
		return withPawns
	}
	r := placement.Reader{Set: p.stored}
	if place := r.Place(i - p.index); place >= uint64(p.kings.plain)*p.unit {
		var n men
		p.read(&n, place)
		if p.place(&n, int16(place/p.unit), transposed) == place {
			return ownTwin
		}
	}
	return withoutPawns
}

// weightRun implements the WeightRun of [engine.Parts]. Positions that are their own twins have
// both kings on the diagonal, and come last in their part.
func (v *Variant) weightRun(i uint64) (weight, end uint64) {
	p := v.partOf(i)
	if p.pawns() > 0 {
		return withPawns, p.material.first + p.material.size
	}
	if end = p.index + p.stored.Before(uint64(p.kings.plain)*p.unit); i < end {
		return withoutPawns, end
	}
	return v.Weight(i), i + 1
}

// Parts implements [engine.Game].
func (v *Variant) Parts() engine.Parts {
	resident := uint64(0)
	for _, m := range v.materials {
		for _, p := range m.eachPart() {
			resident += p.stored.Bytes()
		}
	}
	return engine.Parts{
		MaxSuccessors: kingSteps + mostSteps*(v.most-2),
		Resident:      resident,
		WeightRun:     v.weightRun,
		Sections:      v.sections,
		Depiction:     depiction,
	}
}

// sections implements the Sections of [engine.Parts].
func (v *Variant) sections() (list []engine.Section) {
	for _, m := range v.materials {
		for _, p := range m.eachPart() {
			name := m.name() + [2]string{" White", " Black"}[p.mover]
			if p.passant {
				name += " in passing"
			}
			list = append(list, engine.Section{Name: name, First: p.index, Size: p.stored.Size()})
		}
	}
	return list
}

const (
	kingSteps = 8
	mostSteps = 27 // of a queen
)
