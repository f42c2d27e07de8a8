package discover

import (
	"context"
	"math"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/pool"
)

// familySearch finds successors under rules with [fast.Families], as bits of families. Bits need no
// sorting and remove duplicates.
type familySearch struct {
	rules   fast.Families
	number  func(key uint64) int
	workers []*familyWorker
	found   *familyBits // the successors, during an expansion
}

// familyWorker is the state of one goroutine of the search.
type familyWorker struct {
	familyMoves
	met             hashedKeys // families of the successors
	lowest, highest int        // slice numbers of the successors
}

// familyBlock is the number of positions that a worker takes at a time.
const familyBlock = 4096

// expand returns the distinct successors of sorted keys of a slice, and the number of the
// successors' slice. It returns false if the bits would take too much memory, or if the successors
// are not all in one later slice.
func (s *familySearch) expand(keys []uint64, number int) (run keyRun, to int, ok bool, err error) {
	defer pool.Catch(&err)
	for len(s.workers) < runtime.GOMAXPROCS(0) {
		s.workers = append(s.workers, &familyWorker{familyMoves: familyMoves{mover: s.rules.NewMover()}})
	}
	for _, w := range s.workers {
		w.met.reset(0, 0)
		w.lowest, w.highest = math.MaxInt, math.MinInt
	}
	s.each(len(keys), familyBlock, func(w *familyWorker, from, end int) { s.meet(w, keys[from:end]) })
	var families []uint64
	for _, w := range s.workers {
		families = append(families, w.met.list...)
	}
	families = slices.Compact(new(keySorter).sort(families))
	if s.found = newFamilyBits(s.rules, families, 4*sparseWords+2*len(keys)); s.found == nil {
		return keyRun{}, 0, false, nil
	}
	s.each(len(keys), familyBlock, func(w *familyWorker, from, end int) { s.mark(w, keys[from:end]) })
	list := make([]uint64, s.found.settle())
	s.each(len(families), 64, func(w *familyWorker, from, end int) { s.list(w, list, families[from:end]) })
	lowest, to := math.MaxInt, math.MinInt
	for _, w := range s.workers {
		lowest, to = min(lowest, w.lowest), max(to, w.highest)
	}
	run = runOf(list)
	if len(s.found.bits) <= mostWords(len(list)) {
		run.bits = s.found
	}
	s.found = nil
	return run, to, len(list) == 0 || lowest == to && to > number && to <= math.MaxUint16, nil
}

// each splits the units 0 to n-1 into runs and calls f for them on all workers. It panics with a
// [pool.Failure] if f does.
func (s *familySearch) each(n, run int, f func(w *familyWorker, from, end int)) {
	if err := pool.Each(context.Background(), len(s.workers), (n+run-1)/run, func(_ context.Context, worker, unit int) error {
		f(s.workers[worker], unit*run, min((unit+1)*run, n))
		return nil
	}); err != nil {
		panic(pool.Failure{Err: err})
	}
}

// meet collects the families of the keys' successors.
func (s *familySearch) meet(w *familyWorker, keys []uint64) {
	eachFamily(s.rules, keys, func(_ uint64, keys []uint64) { w.met.add(w.mover.Enter(keys)) })
}

// mark sets the bits of the keys' successors.
func (s *familySearch) mark(w *familyWorker, keys []uint64) {
	set := s.found.bits
	eachFamily(s.rules, keys, func(family uint64, keys []uint64) {
		w.turnTo(s.found, keys)
		for len(keys) > 0 {
			n := min(len(keys), familyBatch)
			w.mover.Move(&w.moves, keys[:n])
			for _, to := range w.moves.To {
				target, number := &w.targets[to>>32], to<<32>>32
				if number/64 >= uint64(target.words) {
					pool.Fail("the rules are wrong: a key of family %#x leads to number %d of a family of %d words", family, number, target.words)
				}
				if word, bit := &set[uint64(target.first)+number/64], uint64(1)<<(number%64); atomic.LoadUint64(word)&bit == 0 {
					atomic.OrUint64(word, bit)
				}
			}
			keys = keys[n:]
		}
	})
}

// list stores the keys of families at their ranks in all.
func (s *familySearch) list(w *familyWorker, all []uint64, families []uint64) {
	for _, family := range families {
		run := s.found.find(family)
		first := s.found.below[run.first]
		for _, key := range s.rules.AppendKeys(all[first:first], family, s.found.bits[run.first:][:run.words]) {
			n := s.number(key)
			w.lowest, w.highest = min(w.lowest, n), max(w.highest, n)
		}
	}
}
