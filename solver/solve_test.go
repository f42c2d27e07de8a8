package solver

import (
	"context"
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"testing"

	"go.uber.org/goleak"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/solver/internal/crew"
)

func TestMain(m *testing.M) {
	victim()
	goleak.VerifyTestMain(m)
}

// solveValues solves g in a new folder and returns the summary and all values.
func solveValues[O Options | altered](t testing.TB, g engine.Game, options O) (Summary, []engine.Value) {
	t.Helper()
	o := setupOf(options)
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	o.disk = noSync
	s, err := o.solve(context.Background(), g)
	if err != nil {
		t.Fatalf("%+v: %v", options, err)
	}
	return s, tableValues(t, o.Dir)
}

func tableValues(t testing.TB, dir string) []engine.Value {
	t.Helper()
	var out []engine.Value
	eachValue(t, dir, func(_ uint64, v engine.Value) { out = append(out, v) })
	return out
}

// eachValue calls f for the values of a finished table, in the order of indices. It holds only some
// of them in memory.
func eachValue(t testing.TB, dir string, f func(i uint64, v engine.Value)) {
	t.Helper()
	r, err := table.Open(kv.TablePath(dir), table.ReaderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	const run = 1 << 20
	width, size := uint64(r.Kind().Width()), r.Header().Positions
	raw := make([]byte, width*min(size, run))
	for first := uint64(0); first < size; first += run {
		n := min(run, size-first)
		if err := r.ReadValues(raw[:width*n], first); err != nil {
			t.Fatal(err)
		}
		for i := range n {
			v := engine.Value(raw[width*i])
			if width == 2 {
				v |= engine.Value(raw[2*i+1]) << 8
			}
			f(first+i, v)
		}
	}
}

// rounds returns the number of random games that a test solves.
func rounds() int64 {
	if testing.Short() {
		return 2
	}
	return seeds
}

// optionSets returns option sets under which a game must get the same table.
func optionSets() map[string]altered {
	return map[string]altered{
		"default":           {},
		"one worker":        {Options: Options{Workers: 1}},
		"small chunks":      {Options: Options{Chunk: 64, Workers: 3}, often: true},
		"forward":           {Options: Options{Strategy: Forward, Chunk: 128}, often: true},
		"backward":          {Options: Options{Strategy: Backward, Chunk: 128}},
		"spilling":          {Options: Options{Chunk: 64, Workers: 2}, working: 1},
		"backward spilling": {Options: Options{Chunk: 256, Workers: 1, Strategy: Backward}, working: 1},
	}
}

func TestRandomGames(t *testing.T) {
	for number, shape := range []struct {
		kind   engine.Kind
		slices int
	}{{engine.Byte, 1}, {engine.Byte, 4}, {engine.Wide, 1}, {engine.Wide, 4}, {engine.Moves, 1}, {engine.Moves, 4}, {engine.Moves16, 3}, {engine.Score, 1}, {engine.Score, 4}} {
		for seed := range rounds() {
			o := enginetest.Eventful(shape.kind, 150+int(seed)*350, shape.slices)
			checked := map[string]bool{} // digests of values that the naive solver confirms
			for place, hidden := range combinations(enginetest.RandomGame(seed, o)) {
				few := testing.Short() && (shape.kind == engine.Wide || shape.kind.Single() || shape.slices == 1)
				if hidden != 0 && (seed != 1 || few || !slow && (place+number)%6 != 4) { // the first six shapes take all
					continue
				}
				o.Without = hidden
				g := enginetest.RandomGame(seed, o)
				t.Run(fmt.Sprintf("%v,slices=%d,seed=%d,without=%d", shape.kind, shape.slices, seed, hidden), func(t *testing.T) {
					digests := map[string]string{}
					sets := optionSets()
					for n, name := range slices.Sorted(maps.Keys(sets)) {
						way := sets[name]
						if hidden != 0 && !slow && (n+place/6)%2 == 0 {
							continue // half of the sets; the next combination takes the others
						}
						if !crew.Unmoves(g) || shape.kind != engine.Byte && shape.kind != engine.Moves {
							way.working = 0 // cannot spill
						}
						s, got := solveValues(t, g, way)
						digests[s.SHA256] += " " + name
						if !checked[s.SHA256] {
							enginetest.CheckValues(t, g, got)
							checked[s.SHA256] = true
						}
						if way.working > 0 && s.Spilled == 0 {
							t.Errorf("%s: nothing was spilled", name)
						}
						if t.Failed() {
							t.Fatalf("%s is wrong", name)
						}
					}
					if len(digests) != 1 {
						t.Errorf("digests differ: %v", digests)
					}
				})
			}
		}
	}
}

// TestLayers solves games with only layers, or mostly layers.
func TestLayers(t *testing.T) {
	for seed := range rounds() {
		for _, o := range []enginetest.RandomOptions{
			{Positions: 60, Slices: 60, Degree: 3, Exits: 1, Drawn: 0.1, WinMoves: 0.1, DrawMoves: 0.1},
			{Positions: 900, Slices: 7, Degree: 4, Exits: 1, Lost: 0.05, Drawn: 0.05, DrawMoves: 0.03},
		} {
			g := enginetest.RandomGame(seed, o)
			layers := 0
			for _, sl := range g.Slices() {
				if sl.Layer {
					layers++
				}
			}
			if layers < len(g.Slices())-1 {
				t.Fatalf("%d of %d slices are layers", layers, len(g.Slices()))
			}
			want, got := solveValues(t, g, Options{})
			enginetest.CheckValues(t, g, got)
			for range 2 {
				dir := t.TempDir()
				for n := 3; interrupted(t, g, Options{Dir: dir, Chunk: 64}, n); n *= 3 {
				}
				if s, _ := solveValues(t, g, Options{Dir: dir}); s.SHA256 != want.SHA256 {
					t.Fatalf("seed %d: digest %s, want %s", seed, s.SHA256, want.SHA256)
				}
			}
		}
	}
}

// TestLayersInterrupted stops solves of real games after more and more events, and resumes them.
func TestLayersInterrupted(t *testing.T) {
	for spec, chunk := range map[string]uint64{"tupitu:width=3,height=4": 512, "british-square:width=3,height=4": 64} {
		t.Run(spec, func(t *testing.T) {
			g := open(t, spec, "")
			want, _ := solveValues(t, g, Options{})
			o := Options{Dir: t.TempDir(), Chunk: chunk}
			stops := 0
			for n := 2; interrupted(t, g, o, n); n += 3 {
				stops++
			}
			if got, _ := solveValues(t, g, Options{Dir: o.Dir}); got.SHA256 != want.SHA256 {
				t.Errorf("digest %s after %d interruptions, want %s", got.SHA256, stops, want.SHA256)
			}
			if stops == 0 {
				t.Error("no solve was interrupted")
			}
		})
	}
}

// interrupted cancels a solve at its n-th event; progress of single chunks counts too.
func interrupted[O Options | altered](t *testing.T, g engine.Game, options O, n int) bool {
	t.Helper()
	o := setupOf(options)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	o.Events = func(Event) {
		if n--; n == 0 {
			cancel()
		}
	}
	o.disk = noSync
	_, err := o.solve(ctx, g)
	if err != nil && ctx.Err() == nil {
		t.Fatalf("%+v: %v", options, err)
	}
	return err != nil
}

func withoutPredecessors(o enginetest.RandomOptions) enginetest.RandomOptions {
	o.Without |= enginetest.Predecessors
	return o
}

// TestInterrupted stops solves after more and more events, and resumes them with other options.
func TestInterrupted(t *testing.T) {
	rng := rand.New(rand.NewSource(5))
	for _, o := range []enginetest.RandomOptions{
		enginetest.Eventful(engine.Byte, 900, 3), enginetest.Eventful(engine.Byte, 900, 1),
		enginetest.Eventful(engine.Wide, 900, 2), enginetest.Eventful(engine.Wide, 900, 1),
		withoutPredecessors(enginetest.Eventful(engine.Byte, 900, 2)), withoutPredecessors(enginetest.Eventful(engine.Wide, 900, 1)),
	} {
		g := enginetest.RandomGame(77, o)
		want, _ := solveValues(t, g, Options{})
		var list []altered
		for _, way := range optionSets() {
			list = append(list, way)
		}
		stops, solves := 0, 2
		if slow {
			solves = 6
		} else if testing.Short() {
			solves = 1
		}
		for range solves {
			dir := t.TempDir()
			for attempt := 0; ; attempt++ {
				way := list[rng.Intn(len(list))]
				way.Dir = dir
				if !crew.Unmoves(g) || o.Kind == engine.Wide {
					way.working = 0 // cannot spill
				}
				if !interrupted(t, g, way, 2+rng.Intn(4+attempt)) {
					break
				}
				stops++
			}
			got, list := solveValues(t, g, Options{Dir: dir})
			if got.SHA256 != want.SHA256 {
				enginetest.CheckValues(t, g, list)
				t.Fatalf("digest %s, want %s", got.SHA256, want.SHA256)
			}
		}
		t.Logf("%d interruptions", stops)
	}
}
