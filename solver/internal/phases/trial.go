package phases

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/region"
	"github.com/foregone-db/foregone/solver/internal/way"
)

// A trial measures a kind of work in trialRuns runs of trialRun positions. It makes fewer runs
// once trialTime is over, but at least fewestRuns.
const (
	trialRuns  = 48
	trialRun   = 32
	trialTime  = 3 * time.Millisecond
	fewestRuns = 16
)

// trial measures, before a phase, the CPU time of kinds of work: with one worker, and each
// kind at most once.
type trial struct {
	bits   *region.Bits
	worker *crew.Worker
	wins   bool // the phase finds wins
	prices way.Price
	open   float64 // undecided positions
	source float64 // positions of the frontier
	look   float64 // seconds to search for a successor that is not won; -1: not measured
	unmove float64 // seconds to list the predecessors of a position; -1: not measured
	degree float64 // predecessors of a position, once unmove is measured
}

func newTrial(s *slice, p phase.Phase) *trial {
	b := s.bits
	return &trial{
		bits: b, worker: s.env.Crew.Workers[0], wins: s.env.Codec.Wins(p), prices: s.env.Price,
		open: float64(b.Slice.Size - b.Decided), source: float64(b.FrontierSize), look: -1, unmove: -1,
	}
}

// price returns the price of a way: its cost.
func (t *trial) price(f finder) float64 { return t.prices(func() float64 { return f.cost(t) }) }

// lookCost returns the seconds to find out whether all successors of an undecided position are won.
func (t *trial) lookCost() float64 {
	if t.look < 0 {
		t.look = t.measure(uint64(t.open), t.bits.OpenWord, func(i uint64) { t.bits.AllWon(t.worker.Searcher, i, false) })
	}
	return t.look
}

// backCost returns the seconds to list the predecessors of the frontier.
func (t *trial) backCost() float64 {
	if t.unmove < 0 {
		w := t.worker
		listed, moves := 0, 0
		t.unmove = t.measure(t.bits.FrontierSize, func(k int) uint64 { return t.bits.Frontier[k] }, func(i uint64) {
			w.Indices = w.Unmover.AppendPredecessors(w.Indices[:0], i)
			moves += len(w.Indices)
			listed++
		})
		t.degree = float64(moves) / float64(max(listed, 1))
	}
	return t.source * t.unmove
}

// measure returns the seconds that work takes for a position of a set with all positions. It makes
// short runs from random places, because each position leaves in the cache much of what the next
// one needs. The slowest runs do not count: a busy machine interrupts some.
func (t *trial) measure(all uint64, word func(k int) uint64, work func(i uint64)) float64 {
	rng := rand.New(rand.NewPCG(1, t.bits.Decided))
	words := len(t.bits.Frontier)
	most := int(min(trialRuns, all/(16*trialRun)+1))
	var runs []float64 // seconds a position
	for spent := time.Duration(0); len(runs) < most && (spent < trialTime || len(runs) < fewestRuns); {
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
				work(t.bits.Slice.First + uint64(k<<6+bits.TrailingZeros64(open)))
				n++
			}
		}
		took := time.Since(start)
		runs = append(runs, took.Seconds()/float64(n))
		spent += took
	}
	return trimmedMean(runs)
}

// trimmedMean returns the mean of a list without its highest eighth, or 0.
func trimmedMean(list []float64) (mean float64) {
	slices.Sort(list)
	list = list[:len(list)-len(list)/8]
	for _, x := range list {
		mean += x / float64(len(list))
	}
	return mean
}
