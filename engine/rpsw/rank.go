package rpsw

import "math/bits"

// lineup is where the pieces of a side stand, in order of kinds. How many there are
// goes without saying.
type lineup [kinds]uint8

// squares returns the set of the first n squares.
func (l lineup) squares(n int) (set uint64) {
	for _, s := range l[:n] {
		set |= 1 << (s & 63)
	}
	return set
}

func (b *board) mirrorAll(l lineup) lineup {
	for p, s := range l {
		l[p] = b.mirror(s & 63)
	}
	return l
}

// decide returns the first piece that is not on the middle column, own pieces
// before opposing ones, or m+n where there is none, and whether it stands right of
// it.
func (s *shape) decide(b *board, own, opp *lineup) (piece int, right bool) {
	for ; piece < s.m+s.n; piece++ {
		square := own[piece&3]
		if piece >= s.m {
			square = opp[(piece-s.m)&3]
		}
		if bit := uint64(1) << (square & 63); bit&b.middle == 0 {
			return piece, bit&b.left == 0
		}
	}
	return piece, false
}

// rank returns the index of a placement or, of its twin, whichever is stored.
func (v *numbering) rank(m *matter, own, opp lineup) uint64 {
	decider, right := m.decide(v.board, &own, &opp)
	if right {
		own, opp = v.board.mirrorAll(own), v.board.mirrorAll(opp)
	}
	return v.rankStored(m, decider, &own, &opp)
}

// rankStored returns the index of a placement of which the deciding piece is known and
// stands on the left.
func (v *numbering) rankStored(m *matter, decider int, own, opp *lineup) uint64 {
	onRow1 := 0
	for p := range m.m {
		onRow1 |= int(v.board.row1>>(own[p&3]&63)&1) << p
	}
	f := m.formOf(decider, onRow1)
	index := m.first + f.first
	var occupied uint64
	for p := range m.m {
		bit := uint64(1) << (own[p&3] & 63)
		d := &f.own[p&3]
		index += uint64(bits.OnesCount64(d.region&^occupied&(bit-1))) * d.unit
		occupied |= bit
	}
	for p := range m.n {
		bit := uint64(1) << (opp[p&3] & 63)
		d := &f.opp[p&3]
		index += uint64(bits.OnesCount64(d.region&^occupied&(bit-1))) * d.unit
		occupied |= bit
	}
	return index
}
