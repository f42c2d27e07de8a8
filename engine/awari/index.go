package awari

import (
	"slices"

	"github.com/foregone-db/foregone/engine/placement"
)

const pits = 12

// board holds the stones of the mover's six pits, first to last, and then of the opponent's.
type board [pits]uint8

// nowhere is not a valid index.
const nowhere = ^uint64(0)

// rules holds the rules of a variant and the tables that rank its positions.
type rules struct {
	most      int // upper bound on the stones
	reachable bool
	start     uint64                      // nowhere if there is no start
	first     [maxStones + 2]uint64       // by number of stones: the lowest index
	below     [pits][maxStones + 1]uint64 // by pit and the stones up to that pit: C(stones+pit, pit+1)
}

func newRules(most int, reachable bool) *rules {
	r := &rules{most: most, reachable: reachable, start: nowhere}
	for p := range r.below {
		for m := range r.below[p] {
			r.below[p][m] = placement.Choose(m+p, min(p+1, pits))
		}
	}
	for n := range most + 1 {
		r.first[n+1] = r.first[n] + r.size(n)
	}
	if most%pits == 0 && (!reachable || most == maxStones) {
		b := even(most)
		r.start = r.index(&b)
	}
	return r
}

// even returns the position with the same number of stones in all pits.
func even(stones int) (b board) {
	for p := range b {
		b[p] = uint8(stones / pits)
	}
	return b
}

// size returns the number of positions with n stones.
func (r *rules) size(n int) uint64 {
	switch all := placement.Choose(n+pits-1, pits-1); {
	case !r.reachable:
		return all
	case n == maxStones-1:
		return 0
	case n == maxStones:
		return all - placement.Choose(n+5, pits-1) + 1 // the start
	default:
		return all - placement.Choose(n+5, pits-1)
	}
}

// stones returns the number of stones at an index.
func (r *rules) stones(i uint64) int {
	n := 0
	for n < r.most && i >= r.first[n+1] {
		n++
	}
	return n
}

// stones returns the number of stones in all pits.
func (b *board) stones() (n int) {
	for _, v := range b {
		n += int(v)
	}
	return n
}

// stored reports whether the game has an index for a position.
func (r *rules) stored(b *board) bool {
	n := b.stones()
	return n <= r.most && (!r.reachable || n != maxStones-1 && (hasGap(b) || *b == even(maxStones)))
}

// hasGap reports whether the opponent has an empty pit.
func hasGap(b *board) bool { return slices.Contains(b[6:], 0) }

// index returns the index of a stored position. Positions with the same number of stones are
// ordered by the sum of all pits but the last, then by the sum of all but the last two, and so on.
func (r *rules) index(b *board) uint64 {
	var sums [pits]int // by pit: the stones up to and including it
	sum := 0
	for p, v := range b {
		sum += int(v)
		sums[p] = sum
	}
	rank := uint64(0)
	for p := range pits - 1 {
		rank += r.below[p][sums[p]]
	}
	if !r.reachable {
		return r.first[sum] + rank
	}
	if !hasGap(b) { // the start
		return r.first[sum+1] - 1
	}
	for p := pits - 1; p >= 6; p-- { // subtract the earlier positions without a gap
		rank -= placement.Choose(sums[p-1]+5, p)
		if b[p] == 0 {
			break
		}
	}
	return r.first[sum] + rank
}

// board returns the position at an index.
func (r *rules) board(i uint64) (b board) {
	n := r.stones(i)
	i -= r.first[n]
	gap := !r.reachable
	if !gap && n == maxStones && i == r.size(n)-1 {
		return even(n)
	}
	for p := pits - 1; p > 0; p-- {
		before := func(m int) uint64 { // the number of positions with fewer than m stones in the pits before p
			if gap || p < 6 {
				return r.below[p-1][m]
			}
			return r.below[p-1][m] - placement.Choose(m+5, p)
		}
		m := n
		for before(m) > i {
			m--
		}
		i -= before(m)
		b[p] = uint8(n - m)
		gap = gap || b[p] == 0
		n = m
	}
	b[0] = uint8(n)
	return b
}

// next makes b the next position with the same number of stones. It requires that all of them are
// stored.
func (b *board) next() {
	p := 1
	for p < pits && b[p] == 0 {
		p++
	}
	if p == pits {
		return // b was the last position
	}
	first := b[0]
	b[0] = 0
	b[p]--
	b[p-1] += first + 1
}
