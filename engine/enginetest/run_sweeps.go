package enginetest

import (
	"fmt"
	"math/rand/v2"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// checkSweeps compares the sweeps of a game with its positions and successors. Every index is one
// bit of one block. Leads list the blocks of all successors. Finished positions match the ends of
// moves. The predecessors of a random set are the positions with a successor in it. checkSweeps
// draws some blocks of each slice at random, and reports the first fault.
func checkSweeps(k *checker) {
	s := k.g.Parts().Sweeps()
	c := &sweepCheck{sweeps: s, moves: k.g.NewScratch(), scratch: s.NewSweepScratch(), rng: rand.New(rand.NewPCG(uint64(k.Seed), 3))}
	for n, sl := range k.slices {
		if err := c.places(n, sl); err != nil {
			k.fail("slice %s: %v", sl.Name, err)
			return
		}
	}
	blocks := 2
	if k.all {
		blocks = 6
	}
	for _, density := range []float64{0.001, 0.01, 0.3} {
		c.fill(density)
		c.share = 1 - density
		if density == 0.01 {
			c.share = 0.001
		}
		for n, sl := range k.slices {
			all, _ := s.Blocks(n)
			for _, block := range c.rng.Perm(all)[:min(blocks, all)] {
				if err := c.block(n, block); err != nil {
					k.fail("slice %s, block %d: %v", sl.Name, block, err)
					return
				}
			}
		}
	}
}

// sweepCheck is the state of a check.
type sweepCheck struct {
	sweeps  fast.Sweeps
	moves   engine.Scratch
	scratch fast.SweepScratch
	rng     *rand.Rand

	index [][][]uint64 // by slice, block and place: the index plus 1
	at    [][3]uint64  // by index: slice, block and place
	set   [][][]uint64 // a random set
	share float64      // fraction of the positions in the argument among
}

// places maps the positions of a slice to blocks.
func (c *sweepCheck) places(slice int, sl engine.Slice) error {
	blocks, size := c.sweeps.Blocks(slice)
	if uint64(blocks)*size != sl.Size {
		return fmt.Errorf("%d blocks of %d, and there are %d positions", blocks, size, sl.Size)
	}
	index := make([][]uint64, blocks)
	for n := range index {
		index[n] = make([]uint64, size)
	}
	c.index = append(c.index, index)
	i := sl.First
	for n, run := range c.sweeps.Runs(slice) {
		places := c.scratch.AppendPlaces([]uint32{42}, slice, n)
		if uint64(len(places)) != 1+run.Size || places[0] != 42 {
			return fmt.Errorf("run %d has %d places, want %d", n, len(places)-1, run.Size)
		}
		for _, place := range places[1:] {
			if uint64(place) >= size || index[run.Block][place] != 0 {
				return fmt.Errorf("run %d has place %d, which is none or was there before", n, place)
			}
			index[run.Block][place] = i + 1
			c.at = append(c.at, [3]uint64{uint64(slice), uint64(run.Block), uint64(place)})
			i++
		}
	}
	if i != sl.First+sl.Size {
		return fmt.Errorf("the runs have %d positions, want %d", i-sl.First, sl.Size)
	}
	return nil
}

// fill makes a random set.
func (c *sweepCheck) fill(density float64) {
	c.set = nil
	for _, blocks := range c.index {
		var list [][]uint64
		for _, of := range blocks {
			words := make([]uint64, (len(of)+63)/64)
			for place := range of {
				if c.rng.Float64() < density {
					words[place/64] |= 1 << (place % 64)
				}
			}
			list = append(list, words)
		}
		c.set = append(c.set, list)
	}
}

// block compares a block with the moves of its positions.
func (c *sweepCheck) block(slice, block int) error {
	of := c.index[slice][block]
	words := func() []uint64 {
		w := make([]uint64, (len(of)+63)/64)
		for n := range w {
			w[n] = c.rng.Uint64() // the scratch must overwrite it
		}
		return w
	}
	won, lost, before := words(), words(), words()
	c.scratch.Ended(won, lost, slice, block)
	leads := map[[2]uint64]bool{}
	for _, to := range c.scratch.AppendLeads(nil, slice, block) {
		leads[[2]uint64{uint64(to[0]), uint64(to[1])}] = true
	}
	among := make([]uint64, len(before))
	for place := range of {
		if c.rng.Float64() < c.share {
			among[place/64] |= 1 << (place % 64)
		}
	}
	c.scratch.Before(before, among, slice, block, func(slice, block int) ([]uint64, uint64) {
		return c.set[slice][block], fast.Count(c.set[slice][block])
	})
	if rest := len(of) % 64; rest != 0 && (won[len(won)-1]|lost[len(lost)-1]|before[len(before)-1])>>rest != 0 {
		return fmt.Errorf("bits beyond the last position are set")
	}
	var list []uint64
	for place, i := range of {
		var ends engine.Ends
		list, ends = c.moves.AppendSuccessors(list[:0], i-1)
		if has(won, uint32(place)) != (ends&engine.IsWon != 0) || has(lost, uint32(place)) != (ends&engine.IsLost != 0) {
			return fmt.Errorf("#%d is finished and won: %v, lost: %v; its moves say otherwise", i-1, has(won, uint32(place)), has(lost, uint32(place)))
		}
		if ends&engine.Over != 0 {
			continue
		}
		any := false
		for _, j := range list {
			at := c.at[j]
			any = any || has(c.set[at[0]][at[1]], uint32(at[2]))
			if !leads[[2]uint64{at[0], at[1]}] {
				return fmt.Errorf("#%d leads to slice %d, block %d, which is not listed", i-1, at[0], at[1])
			}
		}
		if any = any && has(among, uint32(place)); has(before, uint32(place)) != any {
			return fmt.Errorf("#%d leads into the set: %v, want %v", i-1, !any, any)
		}
	}
	c.scratch.Before(before, among, slice, block, func(int, int) ([]uint64, uint64) { return nil, 0 })
	for _, w := range before {
		if w != 0 {
			return fmt.Errorf("something leads into no set")
		}
	}
	return nil
}
