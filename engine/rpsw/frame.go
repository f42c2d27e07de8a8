package rpsw

import "math/bits"

// frame lists the moves of a position as the next mover sees them. The board is turned or upside
// down, depending on how the next positions are stored. The moving pieces are the opposing ones
// there, and they win on row 1.
type frame struct {
	v      *numbering
	before *matter // of the position
	after  *matter // of the next ones, if there is no capture

	way             int // how the board is turned
	waiting, moving lineup
	waitingSet      uint64
	decider         int           // the first waiting piece off the middle column, or their number
	wins            bool          // a move wins at once
	quiet           [kinds]uint64 // by moving piece: its empty targets that do not end the game
	captures        [kinds]uint64 // by moving piece: its captures that do not end the game

	next arrangement // before the move, if a waiting piece decides which twin is stored
}

// set sets the frame to the position of a cursor.
func (f *frame) set(k *cursor) {
	f.before = k.matter
	f.after = f.v.matterOf[k.oppPieces][k.ownPieces]
	f.turn(k)
	f.reach(k)
	if f.decider < k.n {
		f.next.set(f.v.board, f.after, f.decider, &f.waiting, &f.moving)
	}
}

// turn turns the pieces for the next mover, so that his first piece off the middle column is on the
// left.
func (f *frame) turn(k *cursor) {
	b := f.v.board
	f.way = turned
	for f.decider = 0; f.decider < k.n; f.decider++ {
		if bit := uint64(1) << (k.opp[f.decider&3] & 63); bit&b.middle == 0 {
			if bit&b.left != 0 {
				f.way = mirrored
			}
			break
		}
	}
	turn := &b.turns[f.way]
	for p := range k.n {
		f.waiting[p&3] = turn[k.opp[p&3]&63]
	}
	for p := range k.m {
		f.moving[p&3] = turn[k.own[p&3]&63]
	}
}

// reach finds the targets of the moves.
func (f *frame) reach(k *cursor) {
	b := f.v.board
	var at [kinds]uint64 // waiting pieces by kind
	f.waitingSet = 0
	for p := range k.n {
		bit := uint64(1) << (f.waiting[p&3] & 63)
		f.waitingSet |= bit
		at[k.oppKinds[p&3]&3] = bit
	}
	captureEnds := b.row1
	if k.n == 1 {
		captureEnds = b.all
	}
	movingSet := f.moving.squares(k.m)
	var winning uint64
	for p := range k.m {
		to := b.king[f.moving[p&3]&63] &^ movingSet
		prey := takes[k.ownKinds[p&3]&3]
		quiet, captures := to&^f.waitingSet, to&(at[prey[0]&3]|at[prey[1]&3])
		winning |= quiet&b.row1 | captures&captureEnds
		f.quiet[p&3], f.captures[p&3] = quiet&^b.row1, captures&^captureEnds
	}
	f.wins = winning != 0
	if k.symmetric { // of two mirrored moves, the one to the left
		for p := range k.m {
			f.quiet[p&3] &= b.left | b.middle
			f.captures[p&3] &= b.left | b.middle
		}
	}
}

// appendQuiet appends the indices after the quiet moves of moving piece p.
func (f *frame) appendQuiet(dst []uint64, p int) []uint64 {
	a := f.after
	if f.decider == a.m { // the moves themselves decide which twin is stored
		for to := f.quiet[p&3]; to != 0; to &= to - 1 {
			moved := f.moving
			moved[p&3] = uint8(bits.TrailingZeros64(to))
			dst = append(dst, f.v.rank(a, f.waiting, moved))
		}
		return dst
	}
	return f.next.appendOpp(dst, p, f.quiet[p&3])
}

// appendCaptures appends the indices after the captures of moving piece p.
func (f *frame) appendCaptures(dst []uint64, p int) []uint64 {
	for to := f.captures[p&3]; to != 0; to &= to - 1 {
		square := uint8(bits.TrailingZeros64(to))
		moved, left := f.moving, f.waiting
		moved[p&3] = square
		taken := 0
		for left[taken&3] != square {
			taken++
		}
		copy(left[taken&3:], left[taken&3+1:])
		b := f.before
		m := f.v.matterOf[b.oppPieces&^setOf(b.oppKinds[taken&3])][b.ownPieces]
		if taken > f.decider {
			dst = append(dst, f.v.rankStored(m, f.decider, &left, &moved))
		} else {
			dst = append(dst, f.v.rank(m, left, moved))
		}
	}
	return dst
}
