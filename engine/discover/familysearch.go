package discover

import (
	"context"
	"math"
	"math/bits"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/pool"
)

// familySearch finds successors under rules with [fast.MovingFamilies], as bits of families. Bits
// need no sorting and remove duplicates. They later serve as the rank index of the found keys.
type familySearch struct {
	rules   fast.MovingFamilies
	number  func(key uint64) int
	workers []*familyWorker
	sorter  keySorter

	kin      *keyFamilies // the successors
	families []uint64     // keys of its families, ascending
}

// familyWorker is the state of one goroutine of the search.
type familyWorker struct {
	familyMoves
	met             hashedKeys // families of the successors
	lowest, highest int        // slice numbers of the successors
}

// familyMoves is a mover, its moves, and the places of the families that the moves name.
type familyMoves struct {
	mover   fast.FamilyMover
	moves   fast.FamilyMoves
	targets []familyTarget
}

// familyTarget is the place of a family in a keyFamilies.
type familyTarget struct {
	first uint64 // the family's first bit
	words uint32 // 0 if the family is absent
}

const (
	// familyBlock is the number of positions that a worker takes at a time. familyBatch is the
	// number of positions in one call of the mover.
	familyBlock, familyBatch = 4096, 256
	// A search by families may always use sparseWords words of bits, plus sparseKey words for each
	// position. More words would be mostly empty.
	sparseWords, sparseKey = 1 << 20, 2
	// sparseKin is how many bytes the bits of a layer may exceed kinBytes a key and still be kept.
	sparseKin = 4 << 20
)

// newFamilySearch returns a search, or nil if the rules do not move families.
func newFamilySearch(g *discovered) *familySearch {
	rules := movingFamilies(g)
	if rules == nil {
		return nil
	}
	return &familySearch{rules: rules, number: g.number}
}

// movingFamilies returns the families of the rules, or nil if the rules do not move them.
// Families serve only games of scores with layers, without points or sides.
func movingFamilies(g *discovered) fast.MovingFamilies {
	rules, _ := g.rules.Families.(fast.MovingFamilies)
	if !g.acyclic() || g.kind != engine.Score || g.rules.Points != nil || g.rules.Side != nil {
		return nil
	}
	return rules
}

// expand returns the distinct successors of sorted keys of a slice, and the number of the
// successors' slice. It returns false if the bits would take too much memory, or if the successors
// are not all in one later slice.
func (s *familySearch) expand(keys []uint64, number int) (run keyRun, to int, ok bool, err error) {
	for len(s.workers) < runtime.GOMAXPROCS(0) {
		s.workers = append(s.workers, &familyWorker{familyMoves: familyMoves{mover: s.rules.NewMover()}})
	}
	if err := s.each(len(keys), familyBlock, func(w *familyWorker, from, end int) { s.meet(w, keys[from:end]) }); err != nil {
		return keyRun{}, 0, false, err
	}
	if !s.layOut(sparseWords + sparseKey*len(keys)) {
		return keyRun{}, 0, false, nil
	}
	if err := s.each(len(keys), familyBlock, func(w *familyWorker, from, end int) { s.mark(w, keys[from:end]) }); err != nil {
		return keyRun{}, 0, false, err
	}
	list := make([]uint64, s.settle())
	const families = 64
	if err := s.each(len(s.families), families, func(w *familyWorker, from, end int) { s.list(w, list, from, end) }); err != nil {
		return keyRun{}, 0, false, err
	}
	lowest, to := math.MaxInt, math.MinInt
	for _, w := range s.workers {
		lowest, to = min(lowest, w.lowest), max(to, w.highest)
	}
	if len(list) > 0 && (lowest != to || to <= number || to > math.MaxUint16) {
		return keyRun{}, 0, false, nil
	}
	run = runOf(list)
	if s.kin.bytes() <= uint64(kinBytes*len(list)+sparseKin) {
		run.kin = s.kin
	}
	s.kin = nil
	return run, to, true, nil
}

// each splits the units 0 to n-1 into runs and calls f for them on all workers.
func (s *familySearch) each(n, run int, f func(w *familyWorker, from, end int)) error {
	return pool.Each(context.Background(), len(s.workers), (n+run-1)/run, func(_ context.Context, worker, unit int) error {
		f(s.workers[worker], unit*run, min((unit+1)*run, n))
		return nil
	})
}

// eachFamily calls f for each run of sorted keys that share a family.
func eachFamily(rules fast.MovingFamilies, keys []uint64, f func(family uint64, keys []uint64)) {
	for len(keys) > 0 {
		family, end := rules.Family(keys[0]), 1
		for end < len(keys) && rules.Family(keys[end]) == family {
			end *= 2
		}
		n := (end + 1) / 2 // lower bound on the family's keys; the family ends before end
		for end = min(end, len(keys)); n < end; {
			if middle := (n + end) / 2; rules.Family(keys[middle]) == family {
				n = middle + 1
			} else {
				end = middle
			}
		}
		f(family, keys[:n])
		keys = keys[n:]
	}
}

// meet collects the families of the keys' successors.
func (s *familySearch) meet(w *familyWorker, keys []uint64) {
	eachFamily(s.rules, keys, func(_ uint64, keys []uint64) { w.met.add(w.mover.Enter(keys)) })
}

// layOut allocates bits for all families that the workers met. It returns false if they need more
// than most words.
func (s *familySearch) layOut(most int) bool {
	var met hashedKeys
	met.reset(0, 0)
	for _, w := range s.workers {
		met.add(w.met.keys())
		w.met.reset(0, 0)
		w.lowest, w.highest = math.MaxInt, math.MinInt
	}
	s.families = s.sorter.sort(slices.Clone(met.keys()))
	s.kin = &keyFamilies{rules: s.rules}
	list, words := make([]family, 0, len(s.families)), uint64(0)
	for _, key := range s.families {
		n := (s.rules.Size(key) + 63) / 64
		list = append(list, family{key: key, first: uint32(words), words: uint32(n)})
		if words += n; words > uint64(most) {
			return false
		}
	}
	s.kin.fill(list)
	s.kin.bits = make([]uint64, words)
	return true
}

// turnTo moves to the family of keys and looks up the families of its successors.
func (w *familyMoves) turnTo(kin *keyFamilies, keys []uint64) {
	w.targets = w.targets[:0]
	for _, key := range w.mover.Enter(keys) {
		f := kin.find(key)
		w.targets = append(w.targets, familyTarget{64 * uint64(f.first), f.words})
	}
}

// mark sets the bits of the keys' successors.
func (s *familySearch) mark(w *familyWorker, keys []uint64) {
	set := s.kin.bits
	eachFamily(s.rules, keys, func(family uint64, keys []uint64) {
		w.turnTo(s.kin, keys)
		for len(keys) > 0 {
			n := min(len(keys), familyBatch)
			w.mover.Move(&w.moves, keys[:n])
			for _, to := range w.moves.To {
				target, number := &w.targets[to>>32], to<<32>>32
				if number/64 >= uint64(target.words) {
					pool.Fail("the rules are wrong: a key of family %#x leads to number %d of a family of %d words", family, number, target.words)
				}
				at := target.first + number
				if word, bit := &set[at/64], uint64(1)<<(at%64); atomic.LoadUint64(word)&bit == 0 {
					atomic.OrUint64(word, bit)
				}
			}
			keys = keys[n:]
		}
	})
}

// settle computes the rank before each word and returns the number of keys.
func (s *familySearch) settle() (keys int) {
	k := s.kin
	k.below = make([]uint32, len(k.bits))
	for n, word := range k.bits {
		k.below[n] = uint32(keys)
		keys += bits.OnesCount64(word)
	}
	return keys
}

// list stores the keys of the families from to end-1 at their ranks in all.
func (s *familySearch) list(w *familyWorker, all []uint64, from, end int) {
	for _, key := range s.families[from:end] {
		f := s.kin.find(key)
		set := s.kin.bits[f.first:][:f.words]
		first := s.kin.below[f.first]
		want := s.kin.belowEnd(f) - uint64(first)
		got := s.rules.AppendKeys(all[first:first], key, set)
		if uint64(len(got)) != want {
			pool.Fail("the rules are wrong: they have %d keys for %d numbers of family %#x", len(got), want, key)
		}
		for _, key := range got {
			n := s.number(key)
			w.lowest, w.highest = min(w.lowest, n), max(w.highest, n)
		}
	}
}
