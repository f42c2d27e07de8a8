package enginetest

import (
	"cmp"
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// Options of a conformance run. The zero value of a count means its default.
type Options struct {
	Seed       int64
	Exhaustive uint64 // the largest game that is checked at every position; default 20,000
	Samples    int    // random positions of a larger game; default 2,000
	Moves      int    // upper bound on positions with checks of notation and results; default 500

	// Positions is the expected sum of all weights: the number of positions before symmetry, or of
	// reachable positions if the game defines only rules; 0: unchecked. The check walks the whole
	// game, unless every slice declares its weight.
	Positions uint64
	// Twins, if set, returns the symmetric twins of p, with or without p and repeats. They must
	// share its index, and their number must be its weight.
	Twins func(p engine.Position) []engine.Position
	// Occurs names kinds of moves and rules of the game, each with a function that reports whether
	// it occurs at a position. A rule that never occurs in the variant is a failure, because the
	// kit has not tested it.
	Occurs map[string]func(s Situation) bool
	// NotPositions are texts that the game must refuse, in addition to those that no game accepts.
	NotPositions []string
	// Allocates permits the hot methods to allocate, as those of games in other processes do.
	Allocates bool
}

// Run checks the contract of [engine.Game] and of the optional parts of g. It counts allocations,
// so no parallel tests may run at the same time.
func Run(t *testing.T, g engine.Game, o Options) {
	t.Helper()
	c, parts := newChecker(g, o), PartsOf(g)
	for _, check := range checks {
		t.Run(check.name, func(t *testing.T) {
			switch {
			case check.needs&^parts != 0:
				return
			case check.name != "allocations":
			case raceEnabled:
				t.Skip("the race detector allocates")
			case o.Allocates:
				t.Skip("the game allocates: Options.Allocates says so")
			}
			c.report = t.Errorf
			c.failures = 0
			check.run(c)
			if c.failures > shownFailures {
				t.Errorf("%d failures in all", c.failures)
			}
		})
		if t.Failed() {
			return // the later checks rely on the earlier ones
		}
	}
}

// checks are in order: each relies on the earlier ones.
var checks = []struct {
	name  string
	needs Parts // of the game; 0: the check is for all games
	run   func(*checker)
}{
	{"parts", 0, checkParts},
	{"slices", 0, checkSlices},
	{"index", 0, checkIndex},
	{"weights", 0, checkWeights},
	{"order", 0, checkOrder},
	{"twins", 0, checkTwins},
	{"reached twins", 0, checkReachedTwins},
	{"lists", 0, checkLists},
	{"successors", 0, checkSuccessors},
	{"closed runs", 0, checkClosed},
	{"rolls", 0, checkRolls},
	{"predecessors", Predecessors, checkPredecessors},
	{"open predecessors", OpenPredecessors, checkOpenPredecessors},
	{"wins", WinScan, checkWins},
	{"seeds", Seeds, checkSeeds},
	{"search", Search, checkSearch},
	{"slabs", Steps, checkSlabs},
	{"sweeps", Whole, checkSweeps},
	{"results", 0, checkResults},
	{"rules that occur", 0, checkOccurs},
	{"notation", 0, checkNotation},
	{"depiction", 0, checkDepiction},
	{"concurrency", 0, checkConcurrency},
	{"allocations", 0, checkAllocations},
}

// shownFailures is the maximum number of failures that a check reports.
const shownFailures = 10

// checker holds the state that the checks share.
type checker struct {
	Options
	g      engine.Game
	slices []engine.Slice
	rand   *rand.Rand

	all     bool     // sample holds every position
	sample  []uint64 // positions to check, ascending
	few     []uint64 // a part of sample, for expensive checks
	scratch engine.Scratch
	replier fast.Replier // nil if the game has none

	report   func(format string, args ...any)
	failures int
}

func newChecker(g engine.Game, o Options) *checker {
	o.Exhaustive = cmp.Or(o.Exhaustive, 20_000)
	o.Samples = cmp.Or(o.Samples, 2_000)
	o.Moves = cmp.Or(o.Moves, 500)
	c := &checker{
		Options: o, g: g, slices: g.Slices(), all: g.Size() <= o.Exhaustive,
		rand: rand.New(rand.NewSource(o.Seed)), scratch: g.NewScratch(),
	}
	if newReplier := g.Parts().NewReplier; newReplier != nil {
		c.replier = newReplier()
	}
	if c.all {
		for i := range g.Size() {
			c.sample = append(c.sample, i)
		}
	} else {
		c.drawSample()
	}
	c.few = slices.Clone(c.sample)
	if len(c.few) > o.Moves {
		c.rand.Shuffle(len(c.few), func(i, j int) { c.few[i], c.few[j] = c.few[j], c.few[i] })
		c.few = c.few[:o.Moves]
		slices.Sort(c.few)
	}
	return c
}

// drawSample draws random positions, half of them uniformly from the game and half uniformly from
// the slices, and adds the ends of slices.
func (c *checker) drawSample() {
	for n := range c.Samples {
		s := engine.Slice{Size: c.g.Size()}
		if n%2 == 1 && len(c.slices) > 0 {
			s = c.slices[c.rand.Intn(len(c.slices))]
		}
		if s.Size == 0 {
			continue
		}
		i := s.First + c.rand.Uint64()%s.Size
		switch n % 16 {
		case 1:
			i = s.First
		case 3:
			i = s.First + s.Size - 1
		}
		c.sample = append(c.sample, min(i, c.g.Size()-1))
	}
	slices.Sort(c.sample)
	c.sample = slices.Compact(c.sample)
}

func (c *checker) fail(format string, args ...any) {
	if c.failures++; c.failures <= shownFailures {
		c.report("%s", fmt.Sprintf(format, args...))
	}
}

// name writes a position for a message.
func (c *checker) name(i uint64) string { return name(c.g, i) }

// sliceOf returns the number of the slice that contains i, or -1.
func (c *checker) sliceOf(i uint64) int {
	if i >= c.g.Size() {
		return -1
	}
	return engine.SliceOf(c.slices, i)
}

// successors returns the successors of i, sorted.
func (c *checker) successors(i uint64) ([]uint64, engine.Ends) {
	found, ends := c.scratch.AppendSuccessors(nil, i)
	slices.Sort(found)
	return found, ends
}

// count returns how often i occurs in sorted list.
func count(list []uint64, i uint64) int {
	from, _ := slices.BinarySearch(list, i)
	to, _ := slices.BinarySearch(list, i+1)
	return to - from
}
