package tictacchec

import (
	"encoding/binary"
	"math/bits"
	"sort"
)

// ranking numbers positions by the turns of the opening, then by the set of pieces on the board,
// then by their squares, pawns first. A pawn's state is a square and, on an inner row, a direction.
// Of a position and its mirror image the one whose first piece in that order stands on the left
// half is numbered. Only the empty board is its own image.
type ranking struct {
	*set
	heads   [3]heads // by number of pawns that have directions
	classes []class  // by indices
	of      [2*kinds - 1][1 << maxMen]*class
	first   [2*kinds - 1]uint64 // by turns of the opening: the lowest index
	size    uint64
}

// heads are the states of the first piece of a class, or of its two pawns.
type heads struct {
	list [][2]uint8
	of   [2 * squares][2 * squares]int16 // by states
}

// state is a square and whether a pawn goes up.
func state(s uint8, up bool) uint8 {
	if up {
		return s<<1 | 1
	}
	return s << 1
}

// class is all positions with the same pieces on the board, after the same number of turns of the
// opening.
type class struct {
	ply    uint8
	first  uint64 // the lowest index
	size   uint64 // below 2^32
	pieces []int  // on the board, in order
	pawns  int    // that have directions; none in the opening, where no pawn has moved
	heads  *heads
	tails  uint64 // ways to place the pieces that are not in the heads
}

func newRanking(t *set) *ranking {
	k := &ranking{set: t}
	k.findHeads()
	for ply := range t.opening + 1 {
		k.first[ply] = k.size
		for on := range 1 << (2 * t.n) {
			own, opponent := on&(1<<t.n-1), on>>t.n
			if ply == t.opening || bits.OnesCount(uint(own)) == ply/2 && bits.OnesCount(uint(opponent)) == (ply+1)/2 {
				k.add(uint8(ply), on)
			}
		}
	}
	for i := range k.classes {
		c, on := &k.classes[i], 0
		for _, piece := range c.pieces {
			on |= 1 << piece
		}
		k.of[c.ply][on] = c
	}
	return k
}

// findHeads lists the states of a piece, of one pawn and of two. The first stands on the left half.
func (k *ranking) findHeads() {
	var left, all []uint8 // states of a pawn
	for _, half := range []int{leftHalf, ^leftHalf} {
		for s := range uint8(squares) {
			for _, up := range []bool{false, true} {
				if half>>s&1 != 0 && (up && lastRow>>s&1 == 0 || !up && firstRow>>s&1 == 0) {
					all = append(all, state(s, up))
				}
			}
		}
		if left == nil {
			left = all
		}
		for s := range uint8(squares) {
			if half>>s&1 != 0 && half == leftHalf {
				k.heads[0].add(state(s, false), 0)
			}
		}
	}
	for _, a := range left {
		k.heads[1].add(a, 0)
		for _, b := range all {
			if a>>1 != b>>1 {
				k.heads[2].add(a, b)
			}
		}
	}
}

func (h *heads) add(a, b uint8) {
	h.of[a][b] = int16(len(h.list))
	h.list = append(h.list, [2]uint8{a, b})
}

// add adds the class of a set of pieces.
func (k *ranking) add(ply uint8, on int) {
	c := class{ply: ply, first: k.size, tails: 1}
	for pass := range 2 { // pawns come first
		for i := range 2 * k.n {
			if on>>i&1 != 0 && (k.kinds[i%k.n] == pawn) == (pass == 0) {
				c.pieces = append(c.pieces, i)
				if pass == 0 && int(ply) == k.opening {
					c.pawns++
				}
			}
		}
	}
	c.heads = &k.heads[c.pawns]
	c.size = 1
	if len(c.pieces) > 0 {
		for j := max(c.pawns, 1); j < len(c.pieces); j++ {
			c.tails *= uint64(squares - j)
		}
		c.size = uint64(len(c.heads.list)) * c.tails
	}
	k.classes = append(k.classes, c)
	k.size += c.size
}

// on returns the pieces on the board, as bits.
func (m *men) on() int {
	at := binary.LittleEndian.Uint64(m.at[:])
	return int((at>>4&ones ^ ones) * gather >> (8 * (maxMen - 1)))
}

const gather = 0x0102040810204080 // collects the lowest bits of eight bytes in one byte

// indexOf returns the index of men or of their mirror image. They must be a position.
func (k *ranking) indexOf(m *men) uint64 {
	c := k.of[m.ply][m.on()]
	if len(c.pieces) == 0 {
		return c.first
	}
	mirror := uint8(0)
	if leftHalf>>m.at[c.pieces[0]]&1 == 0 {
		mirror = mirrored
	}
	first := m.at[c.pieces[0]] ^ mirror
	used := uint32(1) << first
	a, b := state(first, false), uint8(0)
	switch c.pawns {
	case 1:
		a = state(first, m.up[c.pieces[0]/k.n])
	case 2:
		second := m.at[c.pieces[1]] ^ mirror
		used |= 1 << second
		a, b = state(first, m.up[0]), state(second, m.up[1])
	}
	rank := uint64(c.heads.of[a&(2*squares-1)][b&(2*squares-1)])
	for j := max(1, c.pawns); j < len(c.pieces); j++ {
		bit := uint32(1) << (m.at[c.pieces[j]] ^ mirror)
		rank = rank*uint64(squares-j) + uint64(bits.OnesCount32(^used&(bit-1)))
		used |= bit
	}
	return c.first + rank
}

// classAt returns the class of an index.
func (k *ranking) classAt(i uint64) *class {
	return &k.classes[sort.Search(len(k.classes), func(n int) bool { return k.classes[n].first > i })-1]
}

// inverses replace divisions: n·inverses[d]>>36 is n/d for n below 2^32.
var inverses = func() (list [squares + 1]uint64) {
	for d := 1; d <= squares; d++ {
		list[d] = 1<<36/uint64(d) + 1
	}
	return list
}()

// free lists the free squares in ascending order, four bits each.
type free uint64

const allFree free = 0xfedcba9876543210

// take removes the n-th free square, counted from 0, and returns it.
func (f *free) take(n uint8) uint8 {
	below := free(1)<<(4*n&63) - 1
	s := uint8(*f >> (4 * n & 63) & 15)
	*f = *f&below | *f>>4&^below
	return s
}

// menOf returns the men of an index in a class.
func (k *ranking) menOf(c *class, i uint64) (m men) {
	m.ply, m.at = c.ply, inHand
	if len(c.pieces) == 0 {
		return m
	}
	rank := uint32(i - c.first)
	tail := uint64(rank % uint32(c.tails))
	from := max(1, c.pawns)
	var digits [maxMen]uint8
	for j := len(c.pieces) - 1; j >= from; j-- {
		d := squares - j
		q := tail * inverses[d] >> 36
		digits[j&(maxMen-1)] = uint8(tail - q*uint64(d))
		tail = q
	}
	head := c.heads.list[rank/uint32(c.tails)]
	digits[0] = head[0] >> 1 // of a piece other than a pawn
	left := allFree
	if c.pawns > 0 {
		i := c.pieces[0]
		m.at[i&(maxMen-1)], m.up[i/k.n] = left.take(head[0]>>1), head[0]&1 != 0
	}
	if c.pawns > 1 {
		n := head[1] >> 1
		if n > head[0]>>1 {
			n-- // the first pawn stands below
		}
		m.at[k.n&(maxMen-1)], m.up[1] = left.take(n), head[1]&1 != 0
	}
	for j := c.pawns; j < len(c.pieces); j++ {
		i, s := c.pieces[j], left.take(digits[j&(maxMen-1)])
		if int(c.ply) == k.opening {
			m.at[i&(maxMen-1)] = s
		} else {
			k.land(&m, i, s, i < k.n)
		}
	}
	return m
}
