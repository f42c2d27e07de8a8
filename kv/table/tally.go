package table

import (
	"fmt"
	"math/bits"
)

// cell counts one value.
type cell struct {
	positions uint64
	weighted  uint64
	first     uint64
}

// tally counts the values of runs of positions. It belongs to one goroutine;
// tallies of several are added up.
type tally struct {
	width    uint64
	weights  weights
	total    uint64 // of the weights of runs
	cells    []cell
	overflow bool // of weighted counts
}

// weights says what positions weigh, in one of two ways. With neither weights are not counted.
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
		cells := (*[256]cell)(t.cells)
		for i, v := range values {
			c := &cells[v]
			if c.positions == 0 {
				c.first = first + uint64(i)
			}
			c.positions++
		}
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

// addRuns is addWeighted where the weights of runs are known. No cell overflows unless the
// sum of all weights does.
func (t *tally) addRuns(values []byte, first uint64) {
	for len(values) > 0 {
		weight, end := t.weights.run(first)
		n := min(end-first, uint64(len(values))/t.width)
		t.addTotal(bits.Mul64(weight, n))
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

// addTotal adds to the sum of the weights of runs.
func (t *tally) addTotal(high, low uint64) {
	sum, carry := bits.Add64(t.total, low, 0)
	t.total = sum
	t.overflow = t.overflow || high != 0 || carry != 0
}

// merge adds what o counted.
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
