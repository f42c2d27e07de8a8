package discover

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/pool"
)

const (
	// slabKeys is the approximate number of keys that are gathered before duplicates are
	// removed. It bounds the memory.
	slabKeys = 1 << 23
	// partKeys is the approximate number of gathered keys in a part. The distinct keys of such a
	// part fit into a core's private cache. mostParts bounds the number of concurrent write
	// streams.
	partKeys  = 1 << 14
	mostParts = 1 << 9
	// expandBlock is the number of positions that a worker takes at a time.
	expandBlock = 1024
)

// keyExpansion finds the distinct successors of many positions. It partitions their keys by hash,
// and removes the duplicates of each part with a hash table. Then it partitions the rest into
// ranges, whose bounds come from a sample, and sorts each range. So nearly all work stays in a
// core's private cache. Buffers are reused from one layer to the next.
type keyExpansion struct {
	slab     int // slabKeys, except in tests
	workers  []*expander
	parts    int // log2 of the number of parts
	bounds   []uint64
	distinct [][]uint64 // by range: the sorted keys found so far
}

// foundKeys is the result of an expansion.
type foundKeys struct {
	keys            []uint64 // sorted, distinct
	lowest, highest int      // bounds of their slice numbers, if the rules have slices
}

// expander is the state of one goroutine of an expansion.
type expander struct {
	game            *discovered
	keys            []uint64   // of a range
	parts           [][]uint64 // gathered keys by hash
	ranges          [][]uint64 // distinct keys by range
	set             hashedKeys
	lowest, highest int // bounds of the slice numbers found
	numbers         []int
	batch           fast.Batcher
	moves           fast.Moves
	err             error
}

// expand returns the distinct successors of positions with the given canonical keys.
func (x *keyExpansion) expand(g *discovered, keys []uint64) (foundKeys, error) {
	for len(x.workers) < runtime.GOMAXPROCS(0) {
		x.workers = append(x.workers, &expander{parts: make([][]uint64, mostParts), ranges: make([][]uint64, mostParts)})
	}
	if err := x.sample(g, keys); err != nil {
		return foundKeys{}, err
	}
	x.distinct = make([][]uint64, len(x.bounds))
	for _, w := range x.workers {
		w.game, w.lowest, w.highest = g, math.MaxInt, math.MinInt
		if w.batch == nil {
			w.batch = g.batcher()
		}
	}
	for len(keys) > 0 {
		n, err := x.gather(keys)
		if err != nil {
			return foundKeys{}, err
		}
		keys = keys[n:]
		x.each(1<<x.parts, x.dropDuplicates)
		x.each(len(x.bounds), x.sortRange)
		if err := x.failed(); err != nil {
			return foundKeys{}, err
		}
	}
	f := foundKeys{lowest: math.MaxInt, highest: math.MinInt}
	for _, w := range x.workers {
		f.lowest, f.highest = min(f.lowest, w.lowest), max(f.highest, w.highest)
	}
	f.keys = x.distinct[0]
	if len(x.distinct) > 1 {
		f.keys = slices.Concat(x.distinct...)
	}
	x.distinct = nil
	return f, nil
}

// sample sets the number of parts, and range bounds that split the successors evenly. A bound is
// the lowest key of the next range. Missing bounds, up to a power of two, are the greatest uint64.
func (x *keyExpansion) sample(g *discovered, keys []uint64) error {
	const positions = 2048
	step := max(1, len(keys)/positions)
	sample, err := g.successors(everyNth(keys, step))
	if err != nil {
		return err
	}
	slices.Sort(sample)
	x.parts = bits.Len(uint(min(len(sample)*step, x.slab) / partKeys))
	x.parts = min(x.parts, bits.Len(mostParts)-1)
	x.bounds = make([]uint64, 1<<max(0, x.parts-1))
	for i := range x.bounds {
		x.bounds[i] = math.MaxUint64
		if at := (i + 1) * len(sample) / len(x.bounds); at < len(sample) {
			x.bounds[i] = sample[at]
		}
	}
	return nil
}

// everyNth returns every nth key, from the first on.
func everyNth(keys []uint64, n int) []uint64 {
	list := make([]uint64, 0, len(keys)/n+1)
	for at := 0; at < len(keys); at += n {
		list = append(list, keys[at])
	}
	return list
}

// each runs f for the units 0 to n-1 on all workers.
func (x *keyExpansion) each(n int, f func(w *expander, unit int)) {
	_ = pool.Each(context.Background(), len(x.workers), n, func(_ context.Context, worker, unit int) error {
		f(x.workers[worker], unit)
		return nil
	})
}

// gather partitions the successors of the first keys until they fill a slab. It returns the number
// of keys that it expanded.
func (x *keyExpansion) gather(keys []uint64) (int, error) {
	var found, taken atomic.Int64
	x.each(len(x.workers), func(w *expander, _ int) {
		for found.Load() < int64(x.slab) { // checked before a worker takes a block, so that every block taken is expanded
			from := int(taken.Add(expandBlock)) - expandBlock
			if from >= len(keys) {
				return
			}
			if w.err = w.generate(keys[from:min(from+expandBlock, len(keys))]); w.err != nil {
				found.Store(int64(x.slab)) // stops the other workers
				return
			}
			found.Add(int64(len(w.moves.Keys)))
			w.spread(x.parts)
		}
	})
	return min(int(taken.Load()), len(keys)), x.failed()
}

// failed returns the first worker's error, if any.
func (x *keyExpansion) failed() error {
	for _, w := range x.workers {
		if w.err != nil {
			return w.err
		}
	}
	return nil
}

// generate finds the moves at keys, and checks how they end.
func (w *expander) generate(keys []uint64) error {
	m := &w.moves
	if err := w.batch.Expand(m, keys); err != nil {
		return err
	}
	from := 0
	for n, key := range keys {
		if wrong := fault(w.game.kind, m.Ends[n], m.Until[n]-from); wrong != "" {
			return fmt.Errorf("the rules of %v are wrong: position %s %s", w.game.spec, w.game.keyText(key), wrong)
		}
		from = m.Until[n]
	}
	return nil
}

// spread appends the successors' keys to 2^log parts.
func (w *expander) spread(log int) {
	lists := w.parts[:1<<log]
	for _, key := range w.moves.Keys {
		part := key * hashFactor >> 32 >> (32 - log)
		lists[part] = append(lists[part], key)
	}
}

// dropDuplicates moves the distinct keys of a part to their ranges.
func (x *keyExpansion) dropDuplicates(w *expander, part int) {
	total := 0
	for _, o := range x.workers {
		total += len(o.parts[part])
	}
	w.set.reset(total, x.parts)
	for _, o := range x.workers {
		w.set.add(o.parts[part])
		o.parts[part] = o.parts[part][:0]
	}
	for _, key := range w.set.list {
		at := 0
		for step := len(x.bounds) / 2; step > 0; step /= 2 { // branch-free loop body
			if x.bounds[at+step-1] <= key {
				at += step
			}
		}
		w.ranges[at] = append(w.ranges[at], key)
	}
}

// sortRange sorts the new keys of a range and merges them into the range's earlier keys.
func (x *keyExpansion) sortRange(w *expander, r int) {
	w.keys = w.keys[:0]
	for _, o := range x.workers {
		w.keys = append(w.keys, o.ranges[r]...)
		o.ranges[r] = o.ranges[r][:0]
	}
	slices.Sort(w.keys)
	if w.game.number != nil {
		w.numbers = slices.Grow(w.numbers[:0], len(w.keys))[:len(w.keys)]
		if w.err = w.batch.Numbers(w.numbers, w.keys); w.err != nil {
			return
		}
		for _, n := range w.numbers {
			w.lowest, w.highest = min(w.lowest, n), max(w.highest, n)
		}
	}
	if old := x.distinct[r]; len(old) > 0 {
		x.distinct[r] = merge(old, w.keys)
	} else {
		x.distinct[r] = slices.Clone(w.keys)
	}
}

// bySlice splits the keys by slice number.
func (f foundKeys) bySlice(g *discovered) (map[int][]uint64, error) {
	runs := map[int][]uint64{}
	switch {
	case len(f.keys) == 0:
	case g.number == nil:
		runs[0] = f.keys
	case f.lowest == f.highest:
		runs[f.lowest] = f.keys
	default:
		numbers := make([]int, len(f.keys))
		if err := g.batcher().Numbers(numbers, f.keys); err != nil {
			return nil, err
		}
		for at, n := range numbers {
			runs[n] = append(runs[n], f.keys[at])
		}
	}
	return runs, nil
}

// fault returns how a position breaks the contract of [engine.Rules], or "". The position has the
// given ends and number of moves to stored positions.
func fault(kind engine.Kind, ends engine.Ends, moves int) string {
	over, bad := ends&engine.Over, ends&^kind.Ends()
	switch {
	case ends == 0:
		return ""
	case kind.Ends() == 0:
		return fmt.Sprintf("has an end that is won, lost or drawn, which %vs cannot hold", kind)
	case bits.OnesCount8(uint8(over)) > 1:
		return "is finished in two ways"
	case over != 0 && (moves > 0 || ends != over):
		return "is finished and has moves"
	case kind.Single() && bad != 0:
		return "is lost or drawn, or has a move that loses or draws, and a game of one player ends at a goal alone"
	case bad&engine.IsWon != 0:
		return fmt.Sprintf("is finished and won for the player to move, which the %v kind cannot hold; declare kind = \"wide\"", kind)
	case bad != 0:
		return fmt.Sprintf("has a move that loses at once, which the %v kind cannot hold; declare kind = \"wide\"", kind)
	}
	return ""
}
