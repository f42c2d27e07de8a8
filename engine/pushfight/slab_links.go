package pushfight

import "math/bits"

// AppendUnlinks implements [fast.SlabScratch]. It undoes the push that put the anchor in its
// place. The player who pushed is the opponent, whose pieces make the slab.
func (w *slabScratch) AppendUnlinks(dst []uint64, set []uint64, live []int32, from, to int) []uint64 {
	w.restrict(from, to)
	words := w.space.Words
	empty := true
	for r := range w.used {
		w.used[r] = false
		for _, x := range set[r*words : (r+1)*words] {
			if x != 0 {
				w.used[r], empty = true, false
				break
			}
		}
	}
	if empty {
		return dst
	}
	w.spreadColumns()
	a := bits.TrailingZeros32(w.anchor)
	for d := range 4 {
		from := w.next[d^1][a] // where the pusher came from
		if from < 0 || w.theirs>>from&1 != 0 {
			continue
		}
		u := unlink{from: int(from), back: d ^ 1, movers: w.movers, pushers: w.pushers&^w.anchor | 1<<from}
		for at := a; ; {
			next := int(w.next[d][at])
			if next < 0 {
				break
			}
			bit := uint32(1) << next
			switch {
			case w.movers&bit != 0:
				u.movers = u.movers&^bit | 1<<at
			case w.pushers&bit != 0:
				u.pushers = u.pushers&^bit | 1<<at
			default:
				u.need |= bit
			}
			at = next
			if bits.OnesCount32(u.need) > w.Variant.movers+w.Variant.pushers {
				break
			}
			dst = w.appendUnlink(dst, set, live, &u)
		}
	}
	return dst
}

// restrict finds the squares of the anchor in the slabs at the places from ≤ place < to.
func (w *slabScratch) restrict(from, to int) {
	if w.from == from && w.to == to {
		return
	}
	w.from, w.to = from, to
	squares := w.board.squares
	for m, movers := range w.moverSets {
		turned := w.ranks.Rank(bits.Reverse32(movers) >> (32 - squares))
		w.anchors[m] = 0
		for anchor, starts := range w.starts {
			if starts[m] < to && starts[m+1] > from {
				w.anchors[m] |= 1 << anchor
			}
			if w.half < squares && starts[turned] < to && starts[turned+1] > from {
				w.anchors[m] |= 1 << (squares - 1 - anchor)
			}
		}
	}
}

// unlink is an undone push.
type unlink struct {
	from            int    // the square that the pusher goes back to, which must be empty
	back            int    // the direction in which the pieces go back
	need            uint32 // free squares whose pieces, of the player to move, go back
	movers, pushers uint32 // the pieces of the player who pushed, after they went back
}

// shifted returns a set of squares shifted by one square in direction d.
func (w *slabScratch) shifted(set uint32, d int) (out uint32) {
	for ; set != 0; set &= set - 1 {
		out |= 1 << w.next[d][bits.TrailingZeros32(set)]
	}
	return out
}

// appendUnlink appends the configurations before one push. The anchor then stood on any pusher of
// the player to move that was not pushed.
func (w *slabScratch) appendUnlink(dst []uint64, set []uint64, live []int32, u *unlink) []uint64 {
	s := w.space
	masked := uint64(1) << 63 // the key of w.columns; this one matches no row
	for r, movers := range w.rows {
		if !w.used[r] || movers>>u.from&1 != 0 {
			continue
		}
		pushed := u.need &^ movers // pushers that go back
		if bits.OnesCount32(pushed) > s.Pushers {
			continue
		}
		theirMovers, moverRank := movers, w.rowRanks[r]
		if goBack := movers & u.need; goBack != 0 {
			theirMovers = movers&^goBack | w.shifted(goBack, u.back)
			moverRank = w.ranks.Rank(theirMovers)
		}
		may := w.anchors[moverRank] &^ (pushed | w.theirs)
		if may&^movers == 0 {
			continue
		}
		if key := uint64(pushed)<<32 | uint64(may); key != masked {
			masked = key
			w.choose(u.from, pushed, may)
		}
		columns := w.present
		var any uint64
		for i, x := range set[r*s.Words : (r+1)*s.Words] {
			columns[i] = x & w.columns[i]
			any |= columns[i]
		}
		if any == 0 {
			continue
		}
		from := rowOfUnlink{
			unlink: u, pushed: pushed, returned: w.shifted(pushed, u.back), may: may,
			theirMovers: theirMovers, first: moverRank * uint32(len(w.pusherSets)),
		}
		dst = w.appendColumns(dst, columns, live, &from)
	}
	return dst
}

// rowOfUnlink is an undone push in all positions of a row.
type rowOfUnlink struct {
	*unlink
	pushed, returned uint32 // pushers that go back, and their squares afterwards
	may              uint32 // where the anchor may be
	theirMovers      uint32 // the movers of the player to move, after they went back
	first            uint32 // rank of these times the number of sets of pushers
}

// appendColumns appends the configurations before a push in the columns of a row.
func (w *slabScratch) appendColumns(dst, columns []uint64, live []int32, u *rowOfUnlink) []uint64 {
	for i, x := range columns {
		for ; x != 0; x &= x - 1 {
			stay := w.cols[i*64+bits.TrailingZeros64(x)] &^ u.pushed
			anchors := stay & u.may
			if anchors == 0 {
				continue
			}
			pushers := stay | u.returned
			number := (u.first + w.ranks.Rank(pushers)) * uint32(w.space.Pushers)
			row, col := ^uint32(0), uint32(0)
			for rest := anchors; rest != 0; rest &= rest - 1 {
				n := live[number+uint32(bits.OnesCount32(pushers&(rest&-rest-1)))]
				if n < 0 {
					continue
				}
				if row == ^uint32(0) {
					row, col = w.configuration(u.movers, u.pushers, u.theirMovers|pushers)
				}
				to := row*w.unit + col
				if bits.TrailingZeros32(rest) >= w.half {
					to = w.turnedRow[row] + w.turnedCol[col]
				}
				dst = append(dst, uint64(n)<<32|uint64(to))
			}
		}
	}
	return dst
}

// choose stores in w.columns the columns without a pusher on the square from, with all pushed
// pushers, and with a pusher on one of the anchor's squares. It skips the last condition if there
// are many such squares.
func (w *slabScratch) choose(from int, pushed, may uint32) {
	s, columns := w.space, w.columns
	if bits.OnesCount32(may) < 8 {
		clear(columns)
		for ; may != 0; may &= may - 1 {
			for i, x := range s.With[w.place[bits.TrailingZeros32(may)]] {
				columns[i] |= x
			}
		}
	} else {
		for i := range columns {
			columns[i] = ^uint64(0)
		}
	}
	for ; pushed != 0; pushed &= pushed - 1 {
		for i, x := range s.With[w.place[bits.TrailingZeros32(pushed)]] {
			columns[i] &= x
		}
	}
	for i, x := range s.With[w.place[from]] {
		columns[i] &^= x
	}
}

// configuration returns the row and column of movers and pushers on the squares that
// theirs leaves free.
func (s *slabs) configuration(movers, pushers, theirs uint32) (row, col uint32) {
	for k := 1; movers != 0; movers &= movers - 1 {
		q := movers & -movers
		row += s.binomial[k][(bits.TrailingZeros32(q)-bits.OnesCount32(theirs&(q-1)))&31]
		k++
	}
	for k := 1; pushers != 0; pushers &= pushers - 1 {
		q := pushers & -pushers
		col += s.binomial[k][(bits.TrailingZeros32(q)-bits.OnesCount32(theirs&(q-1)))&31]
		k++
	}
	return row, col
}

// AppendLinks implements [fast.SlabScratch]: every push that drops no piece.
func (w *slabScratch) AppendLinks(dst []uint64, counts []uint8, configurations []uint32, live []int32) ([]uint64, []uint8) {
	words := w.space.Words
	for _, configuration := range configurations {
		movers := w.rows[int(configuration/64)/words]
		pushers := w.spread(w.space.ColSquares[int(configuration)-int(configuration/64)/words*words*64])
		occupied := w.theirs | movers | pushers
		before := len(dst)
		for rest := pushers; rest != 0; rest &= rest - 1 {
			a := bits.TrailingZeros32(rest) & 31
			for d := range 4 {
				// The row of pieces in front, up to the nearest empty square.
				ray := w.rays[d][a]
				empty := ray &^ occupied
				if d&1 != 0 { // right and down: squares ascend
					empty &= -empty
					ray &= empty - 1
				} else {
					empty = 1 << 31 >> (bits.LeadingZeros32(empty) & 31) // of none: beyond all squares
					ray &^= empty<<1 - 1
				}
				if empty&w.squares != 0 && ray != 0 && ray&w.anchor == 0 {
					dst = w.appendLink(dst, live, movers, pushers, ray, a, d)
				}
			}
		}
		counts = append(counts, uint8(len(dst)-before))
	}
	return dst, counts
}

// appendLink appends the position after the pusher on square a has pushed a row of pieces,
// unless its slab is not live.
func (w *slabScratch) appendLink(dst []uint64, live []int32, movers, pushers, row uint32, a, d int) []uint64 {
	to := uint32(1) << w.next[d][a]
	movers = movers&^row | w.shifted(movers&row, d)
	pushers = pushers&^(row|1<<a) | w.shifted(pushers&row, d) | to
	n := live[w.number(w.ranks.Rank(movers), w.ranks.Rank(pushers), pushers, to)]
	if n < 0 {
		return dst
	}
	theirMovers := w.movers&^row | w.shifted(w.movers&row, d)
	theirPushers := w.pushers&^row | w.shifted(w.pushers&row, d)
	r, c := w.configuration(theirMovers, theirPushers, movers|pushers)
	if bits.TrailingZeros32(to) < w.half {
		return append(dst, uint64(n)<<32|uint64(r*w.unit+c))
	}
	return append(dst, uint64(n)<<32|uint64(w.turnedRow[r]+w.turnedCol[c]))
}
