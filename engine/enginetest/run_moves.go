package enginetest

import (
	"math"
	"math/bits"
	"slices"
	"sort"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// checkClosed: closed runs make up every slice, and moves stay in a run or leave the slice.
func checkClosed(c *checker) {
	closed := c.g.Parts().Closed
	if closed == nil {
		return
	}
	for number, sl := range c.slices {
		ends, end := closed(number), sl.First
		for n, size := range ends {
			end += size
			ends[n] = end
		}
		if end != sl.First+sl.Size {
			c.fail("the closed runs of slice %q end at #%d, and the slice at #%d", sl.Name, end, sl.First+sl.Size)
			continue
		}
		run := func(i uint64) int { return sort.Search(len(ends), func(n int) bool { return ends[n] > i }) }
		for _, i := range c.sample {
			if c.sliceOf(i) != number {
				continue
			}
			found, _ := c.scratch.AppendSuccessors(nil, i)
			for _, j := range found {
				if c.sliceOf(j) == number && run(i) != run(j) {
					c.fail("%s moves to %s in another closed run of slice %q", c.name(i), c.name(j), sl.Name)
				}
			}
		}
	}
}

// checkSuccessors checks the contract of AppendSuccessors on its own.
func checkSuccessors(c *checker) {
	for _, i := range c.sample {
		found, ends := c.scratch.AppendSuccessors(nil, i)
		own := c.sliceOf(i)
		for _, j := range found {
			if to := c.sliceOf(j); to < 0 {
				c.fail("%s has successor %s", c.name(i), c.name(j))
			} else if to == own && c.slices[own].Layer {
				c.fail("%s moves to %s within slice %d, which is declared a layer", c.name(i), c.name(j), own)
			} else if to != own && !slices.Contains(c.slices[own].Exits, to) {
				c.fail("%s in slice %q has successor %s in slice %q, to which the slice declares no exit",
					c.name(i), c.slices[own].Name, c.name(j), c.slices[to].Name)
			}
		}
		if over := ends & engine.Over; over != 0 {
			if bits.OnesCount8(uint8(over)) > 1 || over != ends || len(found) > 0 {
				c.fail("%s is finished but has %d successors and these ends: %s", c.name(i), len(found), endsText(ends))
			}
		}
		if bad := ends &^ c.g.Kind().Ends(); bad != 0 {
			c.fail("%s has an end that the %v kind cannot hold: %s", c.name(i), c.g.Kind(), endsText(bad))
		}
		if most := c.g.Parts().MaxSuccessors; most > 0 && len(found) > most {
			c.fail("%s has %d successors, and the game says that none has more than %d", c.name(i), len(found), most)
		}
		checkFinished(c, i, len(found), ends)
	}
}

// checkResult: the value of a finished game of chance agrees with its ends, or its score.
func checkResult(c *checker, i uint64, v engine.Value, ends engine.Ends) {
	want := 0.0
	switch {
	case c.g.Kind().Outcome(v) == engine.Average:
		want = float64(c.g.NewScratch().Score(i))
	case ends&engine.IsWon != 0:
		want = 1
	case ends&engine.IsDrawn != 0:
		want = 0.5
	}
	if c.g.Kind().FromFloat(want) != v {
		c.fail("%s is finished with value %s: want %v", c.name(i), c.g.Kind().Text(v), want)
	}
}

// checkFinished: Finished agrees with a position's ends.
func checkFinished(c *checker, i uint64, successors int, ends engine.Ends) {
	v, finished := c.g.Finished(c.g.At(i))
	kind := c.g.Kind()
	plies, _ := kind.Plies(v)
	stuck := ends == 0 && successors == 0
	switch {
	case kind == engine.Score:
		checkScore(c, i, successors)
	case finished != (ends&engine.Over != 0) && !(finished && stuck):
		c.fail("%s has ends %s, but Finished says %v", c.name(i), endsText(ends), finished)
	case !finished:
	case plies != 0:
		c.fail("%s is finished with value %s: want no plies", c.name(i), kind.Text(v))
	case kind.Uncertain():
		checkResult(c, i, v, ends)
	case kind.Outcome(v) != outcomeOf(ends, stuck && !kind.Single()):
		c.fail("%s is finished with value %s, but its ends say %v", c.name(i), kind.Text(v), outcomeOf(ends, stuck && !kind.Single()))
	}
}

// checkScore: a position of a game of scores is finished if it has no moves. Its score is then the
// one that Finished returns.
func checkScore(c *checker, i uint64, successors int) {
	v, finished := c.g.Finished(c.g.At(i))
	points := c.g.Kind().Points(v)
	switch {
	case finished != (successors == 0):
		c.fail("%s has %d successors, but Finished says %v", c.name(i), successors, finished)
	case !finished:
	case c.scratch.Score == nil:
		c.fail("%s is finished, and the scratch cannot say its score", c.name(i))
	case c.scratch.Score(i) != points:
		c.fail("%s has the score %d, but is finished with %d", c.name(i), c.scratch.Score(i), points)
	}
}

func outcomeOf(ends engine.Ends, stuck bool) engine.Outcome {
	switch {
	case stuck || ends&engine.IsLost != 0:
		return engine.Loss
	case ends&engine.IsWon != 0:
		return engine.Win
	}
	return engine.Draw
}

// checkPredecessors: predecessors are the inverse of the successors within a slice. Each edge
// occurs equally often at both ends.
func checkPredecessors(c *checker) {
	several := 8 // number of checked neighbours of a position
	if c.all {
		several = math.MaxInt
	}
	successors := remembered(func(i uint64) []uint64 {
		list, _ := c.successors(i)
		return list
	})
	predecessors := remembered(c.predecessors)
	compare := func(from, to uint64) {
		if forward, backward := count(successors(from), to), count(predecessors(to), from); forward != backward {
			c.fail("%s appears %d times among the successors of %s, which appears %d times among its predecessors",
				c.name(to), forward, c.name(from), backward)
		}
	}
	for _, i := range c.sample {
		own := c.sliceOf(i)
		for _, j := range c.someOf(successors(i), several) {
			if c.sliceOf(j) == own {
				compare(i, j)
			}
		}
		for _, j := range c.someOf(predecessors(i), several) {
			if c.sliceOf(j) != own {
				c.fail("%s has predecessor %s, which is not in its slice", c.name(i), c.name(j))
			} else {
				compare(j, i)
			}
		}
	}
}

// remembered returns f with its results cached by position.
func remembered(f func(i uint64) []uint64) func(i uint64) []uint64 {
	known := map[uint64][]uint64{}
	return func(i uint64) []uint64 {
		list, ok := known[i]
		if !ok {
			list = f(i)
			known[i] = list
		}
		return list
	}
}

// checkOpenPredecessors: they are the predecessors without an immediate win.
func checkOpenPredecessors(c *checker) {
	for _, i := range c.sample {
		want := slices.DeleteFunc(c.predecessors(i), func(j uint64) bool {
			_, ends := c.successors(j)
			return ends&engine.WinsNow != 0
		})
		got := c.scratch.OpenUnmover.AppendOpenPredecessors(nil, i)
		if slices.Sort(got); !slices.Equal(got, want) {
			c.fail("AppendOpenPredecessors says of %s: %v, want %v", c.name(i), got, want)
		}
	}
}

// predecessors returns the predecessors of i, sorted.
func (c *checker) predecessors(i uint64) []uint64 {
	return slices.Sorted(slices.Values(c.scratch.Unmover.AppendPredecessors(nil, i)))
}

// someOf returns at most n distinct members of the sorted list, chosen at random.
func (c *checker) someOf(list []uint64, n int) []uint64 {
	list = slices.Compact(slices.Clone(list))
	c.rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list[:min(n, len(list))]
}

// checkWins: ScanWins agrees with WinsNow.
func checkWins(c *checker) {
	for _, run := range c.runs() {
		first, n := run[0], run[1]
		wins := fast.NewSet(first, n)
		c.scratch.WinScanner.ScanWins(wins, first, n)
		c.compareWins(wins, first, n)

		// ScanWins must not change the set outside the requested part.
		part := n / 3
		wins.Clear()
		c.scratch.WinScanner.ScanWins(wins, first+part, n-2*part)
		for i := first; i < first+n; i++ {
			if wins.Has(i) && i-(first+part) >= n-2*part {
				c.fail("ScanWins of %d positions from #%d on adds %s", n-2*part, first+part, c.name(i))
			}
		}
		c.compareWins(wins, first+part, n-2*part)
	}
}

// runs returns runs of positions, first and number, each within a slice. In a small game they are
// the whole slices.
func (c *checker) runs() (runs [][2]uint64) {
	if c.all {
		for _, s := range c.slices {
			runs = append(runs, [2]uint64{s.First, s.Size})
		}
		return runs
	}
	const longest = 200
	for n, i := range c.sample {
		if n%10 == 0 {
			s := c.slices[c.sliceOf(i)]
			runs = append(runs, [2]uint64{i, min(1+c.rand.Uint64()%longest, s.First+s.Size-i)})
		}
	}
	return runs
}

func (c *checker) compareWins(wins *fast.Set, first, n uint64) {
	for i := first; i < first+n; i++ {
		if _, ends := c.successors(i); wins.Has(i) != (ends&engine.WinsNow != 0) {
			c.fail("ScanWins says %v of %s, AppendSuccessors %v", wins.Has(i), c.name(i), ends&engine.WinsNow != 0)
		}
	}
}

// checkSeeds: AppendExits agrees with the successors and their ends.
func checkSeeds(c *checker) {
	for _, i := range c.sample {
		own := c.sliceOf(i)
		var exits []uint64
		var inside, open int
		list, ends := c.successors(i)
		for _, j := range list {
			if c.sliceOf(j) != own {
				exits = append(exits, j)
				continue
			}
			inside++
			if _, ends := c.successors(j); ends&engine.WinsNow == 0 {
				open++
			}
		}
		got, gotInside, gotOpen, gotEnds := c.scratch.Seeder.AppendExits(nil, i)
		slices.Sort(got)
		if !slices.Equal(got, exits) || gotInside != inside || gotOpen != open || gotEnds != ends {
			c.fail("AppendExits says of %s: exits %v, %d inside, %d open, %s; want %v, %d, %d, %s",
				c.name(i), got, gotInside, gotOpen, endsText(gotEnds), exits, inside, open, endsText(ends))
		}
	}
}

// checkSearch: Outside and AnyIn agree with the successors. The sets are empty or full, except for
// some of the successors. Other exceptions would seldom matter.
func checkSearch(c *checker) {
	for _, i := range c.sample {
		successors, ends := c.successors(i)
		for _, first := range c.windows(i, successors) {
			for _, density := range []float64{0, 0.5, 1} {
				checkSearchIn(c, i, successors, ends, first, density, false)
				checkSearchIn(c, i, successors, ends, first, density, true)
			}
		}
	}
}

// windows returns ranges for sets, as first and number: the own slice and one exit. Of a large
// slice it returns a part with a successor in it.
func (c *checker) windows(i uint64, successors []uint64) (windows [][2]uint64) {
	const largest = 1 << 16
	own := c.sliceOf(i)
	if c.slices[own].Size <= largest {
		windows = append(windows, [2]uint64{c.slices[own].First, c.slices[own].Size})
	}
	if len(successors) == 0 {
		return windows
	}
	j := successors[c.rand.Intn(len(successors))]
	if s := c.slices[c.sliceOf(j)]; s.Size > largest {
		first := max(s.First, j-min(j, c.rand.Uint64()%largest))
		windows = append(windows, [2]uint64{first, min(largest, s.First+s.Size-first)})
	} else if c.sliceOf(j) != own {
		windows = append(windows, [2]uint64{s.First, s.Size})
	}
	return windows
}

// checkSearchIn checks a set over a window. density is the share of the covered successors that the
// set contains. Half the time the membership of one successor is inverted. full reports whether the
// set contains all other positions.
func checkSearchIn(c *checker, i uint64, successors []uint64, ends engine.Ends, window [2]uint64, density float64, full bool) {
	set := fast.NewSet(window[0], window[1])
	words := set.Words()
	put := func(j uint64, in bool) {
		set.Add(j)
		if !in {
			j -= window[0]
			words[j>>6] &^= 1 << (j & 63)
		}
	}
	if full {
		for w := range words {
			words[w] = ^uint64(0)
		}
		if rest := window[1] & 63; rest > 0 {
			words[len(words)-1] = 1<<rest - 1
		}
	}
	distinct := slices.Compact(slices.Clone(successors))
	odd := c.rand.Intn(2*len(distinct) + 1) // the successor that is inverted, if less than their number
	rescued, all, anyIn := ends&(engine.DrawsNow|engine.IsDrawn|engine.IsWon) != 0, true, false
	for n, j := range distinct {
		if set.Covers(j) {
			in := (c.rand.Float64() < density) != (n == odd)
			put(j, in)
			all = all && in
			anyIn = anyIn || in
		}
	}
	if ends&engine.WinsNow == 0 {
		j, ok := c.scratch.Searcher.Outside(i, set)
		if want := rescued || !all; ok != want {
			c.fail("Outside says %v of %s and a set over %d positions from #%d on, want %v", ok, c.name(i), window[1], window[0], want)
		}
		if ok && !(rescued && j == i) && !(slices.Contains(successors, j) && set.Lacks(j)) {
			c.fail("Outside returns #%d of %s, which is not a successor that the set covers and lacks", j, c.name(i))
		}
	}
	if got := c.scratch.Searcher.AnyIn(i, set); got != anyIn {
		c.fail("AnyIn says %v of %s and a set over %d positions from #%d on, want %v", got, c.name(i), window[1], window[0], anyIn)
	}
}
