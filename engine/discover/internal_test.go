package discover

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/foregone-db/foregone/engine"
)

// crowded draws distinct keys, ascending. They crowd like sets of squares, or lie far apart.
func crowded(t *rapid.T, most int) []uint64 {
	mask := rapid.Uint64().Draw(t, "mask")
	keys := rapid.SliceOfN(rapid.Uint64(), 1, most).Draw(t, "keys")
	for i := range keys {
		keys[i] &= mask
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

func TestRank(t *testing.T) {
	check := func(t interface{ Fatalf(string, ...any) }, keys []uint64, others ...uint64) {
		x := keyIndex{keys: keys}
		x.group()
		for rank, key := range keys {
			if got, ok := x.rank(key); !ok || got != uint64(rank) {
				t.Fatalf("rank(%#x) = %d, %v, want %d, of %d keys", key, got, ok, rank, len(keys))
			}
			others = append(others, key-1, key+1, key^1<<63)
		}
		for _, key := range others {
			if _, want := slices.BinarySearch(keys, key); !want {
				if got, ok := x.rank(key); ok {
					t.Fatalf("rank(%#x) = %d, but it is none of %d keys", key, got, len(keys))
				}
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		check(t, crowded(t, 300), rapid.SliceOf(rapid.Uint64()).Draw(t, "others")...)
	})
	check(t, []uint64{0}, math.MaxUint64)
	check(t, []uint64{math.MaxUint64}, 0)
	var dense, one []uint64
	for i := range uint64(5000) {
		dense = append(dense, i*3)
		one = append(one, 1<<40+i) // a greater key is added below, so that all of these form one group, or none
	}
	check(t, dense)
	check(t, append(one, math.MaxUint64))
}

func TestHashedKeys(t *testing.T) {
	var h hashedKeys
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOfN(rapid.Uint64Range(0, 500), 0, 2000).Draw(t, "keys")
		h.reset(rapid.IntRange(0, 4000).Draw(t, "expected"), 0)
		half := len(keys) / 2
		h.add(keys[:half])
		h.add(keys[half:])
		want := map[uint64]bool{}
		for _, key := range keys {
			want[key] = true
		}
		for _, key := range h.list {
			if !want[key] {
				t.Fatalf("%d is in the set of %v, or twice", key, keys)
			}
			delete(want, key)
		}
		if len(want) > 0 {
			t.Fatalf("%v are not in the set", want)
		}
	})
}

// fanRules lead from each key to several others. Many moves lead to the same key.
type fanRules struct{}

func (fanRules) AppendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	for n := range key%4 + 1 {
		dst = append(dst, (key/3+n)*n<<(n*20)) // the key 0 occurs, too
	}
	return dst, 0
}

// TestExpand compares expansions in slabs of several sizes with a plain list. All share one set of
// buffers.
func TestExpand(t *testing.T) {
	g := &discovered{ranking: ranking{rules: &engine.Rules{}, moves: fanRules{}.AppendMoves}}
	var x keyExpansion
	for _, n := range []int{1, 2, 1000, 5000, 300_000, 40_000} {
		var keys, want []uint64
		for i := range uint64(n) {
			keys = append(keys, i*7)
			want, _ = g.moves(want, i*7)
		}
		slices.Sort(want)
		want = slices.Compact(want)
		for _, slab := range []int{1, 3000, 1 << 17, slabKeys} {
			if slab == 1 && n > 5000 {
				continue // one slab for each block would take too long
			}
			x.slab = slab
			found, err := x.expand(g, keys)
			if err != nil || !slices.Equal(found.keys, want) {
				t.Fatalf("%d positions in slabs of %d lead to %d keys, %v, want %d", n, slab, len(found.keys), err, len(want))
			}
		}
	}
}
