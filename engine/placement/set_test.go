package placement

import (
	"math/rand"
	"testing"
)

// TestSet compares sets of all densities with lists.
func TestSet(t *testing.T) {
	for _, n := range []uint64{1, 63, 224, 225, 5000, 100_000} {
		for _, density := range []float64{0, 0.001, 0.3, 1} {
			rng := rand.New(rand.NewSource(int64(n)))
			set := NewSet(n)
			var members []uint64
			for first := uint64(0); first < n; {
				run := min(1+uint64(rng.Intn(64)), n-first)
				var bits uint64
				for place := range run {
					if rng.Float64() < density {
						bits |= 1 << place
						members = append(members, first+place)
					}
				}
				set.AddRun(first, bits)
				first += run
			}
			if len(members) > 3 {
				set.Remove(members[2])
				members = append(members[:2:2], members[3:]...)
			}
			set.Count()
			check(t, set, n, members)
		}
	}
}

func check(t *testing.T, set *Set, n uint64, members []uint64) {
	t.Helper()
	if set.Size() != uint64(len(members)) {
		t.Fatalf("a set of %d members has the size %d", len(members), set.Size())
	}
	rank := 0
	for place := range n {
		member := rank < len(members) && members[rank] == place
		if got, ok := set.Rank(place); ok != member || ok && got != uint64(rank) || set.Has(place) != member {
			t.Fatalf("place %d has the rank %d, %v, want %d, %v", place, got, ok, rank, member)
		}
		if got := set.Before(place); got != uint64(rank) {
			t.Fatalf("%d members are before place %d, want %d", got, place, rank)
		}
		if member {
			rank++
		}
	}
	r := Reader{Set: set}
	for rank, place := range members {
		if got := r.Place(uint64(rank)); got != place {
			t.Fatalf("the member %d is %d, want %d", rank, got, place)
		}
	}
	for range min(len(members), 1000) {
		rank := rand.Intn(len(members))
		if got := r.Place(uint64(rank)); got != members[rank] {
			t.Fatalf("the member %d is %d out of order, want %d", rank, got, members[rank])
		}
	}
}
