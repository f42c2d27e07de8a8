package tictacchec

import (
	"encoding/binary"
	"math/bits"
)

// ranking numbers positions by the set of pieces on the board, then by their squares, pawns first.
// A pawn's state is a square and, on an inner row, a direction. Of a position and its mirror image
// the one whose first piece in that order stands on the left half is numbered. Only the empty board
// is its own image.
type ranking struct {
	*set
	order  [maxMen]int // pieces, pawns first
	states [2][squares]int8
	ofPawn []pawnState // by number, the left half first
	pairs  [2 * squares][2 * squares]int16
	ofPair [][2]int16
	plays  slice
	opens  []slice // by ply
}

// pawnState is a square and a direction.
type pawnState struct {
	square uint8
	up     bool
}

// slice is all positions of one ply of the opening, or all positions after it.
type slice struct {
	ply     int
	classes []class // by numbers
	of      [1 << maxMen]*class
	size    uint64
}

// class is all positions with the same pieces on the board.
type class struct {
	on     int    // the pieces on the board, as bits
	first  uint64 // the lowest number
	pieces []int  // in order
	pawns  int
	tails  uint64 // ways to place all pieces except the pawns, or, without pawns, except the first
	size   uint64 // below 2^32
	ways   bool   // pawns have directions of their own
}

func newRanking(t *set) *ranking {
	k := &ranking{set: t}
	k.findOrder()
	k.findStates()
	for on := range 1 << (2 * t.n) {
		k.plays.add(k, on, true)
	}
	k.plays.ply = t.opening
	k.plays.index()
	for ply := range t.opening {
		s := slice{ply: ply}
		for on := range 1 << (2 * t.n) {
			own, opponent := on&(1<<t.n-1), on>>t.n
			if bits.OnesCount(uint(own)) == ply/2 && bits.OnesCount(uint(opponent)) == (ply+1)/2 {
				s.add(k, on, false)
			}
		}
		k.opens = append(k.opens, s)
	}
	for ply := range k.opens {
		k.opens[ply].index()
	}
	return k
}

// findOrder puts pawns before all others.
func (k *ranking) findOrder() {
	at := 0
	for pass := range 2 {
		for i := range 2 * k.n {
			if (k.kinds[i%k.n] == pawn) == (pass == 0) {
				k.order[at] = i
				at++
			}
		}
	}
}

// findStates numbers the states of one pawn and of two pawns.
func (k *ranking) findStates() {
	for _, left := range []bool{true, false} {
		for s := range squares {
			for up := range 2 {
				if (leftHalf>>s&1 != 0) != left || up == 0 && firstRow>>s&1 != 0 || up == 1 && lastRow>>s&1 != 0 {
					continue
				}
				k.states[up][s] = int8(len(k.ofPawn))
				k.ofPawn = append(k.ofPawn, pawnState{uint8(s), up == 1})
			}
		}
	}
	for a := range len(k.ofPawn) / 2 {
		for b := range k.ofPawn {
			if k.ofPawn[a].square != k.ofPawn[b].square {
				k.pairs[a][b] = int16(len(k.ofPair))
				k.ofPair = append(k.ofPair, [2]int16{int16(a), int16(b)})
			}
		}
	}
}

// add adds the class of a set of pieces. In the opening pawns have not moved, and thus have no
// directions.
func (s *slice) add(k *ranking, on int, ways bool) {
	c := class{on: on, first: s.size, tails: 1, ways: ways}
	for _, i := range k.order[:2*k.n] {
		if on>>i&1 != 0 {
			c.pieces = append(c.pieces, i)
			if ways && k.kinds[i%k.n] == pawn {
				c.pawns++
			}
		}
	}
	heads := uint64(1)
	switch {
	case c.pawns == 2:
		heads = uint64(len(k.ofPair))
	case c.pawns == 1:
		heads = uint64(len(k.ofPawn) / 2)
	case len(c.pieces) > 0:
		heads = squares / 2
	}
	for j := max(c.pawns, 1); j < len(c.pieces); j++ {
		c.tails *= uint64(squares - j)
	}
	c.size = heads * c.tails
	s.size += c.size
	s.classes = append(s.classes, c)
}

func (s *slice) index() {
	for i := range s.classes {
		s.of[s.classes[i].on] = &s.classes[i]
	}
}

// on returns the pieces on the board, as bits.
func (m *men) on() int {
	at := binary.LittleEndian.Uint64(m.at[:])
	return int((at>>4&ones ^ ones) * gather >> (8 * (maxMen - 1)))
}

const gather = 0x0102040810204080 // collects the lowest bits of eight bytes in one byte

// turns returns the pattern that mirrors squares by exclusive or, if the first piece of a class
// stands on the right half, else 0.
func (c *class) turns(m *men) uint8 {
	if len(c.pieces) == 0 || leftHalf>>m.at[c.pieces[0]]&1 != 0 {
		return 0
	}
	return mirrored
}

// rank returns the number of men in a slice, to which they must belong.
func (k *ranking) rank(s *slice, m *men) uint64 {
	c := s.of[m.on()]
	if len(c.pieces) == 0 {
		return c.first
	}
	mirror := c.turns(m)
	first := m.at[c.pieces[0]] ^ mirror
	used := uint32(1) << first
	var rank uint64
	from := 1
	switch c.pawns {
	case 0:
		rank = uint64(first>>2<<1 | first&1)
	case 1:
		rank = uint64(k.state(first, m.up[c.pieces[0]/k.n]))
	case 2:
		second := m.at[c.pieces[1]] ^ mirror
		used |= 1 << second
		rank = uint64(k.pairs[k.state(first, m.up[0])][k.state(second, m.up[1])])
		from = 2
	}
	for j := from; j < len(c.pieces); j++ {
		bit := uint32(1) << (m.at[c.pieces[j]] ^ mirror)
		rank = rank*uint64(squares-j) + uint64(bits.OnesCount32(^used&(bit-1)))
		used |= bit
	}
	return c.first + rank
}

// state returns the number of a pawn's state.
func (k *ranking) state(s uint8, up bool) int8 {
	if up {
		return k.states[1][s&(squares-1)]
	}
	return k.states[0][s&(squares-1)]
}

// classAt returns the class of a number in a slice.
func (s *slice) classAt(rank uint64) *class {
	low, high := 0, len(s.classes)
	for low+1 < high {
		if middle := (low + high) / 2; s.classes[middle].first <= rank {
			low = middle
		} else {
			high = middle
		}
	}
	return &s.classes[low]
}

// men returns the men of a number in a slice.
func (k *ranking) men(s *slice, rank uint64) men {
	c := s.classAt(rank)
	return k.menOf(c, s.ply, uint32(rank-c.first))
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

// menOf returns the men of a number in a class.
func (k *ranking) menOf(c *class, ply int, rank uint32) (m men) {
	m.ply, m.at = uint8(ply), inHand
	if len(c.pieces) == 0 {
		return m
	}
	head := rank / uint32(c.tails)
	tail := uint64(rank % uint32(c.tails))
	from := max(1, c.pawns)
	var digits [maxMen]uint8
	for j := len(c.pieces) - 1; j >= from; j-- {
		d := squares - j
		q := tail * inverses[d] >> 36
		digits[j&(maxMen-1)] = uint8(tail - q*uint64(d))
		tail = q
	}
	left := allFree
	switch c.pawns {
	case 0:
		k.land(&m, c.pieces[0], left.take(uint8(head>>1<<2|head&1)), c.pieces[0] < k.n)
	case 1:
		p, i := k.ofPawn[head], c.pieces[0]
		m.at[i], m.up[i/k.n] = left.take(p.square), p.up
	case 2:
		pair := k.ofPair[head]
		a, b := k.ofPawn[pair[0]], k.ofPawn[pair[1]]
		m.at[0], m.at[k.n], m.up = left.take(a.square), b.square, [2]bool{a.up, b.up}
		if b.square > a.square {
			b.square--
		}
		left.take(b.square)
	}
	for j := from; j < len(c.pieces); j++ {
		i := c.pieces[j]
		if s := left.take(digits[j&(maxMen-1)]); c.ways {
			m.at[i&(maxMen-1)] = s
		} else {
			k.land(&m, i, s, i < k.n)
		}
	}
	return m
}
