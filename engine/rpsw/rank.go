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

// cursor unranks indices. It caches parts of the last position: the set of pieces on the board for
// the whole matter, the own placement for its block of indices, and all pieces except the last for
// a run of indices that differ only in that one. The zero cursor of a variant has an empty cache.
type cursor struct {
	v *numbering
	*matter
	form      *form
	symmetric bool // the position is its own twin

	own, opp lineup
	ownSet   uint64 // squares of own pieces

	block  uint64 // the first index of the current own placement
	blocks uint64 // the number of its indices
	run    uint64 // the first index of the current run
	length uint64
	rest   uint64 // squares left to the last piece
}

// seek makes i the current index.
func (k *cursor) seek(i uint64) {
	if i-k.run >= k.length {
		k.seekRun(i)
	}
	k.opp[(k.n-1)&3] = nth(k.rest, i-k.run)
}

// seekRun makes the run of i the current one.
func (k *cursor) seekRun(i uint64) {
	if i-k.block >= k.blocks {
		k.seekBlock(i)
	}
	rank := i - k.block
	occupied := k.ownSet
	for p := range k.n - 1 {
		d := &k.form.opp[p&3]
		place := rank / d.unit
		rank -= place * d.unit
		s := nth(d.region&^occupied, place)
		k.opp[p&3] = s
		occupied |= 1 << (s & 63)
	}
	k.rest = k.form.opp[(k.n-1)&3].region &^ occupied
	k.run = i - rank
	k.length = k.form.block
	if k.n > 1 {
		k.length = k.form.opp[(k.n-2)&3].unit
	}
}

// seekBlock makes the own placement of i the current one.
func (k *cursor) seekBlock(i uint64) {
	m, rank := k.v.matterAt(i)
	k.matter = m
	k.form, k.symmetric = m.find(rank)
	rank -= k.form.first
	k.ownSet = 0
	for p := range k.m {
		d := &k.form.own[p&3]
		place := rank / d.unit
		rank -= place * d.unit
		s := nth(d.region&^k.ownSet, place)
		k.own[p&3] = s
		k.ownSet |= 1 << (s & 63)
	}
	k.block, k.blocks = i-rank, k.form.block
	k.length = 0
}
