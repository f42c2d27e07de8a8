package table

import (
	"bytes"
	"fmt"
	"math/bits"
)

// cell counts one value.
type cell struct {
	positions uint64
	weighted  uint64
	first     uint64
}

// tally counts the values of runs of positions. It belongs to one goroutine; merge adds up several.
type tally struct {
	width    uint64
	weights  weights
	total    uint64 // of the weights of runs
	cells    []cell
	overflow bool // of weighted counts
}

// weights has the weights of positions, by position or by run. If both are nil, weights are not counted.
type weights struct {
	each func(i uint64) uint64
	run  func(i uint64) (weight, end uint64)
}

func newTally(width uint64, w weights) *tally {
	return &tally{width: width, weights: w, cells: make([]cell, 1<<(8*width))}
}

// add counts the values of the positions from first on. Runs come in ascending
// order.
func (t *tally) add(values []byte, first uint64) {
	switch {
	case t.weights.run != nil:
		t.addRuns(values, first)
	case t.weights.each != nil:
		t.addWeighted(values, first)
	case t.width == 1:
		t.addBytes(values, first, 0)
	default:
		for i := 0; i+1 < len(values); i += 2 {
			c := &t.cells[le.Uint16(values[i:])]
			if c.positions == 0 {
				c.first = first + uint64(i/2)
			}
			c.positions++
		}
	}
}

func (t *tally) addWeighted(values []byte, first uint64) {
	for i := uint64(0); (i+1)*t.width <= uint64(len(values)); i++ {
		v := uint16(values[i*t.width])
		if t.width == 2 {
			v = le.Uint16(values[i*2:])
		}
		c := &t.cells[v]
		if c.positions == 0 {
			c.first = first + i
		}
		c.positions++
		sum, carry := bits.Add64(c.weighted, t.weights.each(first+i), 0)
		c.weighted = sum
		t.overflow = t.overflow || carry != 0
	}
}

// addRuns is addWeighted for weights by run. A cell overflows only if the sum of all weights does.
func (t *tally) addRuns(values []byte, first uint64) {
	for len(values) > 0 {
		weight, end := t.weights.run(first)
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
			if t.width == 2 {
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

// addTotal adds to the sum of the weights of runs.
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
		sum, carry := bits.Add64(c.weighted, from.weighted, 0)
		c.weighted = sum
		t.overflow = t.overflow || carry != 0
	}
}

// counts returns what was counted. Without a weight function every position has
// the weight uniform.
func (t *tally) counts(uniform uint64) ([]Count, error) {
	counts := []Count{}
	for v, c := range t.cells {
		if c.positions == 0 {
			continue
		}
		if t.weights.each == nil && t.weights.run == nil {
			hi, lo := bits.Mul64(c.positions, uniform)
			t.overflow = t.overflow || hi != 0
			c.weighted = lo
		}
		counts = append(counts, Count{uint16(v), c.positions, c.weighted, c.first})
	}
	if t.overflow {
		return nil, fmt.Errorf("the weights of all positions exceed 64 bits")
	}
	return counts, nil
}

// CountBytes returns how many values of one byte there are of each. Values come in runs:
// equal neighbours would each wait for the count before, so that eight of them are counted
// at once, and others in turn in four places.
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
