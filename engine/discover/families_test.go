package discover

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// tens are families of so many keys that end in the same digits, counted in Number.
type tens struct{ size, calls uint64 }

func (f *tens) Number(families, numbers, keys []uint64) {
	f.calls++
	for n, key := range keys {
		families[n], numbers[n] = key/f.size, key%f.size
		if key%f.size == f.size-1 {
			numbers[n] = fast.NoKin
		}
	}
}

// TestFamilies compares ranks by families with those by search, of crowded keys and of keys
// that are too far apart for families.
func TestFamilies(t *testing.T) {
	check := func(t interface{ Fatalf(string, ...any) }, size uint64, steps, others []uint64) bool {
		var keys []uint64
		last := uint64(0)
		for _, step := range steps {
			if last += step; last%size == size-1 {
				last++
			}
			keys = append(keys, last)
		}
		x := &keyIndex{keys: keys, families: &tens{size: size}}
		x.ready()
		if x.kin != nil && 12*len(x.kin.bits)+16*len(x.kin.table) > kinBytes*len(keys) {
			t.Fatalf("%d words and %d places for %d keys", len(x.kin.bits), len(x.kin.table), len(keys))
		}
		for _, key := range append(others, keys...) {
			for _, key := range []uint64{key, key + 1, math.MaxUint64 - key} {
				at, want := slices.BinarySearch(keys, key)
				if rank, ok := x.Rank(key); ok != want || ok && rank != uint64(at) {
					t.Fatalf("rank(%d) = %d, %v, want %d, %v, of %d keys", key, rank, ok, at, want, len(keys))
				}
			}
		}
		return x.kin != nil
	}
	rapid.Check(t, func(t *rapid.T) {
		steps := rapid.SliceOfN(rapid.Uint64Range(1, rapid.Uint64Range(1, 20).Draw(t, "step")), 1, 3000).Draw(t, "steps")
		check(t, rapid.Uint64Range(2, 3000).Draw(t, "family"), steps, rapid.SliceOf(rapid.Uint64()).Draw(t, "others"))
	})
	steps := slices.Repeat([]uint64{1, 2, 4}, 1000)
	if !check(t, 500, steps, nil) || !check(t, 1<<63, steps, nil) {
		t.Error("keys that crowd are ranked without families")
	}
	if check(t, 5, steps, nil) || check(t, 500, slices.Repeat([]uint64{100}, 1000), nil) {
		t.Error("keys that are far apart are ranked by families")
	}
}

// TestFamiliesOfRules compares the successors of a game whose rules have families with those
// of the same game without.
func TestFamiliesOfRules(t *testing.T) {
	const size = 20000
	rules := func() *engine.Rules {
		return &engine.Rules{AppendMoves: func(dst []uint64, key uint64) ([]uint64, engine.Ends) {
			for step := uint64(1); step <= 100 && key+step < size; step += 3 {
				dst = append(dst, key+step, key+1)
			}
			return dst, 0
		}}
	}
	spec := engine.Spec{}
	plain, err := Game(spec, engine.Byte, rules(), 0)
	if err != nil {
		t.Fatal(err)
	}
	f := &tens{size: size + 2}
	with := rules()
	with.Families = f
	g, err := Game(spec, engine.Byte, with, 0)
	if err != nil {
		t.Fatal(err)
	}
	a, b := plain.NewScratch(), g.NewScratch()
	for i := range plain.Size() {
		want, _ := a.AppendSuccessors(nil, i)
		got, _ := b.AppendSuccessors(nil, i)
		if !slices.Equal(got, want) {
			t.Fatalf("#%d leads to %d, want %d", i, got, want)
		}
	}
	if f.calls < plain.Size() {
		t.Errorf("families were asked %d times, of %d positions", f.calls, plain.Size())
	}
}
