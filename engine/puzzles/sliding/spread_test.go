package sliding

import (
	"fmt"
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine"
)

// TestSpread compares spreads of every position with its moves, taken one by one and together.
func TestSpread(t *testing.T) {
	for _, text := range []string{"sliding:height=2,width=2", "sliding:height=2", "sliding:height=3,width=2", "sliding:height=2,width=4", "sliding:blank=centre", "sliding:blank=edge,height=2,width=3", "sliding:height=4,width=2"} {
		t.Run(text, func(t *testing.T) {
			g := open(t, text)
			s, scratch := g.Parts().Spreads(), g.NewScratch()
			blocks, size := s.Blocks()
			if uint64(blocks)*size != g.Size() {
				t.Fatalf("%d blocks of %d are not %d positions", blocks, size, g.Size())
			}
			for from := range blocks {
				leads := s.AppendLeads(nil, from)
				for _, to := range leads {
					if s.Odd(from) == s.Odd(to) {
						t.Errorf("blocks %d and %d have one parity", from, to)
					}
				}
				step := max(size/97, 1)
				got, want := map[uint64][]uint64{}, map[uint64][]uint64{}
				all := make([]uint64, (size+63)/64)
				for o := uint64(0); o < size; o += step {
					i := uint64(from)*size + o
					all[o>>6] |= 1 << (o & 63)
					if i == s.Goal() {
						continue
					}
					want[i], _ = scratch.AppendSuccessors(nil, i)
					src := make([]uint64, (size+63)/64)
					src[o>>6] |= 1 << (o & 63)
					for _, to := range leads {
						got[i] = append(got[i], spreadOf(s.Spread, src, from, to, size)...)
					}
					slices.Sort(got[i])
					slices.Sort(want[i])
				}
				if fmt.Sprint(got) != fmt.Sprint(want) {
					t.Fatalf("block %d spreads to %v, want %v", from, got, want)
				}
				for _, to := range leads {
					count := len(spreadOf(s.Spread, all, from, to, size))
					if want := int((size + step - 1) / step); count != want {
						t.Errorf("%d positions of block %d spread to %d of block %d", want, from, count, to)
					}
				}
			}
			if p, over := g.Finished(g.At(s.Goal())); !over || g.Kind().Outcome(p) != engine.Win || s.Odd(int(s.Goal()/size)) {
				t.Errorf("%s is the goal of spreads", g.Text(g.At(s.Goal())))
			}
		})
	}
}

// spreadOf returns the indices of a spread.
func spreadOf(spread func(dst, src []uint64, from, to int), src []uint64, from, to int, size uint64) (list []uint64) {
	dst := make([]uint64, len(src))
	spread(dst, src, from, to)
	for o := range size {
		if dst[o>>6]>>(o&63)&1 != 0 {
			list = append(list, uint64(to)*size+o)
		}
	}
	return list
}
