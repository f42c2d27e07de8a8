package table

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/bits"
	"sync"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/pool"
)

// cell counts one value.
type cell struct {
	positions uint64
	weighted  uint64
	first     uint64
}

// WeightOf returns the weights of a game's positions for [WriterOptions]: the number of positions
// that share an index by symmetry.
func WeightOf(g engine.Game) func(i uint64) (weight, end uint64) {
	uniform, same := uint64(0), true // of all slices
	for _, sl := range g.Slices() {
		if sl.Size > 0 {
			same = same && sl.Weight != 0 && (uniform == 0 || sl.Weight == uniform)
			uniform = sl.Weight
		}
	}
	if same {
		return func(uint64) (weight, end uint64) { return uniform, math.MaxUint64 }
	}
	if run := g.Parts().WeightRun; run != nil {
		return run
	}
	return func(i uint64) (weight, end uint64) { return g.Weight(i), i + 1 }
}

// tally counts the values of runs of positions. It belongs to one goroutine; merge adds up several.
type tally struct {
	kind     engine.Kind
	width    uint64
	weight   func(i uint64) (weight, end uint64)
	total    uint64 // of the weights of all positions
	cells    []cell
	overflow bool // of the total, which bounds the weighted count of each cell
}

func newTally(kind engine.Kind, weight func(i uint64) (weight, end uint64)) *tally {
	return &tally{kind: kind, width: uint64(kind.Width()), weight: weight, cells: make([]cell, kind.Buckets())}
}

// add counts the values of the positions from first on. Runs come in ascending
// order.
func (t *tally) add(values []byte, first uint64) {
	for len(values) > 0 {
		weight, end := t.weight(first)
		n := min(end-first, uint64(len(values))/t.width)
		t.addTotal(bits.Mul64(weight, n))
		if t.width == 1 && n >= enoughBytes {
			t.addBytes(values[:n], first, weight)
			values = values[n:]
			first += n
			continue
		}
		for i := range n {
			v := uint16(values[i*t.width])
			switch {
			case t.kind.Uncertain():
				v = t.kind.Bucket(t.kind.ReadValue(values[i*t.width:]))
			case t.width == 2:
				v = le.Uint16(values[i*2:])
			}
			c := &t.cells[v]
			if c.positions == 0 {
				c.first = first + i
			}
			c.positions++
			c.weighted += weight
		}
		values = values[n*t.width:]
		first += n
	}
}

// enoughBytes is the number of values from which a table of counts pays.
const enoughBytes = 4096

// addBytes counts values of one byte with equal weights.
func (t *tally) addBytes(values []byte, first, weight uint64) {
	for v, n := range CountBytes(values) {
		if n == 0 {
			continue
		}
		c := &t.cells[v]
		if c.positions == 0 {
			c.first = first + uint64(bytes.IndexByte(values, byte(v)))
		}
		c.positions += n
		c.weighted += n * weight
	}
}

// addTotal adds to the sum of all weights.
func (t *tally) addTotal(high, low uint64) {
	sum, carry := bits.Add64(t.total, low, 0)
	t.total = sum
	t.overflow = t.overflow || high != 0 || carry != 0
}

// merge adds the counts of o.
func (t *tally) merge(o *tally) {
	t.overflow = t.overflow || o.overflow
	t.addTotal(0, o.total)
	for v, from := range o.cells {
		if from.positions == 0 {
			continue
		}
		c := &t.cells[v]
		if c.positions == 0 || from.first < c.first {
			c.first = from.first
		}
		c.positions += from.positions
		c.weighted += from.weighted
	}
}

// counts returns the counts.
func (t *tally) counts() ([]Count, error) {
	counts := []Count{}
	for v, c := range t.cells {
		if c.positions > 0 {
			counts = append(counts, Count{uint16(v), c.positions, c.weighted, c.first})
		}
	}
	if t.overflow {
		return nil, fmt.Errorf("the weights of all positions exceed 64 bits")
	}
	return counts, nil
}

// countSpan is the number of blocks that [Reader.Count] reads at a time.
const countSpan = 16

// Count counts the values of size positions from index first on, on all cores. weight is as in
// [WriterOptions]. Count calls progress, unless that is nil, with the number of positions that it has
// counted since the last call, and stops when ctx is done.
func (r *Reader) Count(ctx context.Context, first, size uint64, weight func(i uint64) (weight, end uint64), progress func(done uint64)) ([]Count, error) {
	if weight == nil {
		weight = one
	}
	span := countSpan * r.block
	base := first / span * span
	tallies, buffers := make([]*tally, pool.Workers(0)), make([][]byte, pool.Workers(0))
	var reporting sync.Mutex
	err := pool.Each(ctx, len(tallies), int((first+size-base+span-1)/span), func(_ context.Context, worker, unit int) error {
		if tallies[worker] == nil {
			tallies[worker], buffers[worker] = newTally(r.Kind(), weight), make([]byte, min(span, size)*r.width)
		}
		low := max(first, base+uint64(unit)*span)
		n := min(first+size, base+uint64(unit+1)*span) - low
		values := buffers[worker][:n*r.width]
		if err := r.ReadValues(values, low); err != nil {
			return err
		}
		tallies[worker].add(values, low)
		if progress != nil {
			reporting.Lock()
			defer reporting.Unlock()
			progress(n)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	all := newTally(r.Kind(), weight)
	for _, t := range tallies {
		if t != nil {
			all.merge(t)
		}
	}
	return all.counts()
}

// CountBytes returns the number of bytes with each value. Values come in runs. In a run of equal
// values each increment would wait for the one before. So CountBytes counts runs of eight at once,
// and distributes other values over four counters.
func CountBytes(values []byte) (counts [256]uint64) {
	const ones = 0x0101010101010101
	var part [4][256]uint32
	for len(values) > 0 {
		some := values[:min(len(values), 1<<30)]
		values = values[len(some):]
		for ; len(some) >= 8; some = some[8:] {
			x := le.Uint64(some)
			if x == x&255*ones {
				part[0][x&255] += 8
				continue
			}
			part[0][x&255]++
			part[1][x>>8&255]++
			part[2][x>>16&255]++
			part[3][x>>24&255]++
			part[0][x>>32&255]++
			part[1][x>>40&255]++
			part[2][x>>48&255]++
			part[3][x>>56]++
		}
		for _, v := range some {
			part[0][v]++
		}
		for v := range counts {
			for p := range part {
				counts[v] += uint64(part[p][v])
				part[p][v] = 0
			}
		}
	}
	return counts
}
