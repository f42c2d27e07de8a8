package britishsquare

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/fast"
)

func TestFamilies(t *testing.T) {
	for _, size := range [][2]int{{3, 3}, {3, 4}, {4, 4}, {1, 9}, {1, 8}, {9, 2}} {
		for _, center := range []bool{false, true} {
			checkFamilies(t, fmt.Sprint(size, center), newRules(size[0], size[1], center).contract(), 16)
		}
	}
}

// wideFamilies report that some families have too many numbers for bitmaps.
type wideFamilies struct{ families }

func (f wideFamilies) Size(family uint64) uint64 {
	if bits.OnesCount64(family)%3 == 0 {
		return 1 << 32
	}
	return f.families.Size(family)
}

// TestBitsOfFamilies compares rules with families, some of them too sparse for bits, with rules
// without. It checks the positions that discovery finds as bits, and the values that the evaluator
// finds family by family.
func TestBitsOfFamilies(t *testing.T) {
	for _, size := range [][2]int{{4, 4}, {7, 2}, {1, 9}, {3, 3}} {
		want, values := solved(t, size, func(families) fast.Families { return nil }, false)
		for name, with := range map[string]func(f families) fast.Families{
			"all":  func(f families) fast.Families { return f },
			"some": func(f families) fast.Families { return wideFamilies{f} },
		} {
			got, found := solved(t, size, with, true)
			if !slices.Equal(got, want) {
				t.Errorf("%v, %s: %d positions, want %d", size, name, len(got), len(want))
			}
			if !slices.EqualFunc(found, values, slices.Equal) {
				t.Errorf("%v, %s: the values differ", size, name)
			}
		}
	}
}

// solved returns all keys of a board by index, with their weights, and the values by slice.
func solved(t *testing.T, size [2]int, with func(f families) fast.Families, evaluator bool) (keys [][2]uint64, values [][]byte) {
	t.Helper()
	r := newRules(size[0], size[1], false)
	rules := r.contract()
	rules.Families = with(families{r})
	parts, err := discover.Find(context.Background(), engine.Spec{}, engine.Score, rules, discover.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g, err := discover.Keyed(engine.Spec{}, engine.Score, rules, parts)
	if err != nil {
		t.Fatal(err)
	}
	weigh := g.Parts().WeightRun
	for n, p := range parts {
		for rank := range p.Size {
			i := g.Slices()[n].First + rank
			weight, end := g.Weight(i), uint64(0)
			if weigh != nil {
				if weight, end = weigh(i); weight != g.Weight(end-1) || end <= i {
					t.Fatalf("%v: weights from #%d to #%d are not %d", size, i, end, weight)
				}
			}
			keys = append(keys, [2]uint64{p.Keys.Key(rank), weight})
		}
	}
	values = make([][]byte, len(parts))
	s := g.NewScratch()
	if evaluator != (s.LayerEvaluator != nil) {
		t.Fatalf("%v: a game has an evaluator: %v", size, !evaluator)
	}
	for n := len(parts) - 1; n >= 0; n-- {
		sl := g.Slices()[n]
		values[n] = make([]byte, sl.Size)
		for o := uint64(0); o < sl.Size; {
			run := min(sl.Size-o, 7+o)
			err := errors.ErrUnsupported
			if evaluator {
				err = s.LayerEvaluator.EvaluateLayer(values[n][o:o+run], sl.First+o, run, values)
			}
			if errors.Is(err, errors.ErrUnsupported) {
				evaluate(t, g, s, values, n, o, run)
			} else if err != nil {
				t.Fatal(err)
			}
			o += run
		}
	}
	return keys, values
}

// evaluate finds the values of n positions one by one.
func evaluate(t *testing.T, g engine.Game, s engine.Scratch, values [][]byte, slice int, from, n uint64) {
	t.Helper()
	for o := from; o < from+n; o++ {
		list, _ := s.Generator.AppendSuccessors(nil, g.Slices()[slice].First+o)
		best := -128
		for _, to := range list {
			at := engine.SliceOf(g.Slices(), to)
			best = max(best, -int(int8(values[at][to-g.Slices()[at].First])))
		}
		if len(list) == 0 {
			best = s.Score(g.Slices()[slice].First + o)
		}
		values[slice][o] = byte(int8(best))
	}
}
