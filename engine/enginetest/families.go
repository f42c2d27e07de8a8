package enginetest

import (
	"context"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
)

// CheckFamilies checks that the families of a game's rules keep the order of all keys that it
// discovers, and that the numbers are no more than most times as many as the keys of the
// largest slice.
func CheckFamilies(t *testing.T, name string, kind engine.Kind, rules *engine.Rules, most uint64) {
	t.Helper()
	slices, err := discover.Find(context.Background(), engine.Spec{}, kind, rules, discover.Options{})
	if err != nil {
		t.Fatal(err)
	}
	keys, all := uint64(0), uint64(0)
	for _, s := range slices {
		var family, number [1]uint64
		known, last, sum := ^uint64(0), uint64(0), uint64(0)
		for rank := range s.Size {
			key := s.Keys.Key(rank)
			rules.Families.Number(family[:], number[:], []uint64{key})
			switch {
			case number[0] == engine.NoKin:
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
