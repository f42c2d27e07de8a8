package quixo

import (
	"fmt"
	"math/bits"
	"sort"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/multiset"
	"github.com/foregone-db/foregone/engine/placement"
)

// marks is the game of all boards with at least a given number of marks, reachable or not. No move
// reduces the marks. Arithmetic numbers the positions. marks implements [engine.Game].
type marks struct {
	engine.Game // the same game built from the rules and the keys
	*board
	ranks  multiset.Sets // of sets of cells
	least  int           // marks
	levels []*level      // by slice: the fewest marks first
}

// newMarks returns the game that spec names.
func newMarks(spec engine.Spec) (engine.Game, error) {
	m := &marks{board: newBoard(spec.Int("size"), true), least: spec.Int("marks")}
	m.ranks = multiset.NewSets(m.cells)
	var parts []discover.Slice
	first := uint64(0)
	for n := m.least; n <= m.cells; n++ {
		l := newLevel(m, n, first)
		m.levels = append(m.levels, l)
		first += l.size
		part := discover.Slice{Number: n, Name: fmt.Sprintf("%d marks", n), Targets: []int{len(parts)}, Size: l.size, Keys: levelKeys{l}}
		if n < m.cells {
			part.Targets = append(part.Targets, len(parts)+1)
		}
		parts = append(parts, part)
	}
	g, err := discover.Keyed(spec, engine.Wide, m.contract(m.KeySlice, m), parts)
	m.Game = g
	return m, err
}

// KeySlice returns the number of marks, which never falls.
func (m *marks) KeySlice(key uint64) int { return bits.OnesCount64(key) }

// Start implements [engine.Game].
func (m *marks) Start() (engine.Position, bool) {
	if m.least > 0 {
		return nil, false
	}
	return m.Game.Start()
}

// Parse implements [engine.Notation].
func (m *marks) Parse(text string) (engine.Position, error) {
	if key, err := m.ParseKey(text); err == nil && m.KeySlice(key) < m.least {
		return nil, engine.InputErrorf("%q has %d marks: want at least %d", text, m.KeySlice(key), m.least)
	}
	return m.Game.Parse(text)
}

// levelOf returns the level that contains an index.
func (m *marks) levelOf(i uint64) *level {
	return m.levels[sort.Search(len(m.levels), func(n int) bool { return m.levels[n].first > i })-1]
}

// find returns the level and the block of a key, and the mover's marks in terms of the block.
func (m *marks) find(key uint64) (l *level, block int, own uint32) {
	l = m.levels[m.KeySlice(key)-m.least].ready()
	block, by := l.blockOf(m.all &^ (m.own(key) | m.other(key)))
	return l, block, multiset.Squeeze(m.images[by].of(m.own(key)), l.sets[block])
}

// offset returns the number of positions in the level before the given one.
func (l *level) offset(block int, own uint32) uint64 {
	k := bits.OnesCount32(own)
	return l.starts[k] + uint64(block)*placement.Choose(l.cubes, k) + uint64(l.game.ranks.Rank(own))
}

// at is the inverse of offset. It also returns the end of the offsets with the same block and number
// of the mover's marks.
func (l *level) at(offset uint64) (block int, own uint32, end uint64) {
	k := sort.Search(l.cubes, func(k int) bool { return l.starts[k+1] > offset })
	n := placement.Choose(l.cubes, k)
	at := (offset - l.starts[k]) / n
	first := l.starts[k] + at*n
	return int(at), uint32(placement.Unrank(offset-first, k, 1<<l.cubes-1)), first + n
}

// key returns the key of a position of a block.
func (l *level) key(block int, own uint32) uint64 {
	m, blank := l.game, l.sets[block]
	set := m.plain.of(multiset.Spread(own, blank))
	return m.board.key(set, m.all&^set&^m.plain.of(blank))
}

// Canonical implements [engine.Symmetry]. Twins with the same neutral cubes have separate keys.
func (m *marks) Canonical(key uint64) uint64 {
	l, block, own := m.find(key)
	return l.key(block, own)
}

// AppendCanonicalMoves implements [engine.Symmetry].
func (m *marks) AppendCanonicalMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	return engine.CanonicalMoves(m, dst, key)
}

// KeyWeight implements [engine.Symmetry].
func (m *marks) KeyWeight(key uint64) uint64 {
	l, block, _ := m.find(key)
	return l.weight(block)
}

// weightRun implements the WeightRun of [engine.Parts]. All positions of a block have the same
// weight.
func (m *marks) weightRun(i uint64) (weight, end uint64) {
	l := m.levelOf(i).ready()
	block, _, end := l.at(i - l.first)
	return l.weight(block), l.first + end
}

// sections implements the Sections of [engine.Parts]. A section is a class, given by the marks of
// both players.
func (m *marks) sections() (list []engine.Section) {
	for _, l := range m.levels {
		for own := range l.cubes + 1 {
			list = append(list, engine.Section{
				Name:  fmt.Sprintf("%d marks, own %d, other %d", l.cubes, own, l.cubes-own),
				First: l.first + l.starts[own], Size: l.starts[own+1] - l.starts[own],
			})
		}
	}
	return list
}

// Parts implements [engine.Game].
func (m *marks) Parts() engine.Parts {
	p := m.Game.Parts()
	for _, l := range m.levels {
		p.Resident += 4 * placement.Choose(m.cells, l.cubes)
	}
	p.WeightRun, p.Sections = m.weightRun, m.sections
	p.Sweeps = func() fast.Sweeps { return m }
	return p
}

// NewScratch implements [engine.Game].
func (m *marks) NewScratch() engine.Scratch { return engine.Scratch{Generator: m} }

// AppendSuccessors implements [engine.Generator].
func (m *marks) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	n, l := len(dst), m.levelOf(i)
	dst, ends := m.AppendMoves(dst, levelKeys{l}.Key(i-l.first))
	for at, key := range dst[n:] {
		to, block, own := m.find(key)
		dst[n+at] = to.first + to.offset(block, own)
	}
	return dst, ends
}

// levelKeys provides the keys of a level. It implements [discover.KeySet].
type levelKeys struct{ *level }

func (k levelKeys) Len() uint64 { return k.size }

func (k levelKeys) Key(rank uint64) uint64 {
	block, own, _ := k.ready().at(rank)
	return k.key(block, own)
}

func (k levelKeys) Rank(key uint64) (rank uint64, ok bool) {
	l, block, own := k.game.find(key)
	return l.offset(block, own), l == k.level && l.key(block, own) == key
}
