package ur

import (
	"math/bits"
	"sort"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/multiset"
)

// numbering numbers the positions of a variant.
type numbering struct {
	*rules
	parts  []part
	partOf [most + 1][most + 1]*part // by pieces borne off by the mover and the other
	ranks  [most + 1]ranks           // by the greatest number of squares in a set
	// pack takes the squares out of six that another mask does not have, and spread puts them back.
	pack, spread [64][64]uint8
}

// ranks numbers the sets of up to sixteen squares with a limited number of squares, in the order of their
// bits. The sets of the first n squares have the lowest numbers.
type ranks struct {
	of    []uint16   // by set
	sets  []uint16   // by number
	below [17]uint32 // by n: the number of sets of the first n squares
}

// part is a slice. Its rows are the pieces of the player who has borne off fewer, its columns those of
// the other. If the numbers differ a row has the positions with the other to move, then those with the
// first to move. If they are the same the mover's pieces are the row. Part 0 has the positions that are
// over: a row for each number of pieces that the mover bore off.
type part struct {
	off         [2]uint8
	first, size uint64
	rows        []uint32 // by row: the offset of its first position; the last is the size
}

func newNumbering(r *rules) *numbering {
	n := &numbering{rules: r}
	for k := range n.ranks {
		n.ranks[k] = newRanks(k, r.length)
	}
	for occupied := range 64 {
		for set := range 64 {
			packed := multiset.Pack(63&^occupied, set)
			if n.pack[occupied][set] = uint8(packed); set&occupied == 0 {
				n.spread[occupied][packed] = uint8(set)
			}
		}
	}
	over := part{off: [2]uint8{0, uint8(r.pieces)}, rows: []uint32{0}}
	for off := range r.pieces {
		over.size += uint64(len(n.ranks[r.pieces-off].sets))
		over.rows = append(over.rows, uint32(over.size))
	}
	n.parts = append(n.parts, over)
	for sum := 2*r.pieces - 2; sum >= 0; sum-- {
		for low := max(0, sum-r.pieces+1); 2*low <= sum; low++ {
			n.parts = append(n.parts, n.newPart(uint8(low), uint8(sum-low)))
		}
	}
	first := uint64(0)
	for at := range n.parts {
		p := &n.parts[at]
		p.first = first
		first += p.size
		n.partOf[p.off[0]][p.off[1]], n.partOf[p.off[1]][p.off[0]] = p, p
	}
	for off := range r.pieces {
		n.partOf[off][r.pieces] = &n.parts[0]
	}
	return n
}

func newRanks(most, length int) ranks {
	k := ranks{of: make([]uint16, 1<<length)}
	for set := range 1 << length {
		if bits.OnesCount16(uint16(set)) <= most {
			k.of[set] = uint16(len(k.sets))
			k.sets = append(k.sets, uint16(set))
		}
		if set&(set+1) == 0 {
			k.below[bits.Len(uint(set))] = uint32(len(k.sets))
		}
	}
	return k
}

// newPart returns a slice without its first index.
func (n *numbering) newPart(low, high uint8) part {
	p := part{off: [2]uint8{low, high}, rows: []uint32{0}}
	sides := uint64(2)
	if low == high {
		sides = 1
	}
	columns := &n.ranks[n.pieces-int(high)]
	for _, row := range n.ranks[n.pieces-int(low)].sets {
		p.size += sides * uint64(columns.below[n.length-bits.OnesCount16(row&n.shared)])
		p.rows = append(p.rows, uint32(p.size))
	}
	return p
}

// targets returns the slices that moves from a slice lead to, itself included.
func (n *numbering) targets(at int) (list []int) {
	p := &n.parts[at]
	if at == 0 {
		return nil
	}
	seen := map[*part]bool{p: true}
	for side := range 2 {
		next := p.off
		next[side]++
		if int(next[side]) == n.pieces {
			seen[&n.parts[0]] = true
		} else {
			seen[n.partOf[next[0]][next[1]]] = true
		}
	}
	for to := range n.parts {
		if seen[&n.parts[to]] {
			list = append(list, to)
		}
	}
	return list
}

// packed removes occupied squares from the numbering of squares.
func (n *numbering) packed(set, occupied uint16) uint16 {
	a, b := occupied>>4&63, occupied>>10
	return set&15 | uint16(n.pack[a][set>>4&63])<<4 | uint16(n.pack[b][set>>10])<<(10-bits.OnesCount16(a))
}

// spreadOut is the inverse of packed.
func (n *numbering) spreadOut(packed, occupied uint16) uint16 {
	a, b := occupied>>4&63, occupied>>10
	left := 6 - bits.OnesCount16(a)
	return packed&15 | uint16(n.spread[a][packed>>4&(1<<left-1)])<<4 | uint16(n.spread[b][packed>>(4+left)&63])<<10
}

// index returns the index of a position.
func (n *numbering) index(p position) uint64 {
	at := n.partOf[p.mover.off][p.other.off]
	if at == &n.parts[0] {
		return uint64(at.rows[p.mover.off]) + uint64(n.ranks[n.pieces-int(p.mover.off)].of[p.mover.on])
	}
	row, column, later := p.mover.on, p.other.on, p.mover.off < p.other.off
	if p.mover.off > p.other.off {
		row, column = column, row
	}
	columns := &n.ranks[n.pieces-int(at.off[1])]
	i := at.first + uint64(at.rows[n.ranks[n.pieces-int(at.off[0])].of[row]])
	if later {
		i += uint64(columns.below[n.length-bits.OnesCount16(row&n.shared)])
	}
	return i + uint64(columns.of[n.packed(column, n.seen(row))])
}

// stored reports whether a position has an index.
func (n *numbering) stored(p position) bool {
	return int(p.mover.off) < n.pieces && n.hand(p.mover) >= 0 && n.hand(p.other) >= 0 && p.mover.on&n.seen(p.other.on) == 0 &&
		(p.mover.on|p.other.on)>>n.length == 0
}

// row is a row of a slice, to which consecutive indices belong.
type row struct {
	part       *part
	first, end uint64 // indices
	on         uint16
	occupied   uint16
	half       uint64 // positions with one player to move
}

// rowAt returns the row of an index.
func (n *numbering) rowAt(i uint64) (r row) {
	at := sort.Search(len(n.parts), func(k int) bool { return n.parts[k].first+n.parts[k].size > i })
	r.part = &n.parts[at]
	offset := uint32(i - r.part.first)
	k := sort.Search(len(r.part.rows), func(k int) bool { return r.part.rows[k] > offset }) - 1
	r.first, r.end = r.part.first+uint64(r.part.rows[k]), r.part.first+uint64(r.part.rows[k+1])
	r.half = r.end - r.first
	if at == 0 {
		r.on = uint16(k)
		return r
	}
	r.on = n.ranks[n.pieces-int(r.part.off[0])].sets[k]
	r.occupied = n.seen(r.on)
	if r.part.off[0] != r.part.off[1] {
		r.half /= 2
	}
	return r
}

// at returns the position of an index, and its row, if r is another one.
func (n *numbering) at(r *row, i uint64) position {
	if i < r.first || i >= r.end {
		*r = n.rowAt(i)
	}
	i -= r.first
	if r.part == &n.parts[0] {
		return position{side{n.ranks[n.pieces-int(r.on)].sets[i], uint8(r.on)}, side{0, uint8(n.pieces)}}
	}
	p := position{side{r.on, r.part.off[0]}, side{0, r.part.off[1]}}
	other := i < r.half && r.half < r.end-r.first
	if !other {
		i -= r.end - r.first - r.half
	}
	p.other.on = n.spreadOut(n.ranks[n.pieces-int(r.part.off[1])].sets[i], r.occupied)
	if other {
		p.mover, p.other = p.other, p.mover
	}
	return p
}

// roller is the [fast.Roller] of the game. It caches the row of the last position.
type roller struct {
	*numbering
	row row
}

// Roll implements [fast.Roller].
func (r *roller) Roll(dst *fast.Rolls, i uint64) engine.Ends {
	return r.roll(dst, r.at(&r.row, i), r.index)
}

// Stage implements [fast.Stager]. A stage is how far the leader's pieces have come, and whether he moves next. The
// leader is the player with fewer pieces borne off; if both have as many, it is the one whose pieces are further
// along. When he captures, the stage is later still. Only captures of his pieces lead back.
func (r *roller) Stage(i uint64) int {
	p := r.at(&r.row, i)
	mover, other := p.mover.steps(), p.other.steps()
	if p.mover.off < p.other.off || p.mover.off == p.other.off && mover >= other {
		return 2*mover + 1
	}
	return 2 * other
}

// steps returns how many squares the pieces on the board have passed.
func (s side) steps() (sum int) {
	for set := s.on; set != 0; set &= set - 1 {
		sum += bits.TrailingZeros16(set) + 1
	}
	return sum
}

// keySet has the positions of a slice as keys. It implements the KeySet of package discover.
type keySet struct {
	*numbering
	at int
}

// Len implements the KeySet of package discover.
func (k keySet) Len() uint64 { return k.parts[k.at].size }

// Key implements the KeySet of package discover.
func (k keySet) Key(rank uint64) uint64 {
	return keyOf(k.numbering.at(new(row), k.parts[k.at].first+rank))
}

// Rank implements the KeySet of package discover.
func (k keySet) Rank(key uint64) (uint64, bool) {
	p := positionOf(key)
	if !k.stored(p) || k.partOf[p.mover.off][p.other.off] != &k.parts[k.at] {
		return 0, false
	}
	return k.index(p) - k.parts[k.at].first, true
}
