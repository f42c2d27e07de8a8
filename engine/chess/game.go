package chess

import (
	_ "embed"
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
		m.makeParts()
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

// countedText has the number of positions of each part of materials of up to four men, in the order of eachPart.
//
//go:embed counted.txt
var countedText string

// makeParts makes the parts of a material. The caller must have made those of the materials that captures lead to.
func (m *material) makeParts() {
	sizes := placement.Sizes(countedText, m.name())
	for n, list := range [...]*[2]*part{&m.parts, &m.passants} {
		for mover := range list {
			if mover == black && m.symmetric || n == 1 && (m.counts[white][pawn] == 0 || m.counts[black][pawn] == 0) {
				break
			}
			p := newPart(m, mover, n == 1)
			p.index = m.first + m.size
			list[mover] = p
			p.Init(p.placeCount(), sizes, len(m.eachPart())-1, p.fill)
			m.size += p.Size()
		}
	}
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
	weight, _ := v.weightRun(i)
	return weight
}

// weightRun implements the WeightRun of [engine.Parts]. Positions that are their own twins have
// both kings on the diagonal, and come last in their part.
func (v *Variant) weightRun(i uint64) (weight, end uint64) {
	p := v.partOf(i)
	if p.pawns() > 0 {
		return withPawns, p.material.first + p.material.size
	}
	if end = p.index + p.Set().Before(uint64(p.kings.plain)*p.unit); i < end {
		return withoutPawns, end
	}
	r := placement.Reader{Set: p.Set()}
	place := r.Place(i - p.index)
	var n men
	if p.read(&n, place); p.place(&n, int16(place/p.unit), transposed) == place {
		return ownTwin, i + 1
	}
	return withoutPawns, i + 1
}

// Parts implements [engine.Game].
func (v *Variant) Parts() engine.Parts {
	resident := uint64(0)
	for _, m := range v.materials {
		for _, p := range m.eachPart() {
			resident += p.Bytes()
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
			list = append(list, engine.Section{Name: name, First: p.index, Size: p.Size()})
		}
	}
	return list
}

const (
	kingSteps = 8
	mostSteps = 27 // of a queen
)
