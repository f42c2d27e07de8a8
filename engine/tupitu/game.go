package tupitu

import (
	_ "embed"
	"fmt"
	"math/bits"
	"sync"

	"github.com/foregone-db/foregone/engine"
)

// Variant is Tupitu on a board of one size. It is immutable and implements
// [engine.Game]; its scratches implement [fast.LayerEvaluator].
type Variant struct {
	spec engine.Spec
	numbering
	slices []engine.Slice
	tables func() *tables // shared by all scratches, built on first use
}

//go:embed rules.txt
var rulesText string

// Definition describes the game for a registry.
func Definition() engine.Definition {
	size := func(name, help string) engine.Param {
		return engine.Param{Name: name, Type: engine.IntParam, Default: "5", Min: 2, Max: 9, Help: help}
	}
	return engine.Definition{
		Name:    "tupitu",
		Title:   "Tupitu",
		Variant: func(s engine.Spec) string { return fmt.Sprintf("%d×%d", s.Int("width"), s.Int("height")) },
		Summary: "Tupitu: step, then clear a tile; who cannot step loses",
		Rules:   rulesText,
		Level:   engine.LevelRanked,
		Bench:   "height=4",
		Kind:    engine.Byte,
		Params: []engine.Param{
			size("height", "rows of tiles; width·height at most 25"),
			size("width", "columns of tiles"),
		},
		New: func(spec engine.Spec) (engine.Game, error) {
			v, err := New(spec.Int("width"), spec.Int("height"))
			if err != nil {
				return nil, err
			}
			v.spec = spec
			return v, nil
		},
	}
}

// New returns the variant on a board of the given size. Each side is 2 to 9, and the board has at
// most 25 tiles. Other sizes return an [engine.InputError]. Spec is zero unless a registry sets it.
func New(width, height int) (*Variant, error) {
	if width < 2 || height < 2 || width > 9 || height > 9 || width*height > maxTiles {
		return nil, engine.InputErrorf("a board of %d by %d tiles: want sides from 2 to 9 and at most %d tiles", width, height, maxTiles)
	}
	v := &Variant{numbering: newNumbering(newBoard(width, height))}
	first := uint64(0)
	for n := range v.others + 1 {
		s := engine.Slice{Name: fmt.Sprintf("%d cleared", n), First: first, Size: uint64(len(v.classes)) * v.sets(n), Layer: true}
		if n < v.others {
			s.Exits = []int{n + 1}
		}
		v.slices = append(v.slices, s)
		v.first = append(v.first, first)
		first += s.Size
	}
	v.tables = sync.OnceValue(func() *tables { return newTables(v) })
	return v, nil
}

// Spec implements [engine.Game].
func (v *Variant) Spec() engine.Spec { return v.spec }

// Kind implements [engine.Game].
func (v *Variant) Kind() engine.Kind { return engine.Byte }

// Size implements [engine.Game].
func (v *Variant) Size() uint64 { return uint64(len(v.classes)) << v.others }

// Slices implements [engine.Game]. Slice n has the positions with n tiles cleared. It is a layer,
// since every turn clears a tile.
func (v *Variant) Slices() []engine.Slice { return v.slices }

// Weight implements [engine.Game]. It is the number of pairs in the position's class, 1 to 8.
func (v *Variant) Weight(i uint64) uint64 {
	_, q, _ := v.locate(i)
	return v.classes[q].weight
}

// weightRun implements the WeightRun of [engine.Parts]. All sets of cleared tiles of a class have
// the same weight.
func (v *Variant) weightRun(i uint64) (weight, end uint64) {
	n, q, rank := v.locate(i)
	return v.classes[q].weight, i + v.sets(n) - uint64(rank)
}

// Start implements [engine.Notation]. The mover stands in the second row from the bottom and the
// second column from the left, the opponent opposite. There is no start if these are the same tile.
func (v *Variant) Start() (engine.Position, bool) {
	b := v.board
	mover := b.cellAt[(b.height-2)*b.width+1]
	opponent := b.cellAt[b.width+b.width-2]
	return Position{mover: mover, opponent: opponent}, mover != opponent
}

// Finished implements [engine.Notation]. A player who cannot step has lost. Finished positions are
// stored like all others.
func (v *Variant) Finished(p engine.Position) (engine.Value, bool) {
	if v.board.steps(p.(Position)) == 0 {
		return lostNow, true
	}
	return 0, false
}

// lostNow is the value L0.
const lostNow = 1

// scratch implements [engine.Generator] and [fast.LayerEvaluator].
type scratch struct {
	*Variant
	*tables
	at        walker
	evaluator *evaluator // built on first use
}

// NewScratch implements [engine.Game].
func (v *Variant) NewScratch() engine.Scratch {
	w := newScratch(v)
	return engine.Scratch{Generator: w, LayerEvaluator: w}
}

func newScratch(v *Variant) *scratch { return &scratch{Variant: v, tables: v.tables()} }

// Parts implements [engine.Game].
func (v *Variant) Parts() engine.Parts {
	return engine.Parts{Depiction: depiction, WeightRun: v.weightRun}
}

// walker remembers the last position, since the next one usually has the next index.
type walker struct {
	index uint64
	end   uint64 // the index after the last of the same size and class, or 0 before the first position
	n, q  int
	set   uint32
}

// walk moves the walker to index i.
func (w *scratch) walk(i uint64) *walker {
	a := &w.at
	if i == a.index+1 && i < a.end {
		// This is the next greater word with as many bits.
		carried := a.set + a.set&-a.set
		a.set = carried | (carried^a.set)>>(2+bits.TrailingZeros32(a.set))
		a.index = i
		return a
	}
	n, q, rank := w.locate(i)
	*a = walker{index: i, end: w.Variant.at(n, q, 0) + w.sets(n), n: n, q: q, set: w.unrank(rank, n)}
	return a
}

// AppendSuccessors implements [engine.Generator].
func (w *scratch) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	a := w.walk(i)
	q := &w.classes[a.q]
	b := w.board
	p := Position{mover: q.mover, opponent: q.opponent, cleared: q.spread(a.set)}
	steps := b.steps(p)
	if steps == 0 {
		return dst, engine.IsLost
	}
	for steps != 0 {
		to := w.pairs[int(p.opponent)*maxTiles+lowest(&steps)]
		r := &w.classes[to.class]
		set := r.squeeze(b.symmetries[to.symmetry].image(p.cleared))
		first := w.Variant.at(a.n+1, int(to.class), 0)
		starts := w.starts[r.low][a.n+1]
		low, high := set&(1<<r.low-1), set>>r.low
		inBlock := first + uint64(starts[high])
		for rest := low ^ (1<<r.low - 1); rest != 0; rest &= rest - 1 {
			dst = append(dst, inBlock+uint64(w.lowRank[low|rest&-rest]))
		}
		first += uint64(w.lowRank[low])
		for rest := high ^ (1<<(w.others-r.low) - 1); rest != 0; rest &= rest - 1 {
			dst = append(dst, first+uint64(starts[high|rest&-rest]))
		}
	}
	return dst, 0
}
