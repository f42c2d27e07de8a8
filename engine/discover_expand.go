package engine

import (
	"fmt"
	"math"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

const (
	// slabKeys is about how many keys are gathered before duplicates among them are
	// dropped; it bounds the memory.
	slabKeys = 1 << 23
	// rangeKeys is about how many gathered keys make a range, whose distinct keys
	// then fit a core's own cache; mostRanges bounds how many places are written to
	// in turns.
	rangeKeys  = 1 << 14
	mostRanges = 1 << 9
	// expandBlock is how many positions a worker takes at a time.
	expandBlock = 1024
)

// keyExpansion finds the distinct successors of many positions. Their keys are spread
// over ranges, whose bounds are drawn from a sample; in each range a hash table of
// its own drops duplicates before the rest is sorted. It keeps its buffers from one
// layer to the next. The zero value is ready.
type keyExpansion struct {
	workers  []*expander
	ranges   keyRanges
	distinct [][]uint64 // by range: the keys found so far, sorted
}

// foundKeys is what an expansion found.
type foundKeys struct {
	keys            []uint64 // sorted, distinct
	lowest, highest int      // numbers of their layers, where the rules have layers
}

// expander is what a goroutine of an expansion has of its own.
type expander struct {
	game            *discovered
	keys            []uint64
	gathered        [][]uint64 // by range
	set             hashedKeys
	lowest, highest int
	err             error
}

// expand returns the distinct successors of the positions with these canonical keys.
func (x *keyExpansion) expand(g *discovered, keys []uint64) (foundKeys, error) {
	for len(x.workers) < runtime.GOMAXPROCS(0) {
		x.workers = append(x.workers, &expander{})
	}
	x.ranges = sampleRanges(g, keys)
	x.distinct = make([][]uint64, x.ranges.count())
	for _, w := range x.workers {
		w.game, w.lowest, w.highest = g, math.MaxInt, math.MinInt
		for len(w.gathered) < x.ranges.count() {
			w.gathered = append(w.gathered, nil)
		}
	}
	for len(keys) > 0 {
		n, err := x.gather(keys)
		if err != nil {
			return foundKeys{}, err
		}
		keys = keys[n:]
		x.fold()
	}
	f := foundKeys{lowest: math.MaxInt, highest: math.MinInt}
	for _, w := range x.workers {
		f.lowest, f.highest = min(f.lowest, w.lowest), max(f.highest, w.highest)
	}
	if len(x.distinct) == 1 {
		f.keys = x.distinct[0]
		return f, nil
	}
	f.keys = slices.Concat(x.distinct...)
	x.distinct = nil
	return f, nil
}

// each runs f for all workers at a time.
func (x *keyExpansion) each(f func(w *expander)) {
	var wait sync.WaitGroup
	for _, w := range x.workers {
		wait.Go(func() { f(w) })
	}
	wait.Wait()
}

// gather spreads the successors of the first keys, as many as make a slab, over the
// ranges, and returns how many these are.
func (x *keyExpansion) gather(keys []uint64) (int, error) {
	var taken, found atomic.Int64
	x.each(func(w *expander) {
		for found.Load() < slabKeys {
			from := int(taken.Add(expandBlock)) - expandBlock
			if from >= len(keys) {
				return
			}
			w.keys = w.keys[:0]
			for _, key := range keys[from:min(from+expandBlock, len(keys))] {
				n := len(w.keys)
				var ends Ends
				w.keys, ends = w.game.moves(w.keys, key)
				if fault := w.game.fault(ends, len(w.keys)-n); fault != "" {
					w.err = fmt.Errorf("the rules of %v are wrong: position %s %s", w.game.spec, w.game.keyText(key), fault)
					found.Store(slabKeys)
					return
				}
			}
			found.Add(int64(len(w.keys)))
			x.ranges.spread(w.gathered, w.keys)
		}
	})
	for _, w := range x.workers {
		if w.err != nil {
			return 0, w.err
		}
	}
	return min(int(taken.Load()), len(keys)), nil
}

// fold adds what is gathered to the distinct keys of each range.
func (x *keyExpansion) fold() {
	var taken atomic.Int64
	x.each(func(w *expander) {
		for {
			r := int(taken.Add(1)) - 1
			if r >= len(x.distinct) {
				return
			}
			x.distinct[r] = x.foldRange(w, r)
		}
	})
}

// foldRange returns the distinct keys of a range, those of before included.
func (x *keyExpansion) foldRange(w *expander, r int) []uint64 {
	total := 0
	for _, o := range x.workers {
		total += len(o.gathered[r])
	}
	w.set.reset(total)
	for _, o := range x.workers {
		w.set.add(o.gathered[r])
		o.gathered[r] = o.gathered[r][:0]
	}
	keys := w.set.sorted()
	if w.game.numbers != nil {
		for _, key := range keys {
			n := w.game.numbers.KeyLayer(key)
			w.lowest, w.highest = min(w.lowest, n), max(w.highest, n)
		}
	}
	if old := x.distinct[r]; len(old) > 0 {
		return merge(old, keys)
	}
	return slices.Clone(keys)
}

// byLayer parts what was found by layers.
func (f foundKeys) byLayer(numbers KeyLayers) map[int][]uint64 {
	runs := map[int][]uint64{}
	if len(f.keys) > 0 && f.lowest == f.highest {
		runs[f.lowest] = f.keys
		return runs
	}
	for _, key := range f.keys {
		n := numbers.KeyLayer(key)
		runs[n] = append(runs[n], key)
	}
	return runs
}

// keyRanges parts all keys into ranges.
type keyRanges struct {
	// bounds has the lowest key of each range but the first, and is filled up with
	// the greatest key of all to a power of two.
	bounds []uint64
}

func (r keyRanges) count() int { return len(r.bounds) }

// sampleRanges returns ranges over which the successors of positions spread evenly.
func sampleRanges(g *discovered, keys []uint64) keyRanges {
	const positions = 2048
	step := max(1, len(keys)/positions)
	var sample []uint64
	for at := 0; at < len(keys); at += step {
		sample, _ = g.moves(sample, keys[at])
	}
	slices.Sort(sample)
	expected := min(len(sample)*step, slabKeys)
	count := min(1<<bits.Len(uint(expected/rangeKeys)), mostRanges)
	bounds := make([]uint64, count)
	for i := range bounds {
		bounds[i] = math.MaxUint64
		if at := (i + 1) * len(sample) / count; at < len(sample) {
			bounds[i] = sample[at]
		}
	}
	return keyRanges{bounds}
}

// spread appends each key to the list of its range.
func (r keyRanges) spread(lists [][]uint64, keys []uint64) {
	bounds := r.bounds
	for _, key := range keys {
		at := 0
		for step := len(bounds) / 2; step > 0; step /= 2 { // without branches but the loop's
			if bounds[at+step-1] <= key {
				at += step
			}
		}
		lists[at] = append(lists[at], key)
	}
}
