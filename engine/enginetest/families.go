package enginetest

import (
	"context"
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/fast"
)

// CheckFamilies checks that the families of a game's rules keep the order of all keys that it
// discovers, and that the numbers are no more than most times as many as the keys of the
// largest slice.
func CheckFamilies(t *testing.T, name string, kind engine.Kind, rules *engine.Rules, most uint64) {
	t.Helper()
	parts, err := discover.Find(context.Background(), engine.Spec{}, kind, rules, discover.Options{})
	if err != nil {
		t.Fatal(err)
	}
	keys, all := uint64(0), uint64(0)
	for _, s := range parts {
		var family, number [1]uint64
		known, last, sum := ^uint64(0), uint64(0), uint64(0)
		for rank := range s.Size {
			key := s.Keys.Key(rank)
			rules.Families.Number(family[:], number[:], []uint64{key})
			switch {
			case number[0] == fast.NoKin:
				t.Fatalf("%s: key %#x has no number", name, key)
			case rank > 0 && family[0] < known, rank > 0 && family[0] == known && number[0] <= last:
				t.Fatalf("%s: key %#x is number %d of family %#x, and the one before it number %d of %#x", name, key, number[0], family[0], last, known)
			case family[0] != known:
				sum += last
			}
			known, last = family[0], number[0]
		}
		if s.Size > keys {
			keys, all = s.Size, sum+last
		}
	}
	if all > most*keys {
		t.Errorf("%s: %d numbers for %d keys, want at most %d times as many", name, all, keys, most)
	}
}

// CheckMovingFamilies checks that the families of a game's rules agree with the rules at every
// position that it discovers.
func CheckMovingFamilies(t *testing.T, name string, kind engine.Kind, rules *engine.Rules) {
	t.Helper()
	families := rules.Families.(fast.MovingFamilies)
	parts, err := discover.Find(context.Background(), engine.Spec{}, kind, rules, discover.Options{})
	if err != nil {
		t.Fatal(err)
	}
	mover := families.NewMover()
	for _, p := range parts {
		for rank := uint64(0); rank < p.Size; {
			family := families.Family(p.Keys.Key(rank))
			var keys []uint64
			for ; rank < p.Size && families.Family(p.Keys.Key(rank)) == family; rank++ {
				keys = append(keys, p.Keys.Key(rank))
			}
			checkFamily(t, name, rules, family, keys)
			checkMover(t, name, rules, mover, keys)
		}
	}
}

// checkFamily checks the answers about a family with the given keys.
func checkFamily(t *testing.T, name string, rules *engine.Rules, family uint64, keys []uint64) {
	t.Helper()
	families := rules.Families.(fast.MovingFamilies)
	of, numbers := make([]uint64, len(keys)), make([]uint64, len(keys))
	families.Number(of, numbers, keys)
	set, weight := make([]uint64, (families.Size(family)+63)/64), families.Weight(family)
	for n, key := range keys {
		switch {
		case of[n] != family || numbers[n] >= families.Size(family):
			t.Fatalf("%s: key %#x of family %#x is number %d of family %#x", name, key, family, numbers[n], of[n])
		case weight != 0 && weight != rules.Symmetry.KeyWeight(key):
			t.Fatalf("%s: all keys of family %#x weigh %d, and %#x %d", name, family, weight, key, rules.Symmetry.KeyWeight(key))
		}
		set[numbers[n]/64] |= 1 << (numbers[n] % 64)
	}
	if got := families.AppendKeys(nil, family, set); !slices.Equal(got, keys) {
		t.Fatalf("%s: family %#x has the keys %#x for the numbers of %#x", name, family, got, keys)
	}
}

// checkMover checks the moves at some keys of a family.
func checkMover(t *testing.T, name string, rules *engine.Rules, mover fast.FamilyMover, keys []uint64) {
	t.Helper()
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
				set[family] = make([]uint64, (rules.Families.(fast.MovingFamilies).Size(family)+63)/64)
			}
			set[family][number/64] = 1 << (number % 64)
			got = rules.Families.(fast.MovingFamilies).AppendKeys(got, family, set[family])
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
