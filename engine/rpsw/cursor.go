package rpsw

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
