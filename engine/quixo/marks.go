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
	least  int      // marks
	levels []*level // by slice: the fewest marks first
	slices []engine.Slice
}

// newMarks returns the game that spec names.
func newMarks(spec engine.Spec) (engine.Game, error) {
	m := &marks{board: newBoard(spec.Int("size")), least: spec.Int("marks")}
	m.ranks = multiset.NewSets(m.cells)
	var parts []discover.Slice
	first := uint64(0)
	for n := m.least; n <= m.cells; n++ {
		l := newLevel(m.board, m.cells-n, first)
		m.levels = append(m.levels, l)
		first += l.size
		at := len(parts)
		part := discover.Slice{Number: n, Targets: []int{at}, Size: l.size, Keys: levelKeys{m, l}}
		sl := engine.Slice{Name: fmt.Sprintf("%d marks", n), First: l.first, Size: l.size}
		if n < m.cells {
			part.Targets = append(part.Targets, at+1)
			sl.Exits = []int{at + 1}
		}
		parts, m.slices = append(parts, part), append(m.slices, sl)
	}
	g, err := discover.Keyed(spec, engine.Wide, m.contract(), parts)
	m.Game = g
	return m, err
}

// contract returns the rules in the engine's form.
func (m *marks) contract() *engine.Rules {
	return &engine.Rules{
		Start: 0, AppendMoves: m.AppendMoves, Slice: m.KeySlice, Symmetry: m,
		Notation: m, Board: m.KeyBoard, MoveText: m.MoveText, AppendTurns: m.AppendTurns, Depiction: depiction,
		Features: []engine.Feature[uint64]{
			{Name: "own", Of: func(key uint64) int64 { return int64(bits.OnesCount64(key >> keyHalf)) }},
			{Name: "other", Of: func(key uint64) int64 { return int64(bits.OnesCount64(key & keyOthers)) }},
		},
		MaxSuccessors: len(m.shoves),
	}
}

// Slices implements [engine.Game]: by marks.
func (m *marks) Slices() []engine.Slice { return m.slices }

// Start implements [engine.Game].
func (m *marks) Start() (engine.Position, bool) {
	if m.least > 0 {
		return nil, false
	}
	return m.Game.Start()
}

// Parse implements [engine.Notation].
func (m *marks) Parse(text string) (engine.Position, error) {
	key, err := m.ParseKey(text)
	if err != nil {
		return nil, err
	}
	if n := m.KeySlice(key); n < m.least {
		return nil, engine.InputErrorf("%q has %d marks: want at least %d", text, n, m.least)
	}
	return m.Game.Parse(text)
}

// levelOf returns the level that contains an index.
func (m *marks) levelOf(i uint64) *level {
	return m.levels[sort.Search(len(m.levels), func(n int) bool { return m.levels[n].first > i })-1]
}

// find returns the level and the block of a key, the mover's marks in terms of the block, and a
// symmetry that maps the key to it.
func (m *marks) find(key uint64) (l *level, block int, own uint32, by uint8) {
	marked := uint32(key>>keyHalf) | uint32(key)
	l = m.levels[bits.OnesCount32(marked)-m.least]
	l.ready()
	block, by = l.blockOf(m.all() &^ marked)
	return l, block, multiset.Squeeze(m.arrange(by, uint32(key>>keyHalf)), l.sets[block]), by
}

// offset returns the number of positions in the level before the given one.
func (l *level) offset(block int, own uint32) uint64 {
	k := bits.OnesCount32(own)
	return l.starts[k] + uint64(block)*placement.Choose(l.cubes, k) + uint64(l.board.ranks.Rank(own))
}

// at is the inverse of offset.
func (l *level) at(offset uint64) (block int, own uint32) {
	k := sort.Search(l.cubes, func(k int) bool { return l.starts[k+1] > offset })
	n := placement.Choose(l.cubes, k)
	offset -= l.starts[k]
	return int(offset / n), uint32(placement.Unrank(offset%n, k, 1<<l.cubes-1))
}

// key returns the key of a position of a block.
func (l *level) key(block int, own uint32) uint64 {
	blank := l.sets[block]
	set := l.board.unarrange(multiset.Spread(own, blank))
	return uint64(set)<<keyHalf | uint64(l.board.all()&^set&^l.board.unarrange(blank))
}

// Canonical implements [engine.Symmetry]. Twins with the same neutral cubes have separate keys.
func (m *marks) Canonical(key uint64) uint64 {
	if m.KeySlice(key) < m.least {
		return key
	}
	l, block, own, _ := m.find(key)
	return l.key(block, own)
}

// AppendCanonicalMoves implements [engine.Symmetry].
func (m *marks) AppendCanonicalMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	return engine.CanonicalMoves(m, dst, key)
}

// KeyWeight implements [engine.Symmetry].
func (m *marks) KeyWeight(key uint64) uint64 {
	l, block, _, _ := m.find(key)
	return uint64(l.weights[block])
}

// Weight implements [engine.Game].
func (m *marks) Weight(i uint64) uint64 {
	weight, _ := m.weightRun(i)
	return weight
}

// weightRun implements the WeightRun of [engine.Parts]. All positions of a block have the same
// weight.
func (m *marks) weightRun(i uint64) (weight, end uint64) {
	l := m.levelOf(i)
	l.ready()
	i -= l.first
	k := sort.Search(l.cubes, func(k int) bool { return l.starts[k+1] > i })
	n := placement.Choose(l.cubes, k)
	block := (i - l.starts[k]) / n
	return uint64(l.weights[block]), l.first + l.starts[k] + (block+1)*n
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
		p.Resident += 4 * placement.Choose(m.cells, l.blanks)
	}
	p.WeightRun, p.Sections = m.weightRun, m.sections
	p.Sweeps = func() fast.Sweeps { return sweeps{m} }
	return p
}

// NewScratch implements [engine.Game].
func (m *marks) NewScratch() engine.Scratch { return engine.Scratch{Generator: m} }

// AppendSuccessors implements [engine.Generator].
func (m *marks) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	l := m.levelOf(i)
	l.ready()
	key := l.key(l.at(i - l.first))
	own, other := uint32(key>>keyHalf), uint32(key)
	if over := m.over(own, other); over != 0 {
		return dst, over
	}
	for n := range m.shoves {
		s := &m.shoves[n]
		if other>>s.cell&1 != 0 {
			continue
		}
		o, x := s.push(own, other)
		to, block, set, _ := m.find(uint64(o)<<keyHalf | uint64(x))
		dst = append(dst, to.first+to.offset(block, set))
	}
	return dst, 0
}

// levelKeys provides the keys of a level. It implements [discover.KeySet].
type levelKeys struct {
	game  *marks
	level *level
}

func (k levelKeys) Len() uint64 { return k.level.size }

func (k levelKeys) Key(rank uint64) uint64 {
	k.level.ready()
	return k.level.key(k.level.at(rank))
}

func (k levelKeys) Rank(key uint64) (rank uint64, ok bool) {
	l, block, own, _ := k.game.find(key)
	return l.offset(block, own), l == k.level && l.key(block, own) == key
}
