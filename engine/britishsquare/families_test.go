package britishsquare

import (
	"context"
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/fast"
)

// checkFamilies checks that the families of a game's rules agree with the rules at every position
// that it discovers. It also checks that the largest layer has at most most numbers for each key.
func checkFamilies(t *testing.T, name string, rules *engine.Rules, most uint64) {
	t.Helper()
	parts, err := discover.Find(context.Background(), engine.Spec{}, engine.Score, rules, discover.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f := rules.Families
	mover := f.NewMover()
	largest, numbers := uint64(0), uint64(0)
	for _, p := range parts {
		last, sum := uint64(0), uint64(0)
		for rank := uint64(0); rank < p.Size; {
			family := f.Family(p.Keys.Key(rank))
			if rank > 0 && family <= last {
				t.Fatalf("%s: family %#x does not follow family %#x", name, family, last)
			}
			last = family
			sum += f.Size(family)
			var keys []uint64
			for ; rank < p.Size && f.Family(p.Keys.Key(rank)) == family; rank++ {
				keys = append(keys, p.Keys.Key(rank))
			}
			checkFamily(t, name, rules, family, keys)
			checkMover(t, name, rules, mover, keys)
		}
		if p.Size > largest {
			largest, numbers = p.Size, sum
		}
	}
	if numbers > most*largest {
		t.Errorf("%s: %d numbers for %d keys, want at most %d times as many", name, numbers, largest, most)
	}
}

// checkFamily checks the answers about a family with the given keys.
func checkFamily(t *testing.T, name string, rules *engine.Rules, family uint64, keys []uint64) {
	t.Helper()
	f, numbers := rules.Families, slices.Clone(keys)
	f.Number(numbers)
	set, weight := make([]uint64, (f.Size(family)+63)/64), f.Weight(family)
	for n, key := range keys {
		switch {
		case numbers[n] >= f.Size(family):
			t.Fatalf("%s: key %#x is number %d of family %#x, want a number below %d", name, key, numbers[n], family, f.Size(family))
		case weight != 0 && weight != rules.Symmetry.KeyWeight(key):
			t.Fatalf("%s: all keys of family %#x weigh %d, and %#x %d", name, family, weight, key, rules.Symmetry.KeyWeight(key))
		}
		set[numbers[n]/64] |= 1 << (numbers[n] % 64)
	}
	if got := f.AppendKeys(nil, family, set); !slices.Equal(got, keys) {
		t.Fatalf("%s: family %#x has the keys %#x for the numbers of %#x", name, family, got, keys)
	}
}

// checkMover checks the moves at some keys of a family.
func checkMover(t *testing.T, name string, rules *engine.Rules, mover fast.FamilyMover, keys []uint64) {
	t.Helper()
	f := rules.Families
	var m fast.FamilyMoves
	targets := mover.Enter(keys)
	mover.Move(&m, keys)
	from := uint32(0)
	var got, want []uint64
	set := map[uint64][]uint64{}
	for n, key := range keys {
		got = got[:0]
		for _, to := range m.To[from:m.Until[n]] {
			family, number := targets[to>>32], to<<32>>32
			if set[family] == nil {
				set[family] = make([]uint64, (f.Size(family)+63)/64)
			}
			set[family][number/64] = 1 << (number % 64)
			got = f.AppendKeys(got, family, set[family])
			set[family][number/64] = 0
		}
		from = m.Until[n]
		want, _ = rules.Symmetry.AppendCanonicalMoves(want[:0], key)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("%s: key %#x leads to %#x, want %#x", name, key, got, want)
		}
	}
}
