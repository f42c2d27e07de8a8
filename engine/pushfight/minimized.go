package pushfight

import (
	"math/bits"
	"sort"
)

// block is a run of minimized indices: the anchor's square and what stands on the
// neighbouring squares that decide reachability are fixed.
type block struct {
	first  uint64   // lowest index
	anchor int      // cell
	fixed  Position // the pieces on the anchor's cell and the neighbours
	free   uint64   // the other squares
	state  int      // of the ranker: the counts on the other squares
}

const absent = ^uint64(0)

// around holds, for an anchor's cell, what the index of a position needs.
type around struct {
	turned     bool // the half turn of the position is the one stored
	horizontal bool // both horizontal neighbours exist
	vertical   bool
	h, v       region // over the squares free in horizontal and vertical blocks
	hMask      uint64 // squares free in horizontal blocks
	vMask      uint64 // squares free in vertical blocks
	// First indices of the blocks by the symbols of the neighbours: left·5 +
	// right, and ((top·5 + left)·5 + right)·5 + bottom, as they stand on the
	// board even when the position is turned. A neighbour that does not exist
	// counts as empty.
	hFirst [25]uint64
	vFirst [625]uint64
}

// minimizer is the minimized index of a variant.
type minimizer struct {
	blocks []block
	size   uint64
	around [64]*around
}

func newMinimizer(v *Variant) *minimizer {
	m := &minimizer{}
	b := v.board
	for s := range b.squares {
		c := int(b.cellOf[s])
		a := &around{
			turned:     b.symmetric && s >= b.squares/2,
			horizontal: b.neighbour(c, left) >= 0 && b.neighbour(c, right) >= 0,
			vertical:   b.neighbour(c, up) >= 0 && b.neighbour(c, down) >= 0,
		}
		for i := range a.hFirst {
			a.hFirst[i] = absent
		}
		for i := range a.vFirst {
			a.vFirst[i] = absent
		}
		self := uint64(1) << c
		a.hMask = b.cells &^ (self | self<<1 | self>>1)
		a.vMask = a.hMask &^ (self<<b.stride | self>>b.stride)
		a.h = v.rank.region(a.hMask, a.turned)
		a.v = v.rank.region(a.vMask, a.turned)
		m.around[c] = a
	}
	for s := range b.squares {
		c := int(b.cellOf[s])
		a := m.around[c]
		if a.turned {
			break
		}
		opposite := &around{}
		if b.symmetric {
			opposite = m.around[b.cellOf[b.squares-1-s]]
		}
		if a.horizontal {
			for l := range 5 {
				for r := range 5 {
					if (l == 0) != (r == 0) {
						if first, ok := m.add(v, c, a.hMask, map[int]int{left: l, right: r}); ok {
							a.hFirst[l*5+r] = first
							opposite.hFirst[r*5+l] = first
						}
					}
				}
			}
		}
		if !a.vertical {
			continue
		}
		for i := range 625 {
			t, l, r, d := i/125, i/25%5, i/5%5, i%5
			if (t == 0) == (d == 0) || a.horizontal && (l == 0) != (r == 0) {
				continue
			}
			if first, ok := m.add(v, c, a.vMask, map[int]int{up: t, left: l, right: r, down: d}); ok {
				a.vFirst[i] = first
				opposite.vFirst[((d*5+r)*5+l)*5+t] = first
			}
		}
	}
	return m
}

// add appends the block of those neighbours, unless it is empty.
func (m *minimizer) add(v *Variant, c int, free uint64, neighbours map[int]int) (first uint64, ok bool) {
	k := block{first: m.size, anchor: c, free: free}
	k.fixed.put(c, 5)
	counts := v.counts()
	counts[4] = 0
	for d, symbol := range neighbours {
		if symbol == 0 {
			continue
		}
		n := v.board.neighbour(c, d)
		if n < 0 || counts[symbol-1] == 0 {
			return 0, false
		}
		k.fixed.put(n, symbol)
		counts[symbol-1]--
	}
	size := v.rank.total(bits.OnesCount64(free), counts)
	if size == 0 {
		return 0, false
	}
	k.state = v.rank.state(counts)
	m.blocks = append(m.blocks, k)
	m.size += size
	return k.first, true
}

// symbolOf returns 0 for an empty or missing square, else 1 for o to 4 for X.
func symbolOf(bit, occupied, pusher, theirs uint64) uint {
	if occupied&bit == 0 {
		return 0
	}
	s := uint(1)
	if pusher&bit != 0 {
		s = 2
	}
	if theirs&bit != 0 {
		s += 2
	}
	return s
}

// minimize returns the minimized index of a position in progress, or false where
// the position is not reachable.
func (v *Variant) minimize(p Position) (uint64, bool) {
	i := v.index(p.occupied, p.pusher, p.theirs, p.anchor)
	return i, i != absent
}

// index returns the minimized index of a position in progress, absent where the
// position is not reachable. The anchored pusher may or may not be in the words.
func (v *Variant) index(occupied, pusher, theirs, anchor uint64) uint64 {
	a := v.minimizer.around[bits.TrailingZeros64(anchor)&63]
	if a.horizontal {
		l, r := symbolOf(anchor>>1, occupied, pusher, theirs), symbolOf(anchor<<1, occupied, pusher, theirs)
		if (l == 0) != (r == 0) {
			first := a.hFirst[l*5+r]
			if a.turned {
				return first + v.rank.rankDown(&a.h, occupied&a.hMask, pusher, theirs)
			}
			return first + v.rank.rankUp(&a.h, occupied&a.hMask, pusher, theirs)
		}
	}
	if !a.vertical {
		return absent
	}
	stride := v.board.stride
	t, d := symbolOf(anchor>>stride, occupied, pusher, theirs), symbolOf(anchor<<stride, occupied, pusher, theirs)
	if (t == 0) == (d == 0) {
		return absent
	}
	l, r := symbolOf(anchor>>1, occupied, pusher, theirs), symbolOf(anchor<<1, occupied, pusher, theirs)
	first := a.vFirst[((t*5+l)*5+r)*5+d]
	if a.turned {
		return first + v.rank.rankDown(&a.v, occupied&a.vMask, pusher, theirs)
	}
	return first + v.rank.rankUp(&a.v, occupied&a.vMask, pusher, theirs)
}

// unminimize is the inverse of minimize; of each pair of twins it returns the one
// whose anchor stands on the first half of the board.
func (v *Variant) unminimize(i uint64) Position {
	blocks := v.minimizer.blocks
	k := &blocks[sort.Search(len(blocks), func(j int) bool { return blocks[j].first > i })-1]
	p := v.rank.unrank(i-k.first, k.state, k.free)
	p.occupied |= k.fixed.occupied
	p.pusher |= k.fixed.pusher
	p.theirs |= k.fixed.theirs
	p.anchor = k.fixed.anchor
	return p
}
