package pushfight

import (
	"math/bits"
	"sort"
)

// numbering has the indices of a variant's positions: the permutation index, which numbers all
// positions in progress, and the minimized index, which numbers the reachable ones, symmetric
// twins once. It is immutable.
type numbering struct {
	board           *Board
	movers, pushers int // per side
	permutations    uint64
	rank            *ranker
	whole           region // the whole board, ascending
	minimizer       *minimizer
}

// Permutations returns the number of permutation indices.
func (n *numbering) Permutations() uint64 { return n.permutations }

// AtPermutation returns the position of a permutation index, which must be below
// [Variant.Permutations].
func (n *numbering) AtPermutation(i uint64) Position { return n.unpermute(i) }

// MinimizedIndex returns the minimized index of a position, or false if p is not in progress or not
// reachable.
func (n *numbering) MinimizedIndex(p Position) (uint64, bool) {
	if !n.inProgress(p) {
		return 0, false
	}
	return n.minimize(p)
}

// over reports whether a piece has dropped.
func (n *numbering) over(p Position) bool {
	return bits.OnesCount64(p.occupied) < 2*(n.movers+n.pushers)
}

// inProgress reports whether the game has begun and is not over.
func (n *numbering) inProgress(p Position) bool { return p.anchor != 0 && !n.over(p) }

// permute returns the permutation index of a position in progress.
func (n *numbering) permute(p Position) uint64 {
	var rank uint64
	var state uint32
	r := n.rank
	for occupied := p.occupied; occupied != 0; {
		c := 63 - bits.LeadingZeros64(occupied)
		occupied ^= 1 << c
		symbol := p.symbolAt(c) - 1
		state += r.increment[symbol]
		rank += r.below[n.whole[c]+state+uint32(symbol)]
	}
	return rank
}

// unpermute is the inverse of permute.
func (n *numbering) unpermute(rank uint64) Position {
	return n.rank.unrank(rank, n.rank.state(n.counts()), n.board.cells)
}

// counts returns how many o, O, x, X, Y a position in progress has.
func (n *numbering) counts() [5]int {
	return [5]int{n.movers, n.pushers, n.movers, n.pushers - 1, 1}
}

// minimize returns the minimized index of a position in progress, or false if the position is not
// reachable.
func (n *numbering) minimize(p Position) (uint64, bool) {
	i := n.index(p.occupied, p.pusher, p.theirs, p.anchor)
	return i, i != absent
}

// index returns the minimized index of a position in progress, absent if the position is not
// reachable. The anchored pusher may or may not be in the words.
func (n *numbering) index(occupied, pusher, theirs, anchor uint64) uint64 {
	c := bits.TrailingZeros64(anchor)
	a := n.minimizer.around[c&63]
	sides, ends := bits.RotateLeft64(occupied&a.sides, 1-c), uint64(0)
	free := &a.free[1]
	if (sides^sides>>2)&a.horizontal == 0 { // both sides are empty or neither
		stride := int(n.board.stride)
		ends = bits.RotateLeft64(occupied&a.ends, stride-c)
		if (ends^ends>>(2*stride&63))&a.vertical == 0 {
			return absent
		}
		ends |= bits.RotateLeft64(pusher&a.ends, stride+1-c) | bits.RotateLeft64(theirs&a.ends, stride+2-c)
		ends = ends&7 | ends>>(2*stride&63)&7<<3
		free = &a.free[0]
	}
	sides |= bits.RotateLeft64(pusher&a.sides, 2-c) | bits.RotateLeft64(theirs&a.sides, 5-c)
	start := &a.blocks[int(endsPair[ends&63])*25+int(sidesPair[sides&127])]
	return start.first + n.rank.rank(&free.after, &a.step, start.state, occupied&free.cells, pusher, theirs)
}

// unminimize is the inverse of minimize. It returns the twin whose anchor stands on the first half
// of the board.
func (n *numbering) unminimize(i uint64) Position {
	blocks := n.minimizer.blocks
	k := &blocks[sort.Search(len(blocks), func(at int) bool { return blocks[at].first > i })-1]
	p := n.rank.unrank(i-k.first, k.state, k.free)
	p.occupied |= k.fixed.occupied
	p.pusher |= k.fixed.pusher
	p.theirs |= k.fixed.theirs
	p.anchor = k.fixed.anchor
	return p
}
