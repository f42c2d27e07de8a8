package slabs

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/fast"
)

// TestObligatorySteps compares the values of random games with those of the naive solver, which
// lists turns and shares no code with package slabs. In these games a mover who cannot stay must
// make a step before the link, even if staying would be better.
func TestObligatorySteps(t *testing.T) {
	drawn, seeds := 0, uint64(6)
	if testing.Short() {
		seeds = 2
	}
	for seed := range seeds {
		for _, stay := range []float64{0, 0.3} {
			g := randomSteps(seed, stay)
			if err := enginetest.CheckSlabs(g, stepSlabs{g}, 0, 0, seed); err != nil {
				t.Fatalf("%s: %v", g.name, err)
			}
			for _, o := range []setup{{}, {Options: Options{Workers: 1}, chunk: 1, inFile: true}, {chunk: 4, records: 1}} {
				got, counts := values(t, g, o)
				if len(counts) < 10 {
					t.Errorf("%s has %d phases, want at least 10", g.name, len(counts))
				}
				var list []engine.Value
				for _, v := range got {
					list = append(list, engine.Value(v))
				}
				enginetest.CheckValues(t, g, list)
				drawn += bytes.Count(got, []byte{0})
			}
		}
	}
	if drawn == 0 {
		t.Error("no position of any game is drawn")
	}
}

// stepGame has random slabs, a third of the numbers. It implements the methods of [engine.Game] and
// [fast.Slabs] that the tests call.
type stepGame struct {
	engine.Game
	name     string
	order    []uint32
	parts    []fast.SlabPart
	place    map[uint32]int // by number of a slab or twin: its place in the order
	slabs    [][]stepPlace  // by place in the order
	position []stepRef      // by index
}

// stepPlace is a number below 64·Words in a slab.
type stepPlace struct {
	valid  bool // it is a configuration
	stored bool
	index  uint64
	wins   bool      // a link wins at once
	steps  []uint32  // rearrangements, in both directions; itself only where the mover may stay
	links  []stepRef // may name twins
	from   []stepRef // whose links lead here
}

type stepRef struct{ slab, configuration uint32 }

const (
	stepWords     = 2
	stepSlabCount = 30
)

// randomSteps draws a game. stay is the fraction of configurations that the mover may keep.
func randomSteps(seed uint64, stay float64) *stepGame {
	rng := rand.New(rand.NewPCG(seed, 27))
	g := &stepGame{name: fmt.Sprintf("seed %d, stay %v", seed, stay), place: map[uint32]int{}}
	for n := range uint32(stepSlabCount) {
		g.order = append(g.order, 3*n+1) // the twin is 3n+2; 3n is not a slab
		g.place[3*n+1], g.place[3*n+2] = int(n), int(n)
		g.slabs = append(g.slabs, make([]stepPlace, 64*stepWords))
	}
	rng.Shuffle(len(g.order), func(i, j int) {
		g.order[i], g.order[j] = g.order[j], g.order[i]
		g.place[g.order[i]], g.place[g.order[i]+1], g.place[g.order[j]], g.place[g.order[j]+1] = i, i, j, j
	})
	g.number(rng)
	for n, slab := range g.slabs {
		g.drawSteps(rng, slab, stay, n%5 == 0)
	}
	for n, slab := range g.slabs {
		for c := range slab {
			if slab[c].valid {
				g.drawLinks(rng, uint32(n), uint32(c))
			}
		}
	}
	return g
}

// number draws the configurations and the stored positions, and numbers these in random order within
// each part.
func (g *stepGame) number(rng *rand.Rand) {
	n := 0
	for _, slabs := range []int{7, 1, stepSlabCount - 8} {
		part := fast.SlabPart{Slabs: slabs, First: uint64(len(g.position))}
		for ; slabs > 0; slabs-- {
			for c := range g.slabs[n] {
				at := &g.slabs[n][c]
				at.valid = rng.IntN(3) > 0
				if at.stored = at.valid && n != 4 && rng.IntN(3) > 0; at.stored {
					g.position = append(g.position, stepRef{uint32(n), uint32(c)})
				}
			}
			n++
		}
		part.Size = uint64(len(g.position)) - part.First
		list := g.position[part.First:]
		rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		for i, at := range list {
			g.slabs[at.slab][at.configuration].index = part.First + uint64(i)
		}
		g.parts = append(g.parts, part)
	}
}

// drawSteps draws the rearrangements of a slab. In a slab that is won at once all configurations are
// on a path and have links that win.
func (g *stepGame) drawSteps(rng *rand.Rand, slab []stepPlace, stay float64, won bool) {
	var all []uint32
	for c := range slab {
		if slab[c].valid {
			all = append(all, uint32(c))
		}
	}
	join := func(a, b uint32) {
		for _, c := range slab[a].steps {
			if c == b {
				return
			}
		}
		slab[a].steps = append(slab[a].steps, b)
		if a != b {
			slab[b].steps = append(slab[b].steps, a)
		}
	}
	for k, c := range all {
		if rng.Float64() < stay {
			join(c, c)
		}
		if won && k > 0 {
			join(c, all[k-1])
		} else if other := all[rng.IntN(len(all))]; other != c && rng.IntN(20) > 0 {
			join(c, other)
		}
		slab[c].wins = won || rng.IntN(60) == 0
	}
}

// drawLinks draws the links of a configuration to stored positions, some of them twice.
func (g *stepGame) drawLinks(rng *rand.Rand, slab, configuration uint32) {
	from := &g.slabs[slab][configuration]
	for rng.IntN(8) > 0 {
		to := g.position[rng.IntN(len(g.position))]
		for range 1 + rng.IntN(6)/5 {
			number := g.order[to.slab] + uint32(rng.IntN(2))
			from.links = append(from.links, stepRef{number, to.configuration})
			target := &g.slabs[to.slab][to.configuration]
			target.from = append(target.from, stepRef{slab, configuration})
		}
	}
}

// Size implements [engine.Game], as the next methods do.
func (g *stepGame) Size() uint64           { return uint64(len(g.position)) }
func (g *stepGame) Kind() engine.Kind      { return engine.Byte }
func (g *stepGame) Slices() []engine.Slice { return []engine.Slice{{Size: g.Size()}} }
func (g *stepGame) Spec() (s engine.Spec)  { return s }
func (g *stepGame) Parts() engine.Parts {
	return engine.Parts{Slabs: func() fast.Slabs { return stepSlabs{g} }}
}
func (g *stepGame) NewScratch() engine.Scratch           { return engine.Scratch{Generator: g} }
func (g *stepGame) At(i uint64) engine.Position          { return g.position[i] }
func (g *stepGame) Text(p engine.Position) (text string) { return fmt.Sprint(p) }

// AppendSuccessors implements [engine.Generator]: a step, then a link.
func (g *stepGame) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	at, ends := g.position[i], engine.Ends(0)
	for _, c := range g.slabs[at.slab][at.configuration].steps {
		between := &g.slabs[at.slab][c]
		if between.wins {
			ends = engine.WinsNow
		}
		for _, to := range between.links {
			dst = append(dst, g.slabs[g.place[to.slab]][to.configuration].index)
		}
	}
	return dst, ends
}

// stepSlabs implements [fast.Slabs].
type stepSlabs struct{ *stepGame }

func (g stepSlabs) Numbers() uint32        { return 3 * stepSlabCount }
func (g stepSlabs) Order() []uint32        { return g.order }
func (g stepSlabs) Words() int             { return stepWords }
func (g stepSlabs) Parts() []fast.SlabPart { return g.parts }

func (g stepSlabs) Twin(slab uint32) (uint32, bool) { return slab - 1, slab%3 == 2 }

func (g stepSlabs) NewSlabScratch() fast.SlabScratch { return &stepScratch{stepGame: g.stepGame} }

// stepScratch implements [fast.SlabScratch].
type stepScratch struct {
	*stepGame
	slab []stepPlace
}

func (w *stepScratch) Enter(slab uint32) { w.slab = w.slabs[w.place[slab]] }

// mark stores the numbers that have a property.
func (w *stepScratch) mark(dst []uint64, has func(at *stepPlace) bool) {
	clear(dst)
	for c := range w.slab {
		if has(&w.slab[c]) {
			dst[c/64] |= 1 << (c % 64)
		}
	}
}

func (w *stepScratch) Fill(dst []uint64) { w.mark(dst, func(at *stepPlace) bool { return at.valid }) }
func (w *stepScratch) Stored(dst []uint64) {
	w.mark(dst, func(at *stepPlace) bool { return at.stored })
}

func (w *stepScratch) Marks(wins, any []uint64) {
	w.mark(wins, func(at *stepPlace) bool { return at.wins })
	w.mark(any, func(at *stepPlace) bool { return at.wins || len(at.links) > 0 })
}

func (w *stepScratch) Dilate(dst, src []uint64) {
	src = slices.Clone(src)
	w.mark(dst, func(at *stepPlace) bool {
		return slices.ContainsFunc(at.steps, func(c uint32) bool { return src[c/64]>>(c%64)&1 != 0 })
	})
}

func (w *stepScratch) AppendUnlinks(dst, set []uint64, live []int32, from, to int) []uint64 {
	for c := range w.slab {
		if set[c/64]>>(c%64)&1 == 0 {
			continue
		}
		for _, l := range w.slab[c].from {
			if n := live[w.order[l.slab]]; n >= 0 && from <= int(l.slab) && int(l.slab) < to {
				dst = append(dst, uint64(n)<<32|uint64(l.configuration))
			}
		}
	}
	return dst
}

func (w *stepScratch) AppendLinks(dst []uint64, counts []uint8, configurations []uint32, live []int32) ([]uint64, []uint8) {
	for _, c := range configurations {
		before := len(dst)
		for _, l := range w.slab[c].links {
			if n := live[l.slab]; n >= 0 {
				dst = append(dst, uint64(n)<<32|uint64(l.configuration))
			}
		}
		counts = append(counts, uint8(len(dst)-before))
	}
	return dst, counts
}

func (w *stepScratch) AppendIndices(dst, set []uint64) []uint64 {
	for c := range w.slab {
		if set[c/64]>>(c%64)&1 != 0 {
			dst = append(dst, w.slab[c].index)
		}
	}
	return dst
}
