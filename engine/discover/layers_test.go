package discover_test

import (
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/enginetest"
)

// heapRules is Nim on three heaps of up to 15 pieces. A turn takes one or two pieces from one heap.
// The layer is the number of pieces taken, so that a move can skip a layer.
type heapRules struct {
	heaps [3]uint64
	back  bool // one move stays in its layer, which is a fault
	end   engine.Ends
}

func (r heapRules) contract() *engine.Rules {
	start := r.heaps[0] | r.heaps[1]<<4 | r.heaps[2]<<8
	return &engine.Rules{Start: start, AppendMoves: r.AppendMoves, Layer: r.KeyLayer}
}

func (r heapRules) AppendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	for heap := range 3 {
		for take := uint64(1); take <= min(2, key>>(4*heap)&15); take++ {
			dst = append(dst, key-take<<(4*heap))
		}
	}
	if r.back && key == 1 {
		dst = append(dst, 1<<4)
	}
	if len(dst) == 0 {
		return dst, r.end
	}
	return dst, 0
}

func (r heapRules) KeyLayer(key uint64) int {
	return int(r.heaps[0] + r.heaps[1] + r.heaps[2] - key&15 - key>>4&15 - key>>8&15)
}

func (r heapRules) sorted(key uint64) [3]uint64 {
	heaps := [3]uint64{key & 15, key >> 4 & 15, key >> 8 & 15}
	slices.Sort(heaps[:])
	return heaps
}

// symmetricHeaps counts positions that differ in the order of the heaps as twins.
type symmetricHeaps struct{ heapRules }

func (r symmetricHeaps) contract() *engine.Rules {
	rules := r.heapRules.contract()
	rules.Symmetry = r
	return rules
}

func (r symmetricHeaps) Canonical(key uint64) uint64 {
	h := r.sorted(key)
	return h[0] | h[1]<<4 | h[2]<<8
}

func (r symmetricHeaps) AppendCanonicalMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	n := len(dst)
	dst, ends := r.AppendMoves(dst, key)
	for i := range dst[n:] {
		dst[n+i] = r.Canonical(dst[n+i])
	}
	return dst, ends
}

func (r symmetricHeaps) KeyWeight(key uint64) uint64 {
	switch h := r.sorted(key); {
	case h[0] == h[2]:
		return 1
	case h[0] == h[1] || h[1] == h[2]:
		return 3
	}
	return 6
}

// scoredHeaps is the game of scores: the player who cannot move loses by one point.
type scoredHeaps struct{ symmetricHeaps }

func (r scoredHeaps) contract() *engine.Rules {
	rules := r.symmetricHeaps.contract()
	rules.Score = func(uint64) int { return -1 }
	return rules
}

func TestDiscoverLayers(t *testing.T) {
	heaps := heapRules{heaps: [3]uint64{7, 7, 7}}
	plain := newGame(t, engine.Byte, heaps)
	symmetric := newGame(t, engine.Byte, symmetricHeaps{heaps})
	scored := newGame(t, engine.Score, scoredHeaps{symmetricHeaps{heaps}})
	for _, test := range []struct {
		g    engine.Game
		size uint64
	}{{plain, 8 * 8 * 8}, {symmetric, 8 * 9 * 10 / 6}, {scored, 8 * 9 * 10 / 6}} {
		g := test.g
		if g.Size() != test.size || len(g.Slices()) != 22 {
			t.Errorf("%d positions in %d slices, want %d in 22", g.Size(), len(g.Slices()), test.size)
		}
		enginetest.Run(t, g, enginetest.Options{Positions: 512, Twins: func(p engine.Position) []engine.Position {
			if g == plain {
				return nil
			}
			var key uint64
			fmt.Sscanf(g.Text(p), "0x%x", &key)
			var twins []engine.Position
			for _, order := range [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
				twin, err := g.Parse(fmt.Sprintf("%#x", key>>(4*order[0])&15|key>>(4*order[1])&15<<4|key>>(4*order[2])&15<<8))
				if err != nil {
					t.Error(err)
				}
				twins = append(twins, twin)
			}
			return twins
		}})
		for n, sl := range g.Slices() {
			if want := []int{n + 1, n + 2}; !sl.Layer || !slices.Equal(sl.Exits, want[:min(2, 21-n)]) {
				t.Errorf("slice %+v, want a layer with exits to the next two", sl)
			}
		}
	}
	// Each position of the symmetric game has the value of its twins in the plain game.
	values, same := enginetest.Naive(plain), enginetest.Naive(symmetric)
	for i := range plain.Size() {
		p, err := symmetric.Parse(plain.Text(plain.At(i)))
		if err != nil {
			t.Fatal(err)
		}
		if j, _ := symmetric.Index(p); values[i] != same[j] {
			t.Errorf("%s is worth %v, with symmetry %v", plain.Text(plain.At(i)), values[i], same[j])
		}
	}
}

// TestDiscoverLayersAtRandom compares random games with layers with the same games without layers.
func TestDiscoverLayersAtRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 80).Draw(t, "n")
		r := layeredGraph{graphRules{moves: make([][]int, n)}}
		for i := range n - 1 {
			r.moves[i] = rapid.SliceOfN(rapid.IntRange(i+1, n-1), 0, 4).Draw(t, "moves")
		}
		for i := range r.moves { // the layer is the number divided by 5
			r.moves[i] = slices.DeleteFunc(r.moves[i], func(m int) bool { return m/5 == i/5 })
		}
		want, err := discover.Game(engine.Spec{}, engine.Byte, r.graphRules.contract(), 0)
		if err != nil {
			t.Fatal(err)
		}
		g, err := discover.Game(engine.Spec{}, engine.Byte, r.contract(), 0)
		if err != nil {
			t.Fatal(err)
		}
		if g.Size() != want.Size() {
			t.Fatalf("%d positions, without layers %d", g.Size(), want.Size())
		}
		scratch := g.NewScratch()
		values, same := enginetest.Naive(g), enginetest.Naive(want)
		for i := range g.Size() {
			p, err := want.Parse(g.Text(g.At(i)))
			if err != nil {
				t.Fatal(err)
			}
			if j, _ := want.Index(p); values[i] != same[j] {
				t.Fatalf("%s is worth %v, without layers %v", g.Text(p), values[i], same[j])
			}
			successors, _ := scratch.AppendSuccessors(nil, i)
			if results := g.AppendResults(nil, p); len(successors) < len(results) {
				t.Fatalf("%s has %d successors and %d results", g.Text(p), len(successors), len(results))
			}
		}
	})
}

// layeredGraph puts five nodes into each layer.
type layeredGraph struct{ graphRules }

func (r layeredGraph) contract() *engine.Rules {
	rules := r.graphRules.contract()
	rules.Layer = r.KeyLayer
	return rules
}

func (r layeredGraph) KeyLayer(key uint64) int { return int(key * 0xf1de83e19937733d / 5) }

func TestDiscoverRefusesWrongLayers(t *testing.T) {
	heaps := heapRules{heaps: [3]uint64{3, 2, 1}}
	for name, test := range map[string]struct {
		kind  engine.Kind
		rules ruleType
		limit uint64
		want  string
		input bool
	}{
		"a move within a layer": {engine.Byte, heapRules{heaps: heaps.heaps, back: true}, 0, "position 0x1 in layer 5 has a move to layer 5", false},
		"scores, but no Score":  {engine.Score, heaps, 0, "rules of the score kind need Score", false},
		"an end in a score game": {engine.Score, scoredHeaps{symmetricHeaps{heapRules{heaps: heaps.heaps, end: engine.IsLost}}}, 0,
			"has an end that is won, lost or drawn, which scores cannot hold", false},
		"too many": {engine.Byte, heaps, 23, "more than 23 reachable positions", true},
	} {
		g, err := discover.Game(engine.Spec{}, test.kind, test.rules.contract(), test.limit)
		if err == nil || !strings.Contains(err.Error(), test.want) || engine.IsInput(err) != test.input {
			t.Errorf("%s: Game = %v, %v, want %q", name, g, err, test.want)
		}
	}
	if g, err := discover.Game(engine.Spec{}, engine.Byte, heaps.contract(), 24); err != nil || g.Size() != 24 {
		t.Errorf("24 positions, and a limit of 24, give %v", err)
	}
}

func TestDiscoverKeepsTheMemoryLimit(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(1 << 10))
	_, err := discover.Game(engine.Spec{}, engine.Byte, heapRules{heaps: [3]uint64{7, 7, 7}}.contract(), 0)
	if !engine.IsInput(err) || !strings.Contains(err.Error(), "too many for 0 MiB of memory") {
		t.Errorf("with a KiB of memory: %v", err)
	}
}
