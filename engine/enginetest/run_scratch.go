package enginetest

import (
	"slices"
	"sync"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// lister is a method of a scratch that appends a list for a position. It also returns the method's
// other results.
type lister struct {
	name string
	list func(dst []uint64, i uint64) (list []uint64, others [3]uint64)
}

// listers returns the methods of a scratch that append lists.
func listers(s engine.Scratch) []lister {
	list := []lister{{"AppendSuccessors", func(dst []uint64, i uint64) ([]uint64, [3]uint64) {
		dst, ends := s.AppendSuccessors(dst, i)
		return dst, [3]uint64{uint64(ends)}
	}}}
	if u := s.Unmover; u != nil {
		list = append(list, lister{"AppendPredecessors", func(dst []uint64, i uint64) ([]uint64, [3]uint64) {
			return u.AppendPredecessors(dst, i), [3]uint64{}
		}})
	}
	if u := s.OpenUnmover; u != nil {
		list = append(list, lister{"AppendOpenPredecessors", func(dst []uint64, i uint64) ([]uint64, [3]uint64) {
			return u.AppendOpenPredecessors(dst, i), [3]uint64{}
		}})
	}
	if s := s.Seeder; s != nil {
		list = append(list, lister{"AppendExits", func(dst []uint64, i uint64) ([]uint64, [3]uint64) {
			dst, inside, open, ends := s.AppendExits(dst, i)
			return dst, [3]uint64{uint64(inside), uint64(open), uint64(ends)}
		}})
	}
	return list
}

// checkLists: methods that append do not change the list before.
func checkLists(c *checker) {
	for _, l := range listers(c.scratch) {
		for _, i := range c.sample {
			if got, _ := l.list([]uint64{1 << 63, 42}, i); len(got) < 2 || got[0] != 1<<63 || got[1] != 42 {
				c.fail("%s at %s changed what stood in dst", l.name, c.name(i))
			}
		}
	}
}

// checkConcurrency: two workers give the same answers as one, whatever their earlier questions.
func checkConcurrency(c *checker) {
	answer := func(order []uint64) map[uint64][]uint64 {
		methods := listers(c.g.NewScratch())
		answers := map[uint64][]uint64{}
		for _, i := range order {
			var all []uint64
			for _, l := range methods {
				list, others := l.list(nil, i)
				slices.Sort(list)
				all = append(append(all, list...), others[:]...)
			}
			answers[i] = all
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
	for _, l := range listers(c.scratch) {
		none(l.name, func(i uint64) { buf, _ = l.list(buf[:0], i) })
	}
	if c.scratch.WinScanner != nil {
		sets := map[uint64]*fast.Set{}
		for _, i := range sample {
			sets[i] = fast.NewSet(i, 1)
		}
		none("ScanWins", func(i uint64) { c.scratch.WinScanner.ScanWins(sets[i], i, 1) })
	}
	if c.scratch.Score != nil {
		var over []uint64 // Score applies only to finished positions
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
	var going []uint64 // the methods apply only to unfinished positions
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
	if allocations == 0 {
		return
	}
	where := "only at many positions in a row"
	for _, i := range sample {
		if testing.AllocsPerRun(runs, func() { f(i) }) > 0 {
			where = "at position " + c.name(i) + " for the first time"
			break
		}
	}
	c.fail("%s allocates %.0f times at %d positions, %s: append to dst, and keep other memory in the scratch, or set Options.Allocates if the rules run in another process",
		method, allocations, len(sample), where)
}
