package connectfour

import (
	"math/bits"
	"sort"
	"sync"
)

// rowCounts has the positions before each row of some runs, for single lookups.
type rowCounts struct {
	mu sync.Mutex
	of map[*run][]uint32
}

// rowCounts has at most mostRuns runs, which take rowsBytes at most on the boards of 42 bits.
const (
	mostRuns  = 64
	rowsBytes = mostRuns * 4 * 50_000
)

// rowsOf returns the number of positions of a run before each of its rows, and in the run at last.
func (k *columns) rowsOf(l *layer, r *run) []uint32 {
	k.countLayer(l)
	c := &k.rows
	c.mu.Lock()
	defer c.mu.Unlock()
	if list, ok := c.of[r]; ok {
		return list
	}
	left, right := k.halvesOf(l, r)
	counts, n := map[lineSet]uint32{}, uint32(0)
	list := []uint32{0}
	for _, lines := range right.lines {
		lines = lines.and(left.any)
		count, ok := counts[lines]
		if !ok {
			count = uint32(left.without(lines))
			counts[lines] = count
		}
		n += count
		list = append(list, n)
	}
	if c.of == nil || len(c.of) == mostRuns {
		c.of = map[*run][]uint32{}
	}
	c.of[r] = list
	return list
}

// rankByRows returns the rank of the position at a place; ok is false if no position is there.
func (k *columns) rankByRows(l *layer, p place) (rank uint64, ok bool) {
	r := &l.runs[p.run]
	left, right := k.halvesOf(l, r)
	row := make([]uint64, left.words())
	left.fill(row, right.lines[p.row])
	counts := k.rowsOf(l, r) // sets r.before
	rank = r.before + uint64(counts[p.row])
	n := numberAt(p.spot)
	for _, w := range row[:n/64] {
		rank += uint64(bits.OnesCount64(w))
	}
	bit := uint64(1) << (n % 64)
	return rank + uint64(bits.OnesCount64(row[n/64]&(bit-1))), row[n/64]&bit != 0
}

// codeByRows returns the code of the position with a rank.
func (k *columns) codeByRows(l *layer, rank uint64) uint64 {
	k.countLayer(l)
	r := &l.runs[l.runAt(rank)]
	counts := k.rowsOf(l, r)
	rest := uint32(rank - r.before)
	at := sort.Search(len(counts), func(n int) bool { return counts[n] > rest }) - 1
	left, right := k.halvesOf(l, r)
	row := make([]uint64, left.words())
	left.fill(row, right.lines[at])
	rest -= counts[at]
	for column, w := range row {
		n := uint32(bits.OnesCount64(w))
		if rest >= n {
			rest -= n
			continue
		}
		for range rest {
			w &= w - 1
		}
		return uint64(right.codes[at])<<k.left.bits | uint64(left.codes[64*column+bits.TrailingZeros64(w)])
	}
	panic("connectfour: a row has fewer positions than counted")
}
