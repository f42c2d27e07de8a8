package rpsw

import "math/bits"

// lineup holds the squares of a side's pieces, in the order of kinds. The caller knows their
// number.
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

// decide returns the first piece off the middle column, own pieces before opposing ones, or m+n if
// there is none. right reports whether it stands right of the middle.
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

// rank returns the index of a placement or of its twin, whichever is stored.
func (v *numbering) rank(m *matter, own, opp lineup) uint64 {
	decider, right := m.decide(v.board, &own, &opp)
	if right {
		own, opp = v.board.mirrorAll(own), v.board.mirrorAll(opp)
	}
	return v.rankStored(m, decider, &own, &opp)
}

// rankStored returns the index of a placement whose deciding piece is given and stands on the left.
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
