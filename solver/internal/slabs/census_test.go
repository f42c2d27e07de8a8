package slabs_test

import (
	"context"
	"errors"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/pushfight"
	"github.com/foregone-db/foregone/solver/internal/slabs"
)

// TestCountAll compares the counts of all configurations with those of all permutations,
// valued by the turns that the rules list and the values of the table.
func TestCountAll(t *testing.T) {
	for _, b := range []int{1, 2, 4, 7} {
		b := boards[b]
		v := game(t, b.board, b.movers, b.pushers).(*pushfight.Variant)
		dir, values := t.TempDir(), []byte(nil)
		base := slabs.Options{Dir: dir, Memory: 1 << 30, Workers: 2, Reporter: reporter{}, Chunk: 16}
		found, err := slabs.Solve(context.Background(), v.Parts().Slabs(), base)
		if err != nil {
			t.Fatal(err)
		}
		if err = found.Values(context.Background(), func(part []byte) error {
			values = append(values, part...)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if err := found.Close(); err != nil {
			t.Fatal(err)
		}
		want := permutationsByValue(t, v, values)
		// On a board with symmetry a slab stands for its twin, too.
		one, err := slabs.CountAll(context.Background(), v.Parts().Slabs(), base)
		if err != nil {
			t.Fatal(err)
		}
		all := one.Drawn
		for _, n := range one.Decided {
			all += n
		}
		twins := v.Permutations() / all
		if twins*all != v.Permutations() {
			t.Fatalf("%v: %d configurations, %d permutations", v.Spec(), all, v.Permutations())
		}
		many := base
		many.Chunk, many.Records, many.Workers = 2, 1, 1
		for _, o := range []slabs.Options{base, many} {
			again := interruptedCount(t, v, o)
			var got [256]uint64
			got[0] = twins * again.Drawn
			for remoteness, n := range again.Decided {
				got[remoteness+1] = twins * n
			}
			if got != want {
				t.Errorf("%v: %v configurations, want %v", v.Spec(), got, want)
			}
		}
	}
}

// interruptedCount counts configurations from the beginning, stopping after each round.
func interruptedCount(t *testing.T, v *pushfight.Variant, o slabs.Options) slabs.Census {
	t.Helper()
	slabs.ForgetCensus(o.Dir)
	for range 1000 {
		ctx, cancel := context.WithCancel(context.Background())
		o.Logged = cancel
		c, err := slabs.CountAll(ctx, v.Parts().Slabs(), o)
		cancel()
		if err == nil {
			return c
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	t.Fatal("it does not get on")
	return slabs.Census{}
}

func permutationsByValue(t *testing.T, v *pushfight.Variant, values []byte) (counts [256]uint64) {
	t.Helper()
	g := pushfight.NewGenerator(v)
	var next []uint64
	for n := range v.Permutations() {
		p := v.AtPermutation(n)
		if i, ok := v.MinimizedIndex(p); ok {
			counts[values[i]]++
			continue
		}
		var ends engine.Ends
		next, ends = g.AppendIndices(next[:0], p)
		best := 0 // of a win in so many plies
		draw, longest := false, -1
		for _, i := range next {
			switch plies := int(values[i]) - 1; {
			case plies < 0:
				draw = true
			case plies%2 == 0 && (best == 0 || plies+1 < best):
				best = plies + 1
			case plies%2 != 0:
				longest = max(longest, plies)
			}
		}
		switch {
		case ends&engine.WinsNow != 0:
			counts[2]++
		case best > 0:
			counts[best+1]++
		case draw:
			counts[0]++
		default:
			counts[longest+2]++
		}
	}
	return counts
}
