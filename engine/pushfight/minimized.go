package pushfight

import (
	"math/bits"
	"sort"
)

// block is a run of minimized indices with the same anchor's square and the same pieces on the
// neighbouring squares that decide reachability.
type block struct {
	first, size uint64   // indices
	fixed       Position // the pieces on the anchor's cell and the neighbours
	free        uint64   // the other squares
	state       int      // of the ranker: the counts on the free squares
}

const absent = ^uint64(0)

// around holds the data of an anchor's cell for the index of a position. The index takes no
// branch on the anchor's half or its neighbours: the processor would often mispredict such a
// branch in random positions.
type around struct {
	turned     bool          // the half turn of the position is the one stored
	horizontal uint64        // 1 if both horizontal neighbours exist
	vertical   uint64        // 1 if both vertical neighbours exist
	sides      uint64        // the left and right neighbours that exist
	ends       uint64        // the neighbours above and below that exist
	free       [2]freeRegion // in vertical blocks, in horizontal blocks
	step       [4]step       // by symbol, o to X
	// blocks holds the starts of the blocks by the symbols of the neighbours:
	// ((above·5 + below)·5 + left)·5 + right, as they stand on the board even when
	// the position is turned. A neighbour that does not exist counts as empty, and
	// in horizontal blocks those above and below do too.
	blocks [625]blockStart
}

// freeRegion is the squares whose pieces the index ranks.
type freeRegion struct {
	cells uint64
	after region
}

// blockStart is the first index of a block, absent if there is none, and the state
// of the ranker before the lowest cell.
type blockStart struct {
	first uint64
	state uint32
}

// minimizer computes the minimized indices of a variant.
type minimizer struct {
	blocks []block
	size   uint64
	around [64]*around
}

func newMinimizer(n *numbering) *minimizer {
	m := &minimizer{}
	b := n.board
	for s := range b.squares {
		m.around[b.cellOf[s]] = newAround(n, s)
	}
	for s := range b.squares {
		c := int(b.cellOf[s])
		if m.around[c].turned {
			break
		}
		opposite := &around{}
		if b.symmetric {
			opposite = m.around[b.cellOf[b.squares-1-s]]
		}
		m.addAnchor(n, c, opposite)
	}
	return m
}

// newAround returns the data of an anchor on square s, without its blocks.
func newAround(n *numbering, s int) *around {
	b := n.board
	c := int(b.cellOf[s])
	self := uint64(1) << c
	a := &around{
		turned: b.symmetric && s >= b.squares/2,
		sides:  b.cells & (self<<1 | self>>1),
		ends:   b.cells & (self<<b.stride | self>>b.stride),
	}
	if b.neighbour(c, left) >= 0 && b.neighbour(c, right) >= 0 {
		a.horizontal = 1
	}
	if b.neighbour(c, up) >= 0 && b.neighbour(c, down) >= 0 {
		a.vertical = 1
	}
	for i := range a.blocks {
		a.blocks[i].first = absent
	}
	for i, cells := range [2]uint64{b.cells &^ (self | a.sides | a.ends), b.cells &^ (self | a.sides)} {
		a.free[i] = freeRegion{cells, n.rank.region(cells, a.turned)}
	}
	a.step = n.rank.steps(a.turned)
	return a
}

// addAnchor appends the blocks of an anchor on cell c. Turned by 180°, they also serve the opposite
// cell.
func (m *minimizer) addAnchor(n *numbering, c int, opposite *around) {
	a := m.around[c]
	if a.horizontal == 1 {
		for l := range 5 {
			for r := range 5 {
				if (l == 0) != (r == 0) {
					first, state := m.add(n, c, a.free[1].cells, map[int]int{left: l, right: r})
					a.blocks[l*5+r] = blockStart{first, state}
					opposite.blocks[r*5+l] = blockStart{first, 0}
				}
			}
		}
	}
	if a.vertical == 0 {
		return
	}
	for i := range 625 {
		t, l, r, d := i/125, i/25%5, i/5%5, i%5
		if (t == 0) == (d == 0) || a.horizontal == 1 && (l == 0) != (r == 0) {
			continue
		}
		first, state := m.add(n, c, a.free[0].cells, map[int]int{up: t, left: l, right: r, down: d})
		a.blocks[((t*5+d)*5+l)*5+r] = blockStart{first, state}
		opposite.blocks[((d*5+t)*5+r)*5+l] = blockStart{first, 0}
	}
}

// add appends the block of some neighbours and returns its first index, or absent if the block is
// empty. The state is that of all its free pieces, scaled.
func (m *minimizer) add(n *numbering, c int, free uint64, neighbours map[int]int) (first uint64, state uint32) {
	k := block{first: m.size, free: free}
	k.fixed.put(c, 5)
	counts := n.counts()
	counts[4] = 0
	for d, symbol := range neighbours {
		if symbol == 0 {
			continue
		}
		neighbour := n.board.neighbour(c, d)
		if neighbour < 0 || counts[symbol-1] == 0 {
			return absent, 0
		}
		k.fixed.put(neighbour, symbol)
		counts[symbol-1]--
	}
	k.size = n.rank.total(bits.OnesCount64(free), counts)
	if k.size == 0 {
		return absent, 0
	}
	k.state = n.rank.state(counts)
	m.blocks = append(m.blocks, k)
	m.size += k.size
	return k.first, uint32(k.state) * 5
}

// sidesPair and endsPair translate the words' bits on two neighbours, as index
// gathers them, to a pair of symbols: first·5 + second.
var sidesPair, endsPair = func() (sides [128]uint8, ends [64]uint8) {
	symbol := func(occupied, pusher, theirs int) int { return occupied&1 + pusher&1 + theirs&1*2 }
	for i := range sides {
		sides[i] = uint8(symbol(i, i>>1, i>>4)*5 + symbol(i>>2, i>>3, i>>6))
	}
	for i := range ends {
		ends[i] = uint8(symbol(i, i>>1, i>>2)*5 + symbol(i>>3, i>>4, i>>5))
	}
	return sides, ends
}()

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
