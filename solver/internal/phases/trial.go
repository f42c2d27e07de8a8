package phases

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"time"
)

// What a kind of work costs is tried on so many runs of so many positions, or fewer
// when the time is up.
const (
	trialRuns = 48
	trialRun  = 32
	trialTime = 3 * time.Millisecond
	// So many runs are made however long they take.
	fewestRuns = 16
)

// trial tries, before a phase, what a kind of work costs: with one worker, and each kind
// at most once.
type trial struct {
	s           *slice
	open        float64 // undecided positions
	source      float64 // positions of the frontier
	look        float64 // seconds of a search for a successor that is not won
	unmove      float64 // seconds of a list of predecessors
	perPosition float64 // predecessors of a position
	tried       bool    // unmove and perPosition
}

func newTrial(s *slice) *trial {
	return &trial{s: s, open: float64(s.region.Slice.Size - s.decided), source: float64(s.source), look: -1}
}

// lookCost returns the seconds that it takes to find out whether all successors of an
// undecided position are won.
func (t *trial) lookCost() float64 {
	if t.look < 0 {
		w := t.s.Crew.Workers[0]
		t.look = t.cost(uint64(t.open), t.s.region.OpenWord, func(i uint64) { t.s.region.AllWon(w.Searcher, i, false) })
	}
	return t.look
}

// backCost returns the seconds that it takes to list the predecessors of the frontier.
func (t *trial) backCost() float64 {
	if !t.tried {
		w := t.s.Crew.Workers[0]
		edges, unmoved := 0, 0
		t.unmove = t.cost(t.s.source, func(k int) uint64 { return t.s.region.Frontier[k] }, func(i uint64) {
			w.Indices = w.Unmover.AppendPredecessors(w.Indices[:0], i)
			edges += len(w.Indices)
			unmoved++
		})
		t.perPosition, t.tried = float64(edges)/float64(max(unmoved, 1)), true
	}
	return t.source * t.unmove
}

// cost returns the seconds that work takes for a position of a set, tried on some:
// short runs from random places on, since what comes before leaves much in caches. Where the
// machine has more to do than it can, some runs are put aside for long: the slowest do
// not count.
func (t *trial) cost(all uint64, word func(k int) uint64, work func(i uint64)) float64 {
	rng := rand.New(rand.NewPCG(1, t.s.decided))
	words := len(t.s.region.Frontier)
	var runs [trialRuns]float64 // seconds a position
	tried := 0
	for spent := time.Duration(0); tried < int(min(trialRuns, all/(16*trialRun)+1)) && (spent < trialTime || tried < fewestRuns); tried++ {
		k := rng.IntN(words)
		for step := 0; step < words && word(k) == 0; step++ {
			if k++; k == words {
				k = 0
			}
		}
		if word(k) == 0 {
			break
		}
		start, n := time.Now(), 0
		for ; k < words && n < trialRun; k++ {
			for open := word(k); open != 0 && n < trialRun; open &= open - 1 {
				work(t.s.region.Slice.First + uint64(k<<6+bits.TrailingZeros64(open)))
				n++
			}
		}
		took := time.Since(start)
		runs[tried] = took.Seconds() / float64(n)
		spent += took
	}
	return trimmed(runs[:tried])
}

// trimmed returns the mean of numbers, or 0, but for the highest eighth of them.
func trimmed(list []float64) (mean float64) {
	slices.Sort(list)
	list = list[:len(list)-len(list)/8]
	for _, x := range list {
		mean += x / float64(len(list))
	}
	return mean
}
