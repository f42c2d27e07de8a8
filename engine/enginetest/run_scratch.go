package enginetest

import (
	"slices"
	"sync"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// checkConcurrency: two workers give the same answers as one, whatever their earlier questions.
func checkConcurrency(c *checker) {
	answer := func(order []uint64) map[uint64][]uint64 {
		scratch := c.g.NewScratch()
		answers := map[uint64][]uint64{}
		for _, i := range order {
			list, ends := scratch.AppendSuccessors(nil, i)
			slices.Sort(list)
			list = append(list, uint64(ends))
			if u := scratch.Unmover; u != nil {
				n := len(list)
				list = u.AppendPredecessors(list, i)
				slices.Sort(list[n:])
			}
			if u := scratch.OpenUnmover; u != nil {
				n := len(list)
				list = u.AppendOpenPredecessors(list, i)
				slices.Sort(list[n:])
			}
			if s := scratch.Seeder; s != nil {
				n := len(list)
				var inside, open int
				list, inside, open, _ = s.AppendExits(list, i)
				slices.Sort(list[n:])
				list = append(list, uint64(inside), uint64(open))
			}
			answers[i] = list
		}
		return answers
	}
	orders := [2][]uint64{}
	for n := range orders {
		for _, at := range c.rand.Perm(len(c.sample)) {
			orders[n] = append(orders[n], c.sample[at])
		}
	}
	var answers [2]map[uint64][]uint64
	var wait sync.WaitGroup
	for n := range orders {
		wait.Go(func() { answers[n] = answer(orders[n]) })
	}
	wait.Wait()
	for i, want := range answer(c.sample) {
		for n := range answers {
			if !slices.Equal(answers[n][i], want) {
				c.fail("another worker finds %v from %s, want %v (successors, ends, predecessors, exits)", answers[n][i], c.name(i), want)
			}
		}
	}
}

// checkAllocations: the hot methods do not allocate.
func checkAllocations(c *checker) {
	const positions = 100
	var sample []uint64
	for n := 0; n < len(c.sample); n += 1 + len(c.sample)/positions {
		sample = append(sample, c.sample[n])
	}
	buf := make([]uint64, 0, 1<<16)
	none := func(method string, f func(i uint64)) { checkNone(c, method, sample, f) }
	none("AppendSuccessors", func(i uint64) { buf, _ = c.scratch.AppendSuccessors(buf[:0], i) })
	if c.scratch.Unmover != nil {
		none("AppendPredecessors", func(i uint64) { buf = c.scratch.Unmover.AppendPredecessors(buf[:0], i) })
	}
	if u := c.scratch.OpenUnmover; u != nil {
		none("AppendOpenPredecessors", func(i uint64) { buf = u.AppendOpenPredecessors(buf[:0], i) })
	}
	if c.scratch.WinScanner != nil {
		sets := map[uint64]*fast.Set{}
		for _, i := range sample {
			sets[i] = fast.NewSet(i, 1)
		}
		none("ScanWins", func(i uint64) { c.scratch.WinScanner.ScanWins(sets[i], i, 1) })
	}
	if c.scratch.Seeder != nil {
		none("AppendExits", func(i uint64) { buf, _, _, _ = c.scratch.Seeder.AppendExits(buf[:0], i) })
	}
	if c.scratch.Score != nil {
		var over []uint64 // the method speaks of no others
		for _, i := range c.sample {
			if list, _ := c.successors(i); len(list) == 0 {
				over = append(over, i)
			}
		}
		checkNone(c, "Score", over, func(i uint64) { c.scratch.Score(i) })
	}
	if c.scratch.Searcher == nil {
		return
	}
	var going []uint64 // the methods speak of no others
	for _, i := range sample {
		if _, ends := c.successors(i); ends&engine.Over == 0 {
			going = append(going, i)
		}
	}
	sample = going
	for _, s := range c.slices {
		set := fast.NewSet(s.First, min(s.Size, 1<<16))
		none("Outside", func(i uint64) { c.scratch.Searcher.Outside(i, set) })
		none("AnyIn", func(i uint64) { c.scratch.Searcher.AnyIn(i, set) })
		break
	}
}

// checkNone: a method does not allocate at some positions.
func checkNone(c *checker, method string, sample []uint64, f func(i uint64)) {
	const runs = 3
	allocations := testing.AllocsPerRun(runs, func() {
		for _, i := range sample {
			f(i)
		}
	})
	if allocations > 0 {
		c.fail("%s allocates: %.0f times at %d positions", method, allocations, len(sample))
	}
}
