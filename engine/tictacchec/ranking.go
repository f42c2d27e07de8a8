package tictacchec

import "math/bits"

// ranking numbers positions by which pieces are on the board, and then by their squares, the
// pawns' first. A pawn has states: a square, and on the inner rows a way. Of a position and
// its mirror image that one counts whose first piece, in that order, stands on the left half:
// none but the empty board is its own image.
type ranking struct {
	*set
	order  [maxMen]int // pieces, pawns first
	states [2][squares]int8
	ofPawn []pawnState // by number, those on the left half first
	pairs  [2 * squares][2 * squares]int16
	ofPair [][2]int16
	plays  slice
	opens  []slice // by ply
}

// pawnState is a square and a way.
type pawnState struct {
	square uint8
	up     bool
}

// slice is all positions of a ply of the opening, or after it.
type slice struct {
	ply     int
	classes []class // by numbers
	of      [1 << maxMen]*class
	size    uint64
}

// class is all positions with the same pieces on the board.
type class struct {
	on     int    // bits of pieces
	first  uint64 // the lowest number
	pieces []int  // in order
	pawns  int
	tails  uint64 // ways to place all but the pawns, or without pawns all but the first
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

// findStates numbers the states of a pawn, and of two.
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

// add adds the class of some pieces on the board. In the opening pawns have no way of their own:
// they have not moved.
func (s *slice) add(k *ranking, on int, ways bool) {
	c := class{on: on, first: s.size, tails: 1}
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
	s.size += heads * c.tails
	s.classes = append(s.classes, c)
}

// index makes the table of classes.
func (s *slice) index() {
	for i := range s.classes {
		s.of[s.classes[i].on] = &s.classes[i]
	}
}

// on returns which pieces are on the board, as bits.
func (k *ranking) on(m *men) (on int) {
	for i, s := range m.at[:2*k.n] {
		on |= int(s>>4^1) << i
	}
	return on
}

// turns returns what a mirror makes of squares, by exclusive or, where the first piece of a class
// stands on the right half, else 0.
func (c *class) turns(m *men) uint8 {
	if len(c.pieces) == 0 || leftHalf>>m.at[c.pieces[0]]&1 != 0 {
		return 0
	}
	return mirrored
}

// rank returns the number of men in a slice. They must be in it.
func (k *ranking) rank(s *slice, m *men) uint64 {
	c := s.of[k.on(m)]
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

// men returns the men of a number in a slice.
func (k *ranking) men(s *slice, rank uint64) (m men) {
	low, high := 0, len(s.classes)
	for low+1 < high {
		if middle := (low + high) / 2; s.classes[middle].first <= rank {
			low = middle
		} else {
			high = middle
		}
	}
	c := &s.classes[low]
	m.ply = uint8(s.ply)
	for i := range m.at {
		m.at[i] = none
	}
	if len(c.pieces) == 0 {
		return m
	}
	rank -= c.first
	head, tail := rank/c.tails, uint32(rank%c.tails)
	var digits [maxMen]uint32
	from := max(1, c.pawns)
	for j := len(c.pieces) - 1; j >= from; j-- {
		digits[j] = tail % uint32(squares-j)
		tail /= uint32(squares - j)
	}
	switch c.pawns {
	case 0:
		k.land(&m, c.pieces[0], uint8(head>>1<<2|head&1), c.pieces[0] < k.n)
	case 1:
		p := k.ofPawn[head]
		k.land(&m, c.pieces[0], p.square, p.up)
	case 2:
		for side, state := range k.ofPair[head] {
			k.land(&m, c.pieces[side], k.ofPawn[state].square, k.ofPawn[state].up)
		}
	}
	used := m.squaresOf(0, maxMen)
	for j := from; j < len(c.pieces); j++ {
		free := ^used
		for range digits[j] {
			free &= free - 1
		}
		used |= free & -free
		i := c.pieces[j]
		k.land(&m, i, uint8(bits.TrailingZeros16(free)), i < k.n)
	}
	return m
}
