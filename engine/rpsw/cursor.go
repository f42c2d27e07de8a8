package rpsw

// cursor unranks indices. It keeps what it knows of the last position: the pieces on
// the board for the whole matter, the own placement for its block of indices, and
// all pieces but the last for the run of indices that differ in nothing else. The
// zero cursor of a variant knows nothing.
type cursor struct {
	v *numbering
	*matter
	form      *form
	symmetric bool // the position is its own twin

	own, opp lineup
	ownSet   uint64 // squares of own pieces

	block  uint64 // the first index of the present own placement
	blocks uint64 // how many there are
	run    uint64 // the first index of the present run
	length uint64
	rest   uint64 // squares left to the last piece
}

// seek makes i the present index.
func (k *cursor) seek(i uint64) {
	if i-k.run >= k.length {
		k.seekRun(i)
	}
	k.opp[(k.n-1)&3] = nth(k.rest, i-k.run)
}

// seekRun makes the run of i the present one.
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

// seekBlock makes the own placement of i the present one.
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
