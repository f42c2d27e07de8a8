package solver

import (
	"math/bits"
	"math/rand/v2"
	"time"
)

// What a kind of work costs is tried on so many runs of so many positions, or fewer
// when the time is up.
const (
	sampleRuns = 48
	sampleRun  = 32
	sampleTime = 3 * time.Millisecond
)

// planWins picks how the wins of a phase are found: from the newly lost positions
// back, or from every undecided one forward.
func (s *sliceRun) planWins(source uint64) Strategy {
	w := s.crew[0]
	switch {
	case w.unmover == nil:
		return Forward
	case s.options.Strategy == Backward:
		return Backward
	case s.options.Strategy == Forward:
		return Forward
	}
	back := float64(source) * s.cost(source, s.frontierWord, func(i uint64) { w.indices = w.unmover.AppendPredecessors(w.indices[:0], i) })
	forward := float64(s.open()) * s.cost(s.open(), s.openWord, func(i uint64) { w.searcher.AnyIn(i, s.lost) })
	if forward < back {
		return Forward
	}
	return Backward
}

// planLosses picks how the losses of a phase are found: by looking forward from
// every undecided position until a successor is not won, by doing so only from the
// predecessors of the new wins, by counting what all undecided positions have left,
// or, where counters are valid, by taking the new wins off them.
//
// Counting pays only later, when sparse phases follow. It is chosen once the other
// ways have cost as much as it would: never more than twice the best choice.
func (s *sliceRun) planLosses(source uint64) way {
	w := s.crew[0]
	switch {
	case w.unmover == nil:
		return wayForward
	case s.options.Strategy == Backward:
		switch {
		case s.counters != nil:
			return wayCounters
		case s.counting:
			return wayRecount
		}
		return wayConfirm
	case s.options.Strategy == Forward:
		return wayForward
	}
	open := float64(s.open())
	edges, unmoved := 0, 0
	look := s.cost(s.open(), s.openWord, func(i uint64) { s.allWon(w, i, false) })
	unmove := s.cost(source, s.frontierWord, func(i uint64) {
		w.indices = w.unmover.AppendPredecessors(w.indices[:0], i)
		edges += len(w.indices)
		unmoved++
	})
	forward := open * look
	back := float64(source) * unmove
	if s.counters != nil {
		if forward+s.countCost(w) < back { // to look forward is to lose the counters
			return wayForward
		}
		return wayCounters
	}
	confirm := back + min(open, float64(source)*float64(edges)/float64(max(unmoved, 1)))*look
	if s.counting {
		if s.forward*float64(len(s.crew))+min(forward, confirm) >= s.countCost(w) {
			return wayRecount
		}
	}
	if confirm < forward {
		return wayConfirm
	}
	return wayForward
}

// countCost returns the seconds that it takes to count the successors of all undecided
// positions.
func (s *sliceRun) countCost(w *worker) float64 {
	return float64(s.open()) * s.cost(s.open(), s.openWord, func(i uint64) { w.indices, _ = w.scratch.AppendSuccessors(w.indices[:0], i) })
}

// way is a way to find the losses of a phase.
type way uint8

const (
	wayForward  way = iota // look forward from all undecided positions
	wayConfirm             // look forward from the predecessors of the new wins
	wayRecount             // count the successors of all undecided positions
	wayCounters            // take the new wins off valid counters
)

// open returns the number of undecided positions.
func (s *sliceRun) open() uint64 { return s.slice.Size - s.decided }

func (s *sliceRun) frontierWord(k int) uint64 { return s.frontier[k] }

func (s *sliceRun) openWord(k int) uint64 {
	w := ^(s.won.Words()[k] | s.lost.Words()[k])
	if last := s.slice.Size & 63; last != 0 && k == len(s.frontier)-1 {
		w &= 1<<last - 1
	}
	return w
}

// cost returns the seconds that work takes for a position of a set, tried on some:
// short runs from random places on, since what comes before leaves much in caches.
func (s *sliceRun) cost(all uint64, word func(k int) uint64, work func(i uint64)) float64 {
	rng := rand.New(rand.NewPCG(1, s.decided))
	words := len(s.frontier)
	tried := 0
	start := time.Now()
	for range min(sampleRuns, all/(16*sampleRun)+1) {
		k := rng.IntN(words)
		for step := 0; step < words && word(k) == 0; step++ {
			if k++; k == words {
				k = 0
			}
		}
		if word(k) == 0 {
			break
		}
		for n := 0; k < words && n < sampleRun; k++ {
			for open := word(k); open != 0 && n < sampleRun; open &= open - 1 {
				work(s.slice.First + uint64(k<<6+bits.TrailingZeros64(open)))
				tried++
				n++
			}
		}
		if time.Since(start) > sampleTime {
			break
		}
	}
	if tried == 0 {
		return 0
	}
	return time.Since(start).Seconds() / float64(tried)
}
