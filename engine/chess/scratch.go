package chess

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/placement"
)

// scratch implements [engine.Generator], [fast.Unmover], [fast.WinScanner] and [fast.Seeder].
type scratch struct {
	*Variant
	reader
	frame
	buf []uint64
}

// reader finds the men of indices. Consecutive indices are fastest.
type reader struct {
	part    *part
	places  placement.Reader
	men     men
	stepped uint8  // see frame
	block   uint64 // the first place of the run whose men differ in the lowest group only
}

// noBlock exceeds every place.
const noBlock = 1 << 62

// seek makes i the current index.
func (w *scratch) seek(i uint64) {
	r := &w.reader
	if r.part == nil || i-r.part.index >= r.part.Size() {
		r.part = w.partOf(i)
		r.places = placement.Reader{Set: r.part.Set()}
		r.block = noBlock
		r.stepped = none
	}
	p := r.part
	place := r.places.Place(i - p.index)
	switch {
	case p.passant:
		r.stepped, _ = p.readPassant(&r.men, place)
	case len(p.groups) > 0 && place-r.block < p.groups[0].radix:
		p.groups[0].read(&r.men, place-r.block)
	default:
		p.read(&r.men, place)
		if len(p.groups) > 0 {
			r.block = place - place%p.groups[0].radix
		}
	}
	w.set(p, &r.men, r.stepped)
}

// NewScratch implements [engine.Game].
func (v *Variant) NewScratch() engine.Scratch {
	w := &scratch{Variant: v}
	return engine.Scratch{Generator: w, Unmover: w, WinScanner: w, Seeder: w}
}

// AppendSuccessors implements [engine.Generator].
func (w *scratch) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	w.seek(i)
	f := &w.frame
	if f.bare() {
		return dst, engine.IsDrawn
	}
	f.from = len(dst)
	for kind := range kinds + 1 {
		dst = f.appendQuiet(dst, kind)
	}
	dst = f.appendExits(dst)
	if len(dst) == f.from && f.legal() {
		return dst, engine.IsDrawn // stalemate
	}
	return dst, 0
}

// AppendPredecessors implements [fast.Unmover].
func (w *scratch) AppendPredecessors(dst []uint64, i uint64) []uint64 {
	w.seek(i)
	f := &w.frame
	if f.bare() {
		return dst
	}
	f.from = len(dst)
	return f.appendBefore(dst)
}

// bare reports whether only the kings are left, which ends the game.
func (f *frame) bare() bool { return len(f.next.groups) == 0 }

// appendQuiet appends the moves of a kind to empty squares, without promotions.
func (f *frame) appendQuiet(dst []uint64, kind int) []uint64 {
	board := f.next.board
	for men := f.men[f.color&1][kind]; men != 0; men &= men - 1 {
		s := uint8(bits.TrailingZeros64(men))
		if kind != pawn {
			dst = f.appendTo(dst, f.color, kind, men&-men, board.attacks(f.color, kind, s, f.filled)&^f.filled)
			continue
		}
		to, twice := board.ahead(f.color, s, f.filled)
		dst = f.appendTo(dst, f.color, pawn, men&-men, to&^(firstRow|lastRow))
		if twice != 0 {
			dst = f.appendTwice(dst, men&-men, twice)
		}
	}
	return dst
}

// appendTwice appends a pawn's double step, after which the opponent may capture it en passant.
func (f *frame) appendTwice(dst []uint64, man, twice uint64) []uint64 {
	if f.next.passants[white] != nil {
		n := f.men
		n.move(f.color, pawn, man, twice)
		if index, ok := f.next.material.findPassant(&n, 1-f.color, uint8(bits.TrailingZeros64(twice))); ok {
			return append(dst, index)
		}
	}
	return f.appendTo(dst, f.color, pawn, man, twice)
}

// appendExits appends the captures, en passant included, and the promotions.
func (f *frame) appendExits(dst []uint64) []uint64 {
	board, color := f.next.board, f.color&1
	other := f.sets[1-color] &^ f.men[1-color][kingKind]
	for kind, men := range f.men[color] {
		for ; men != 0; men &= men - 1 {
			s := uint8(bits.TrailingZeros64(men))
			attacks := board.attacks(color, kind, s, f.filled)
			targets := attacks & other
			if kind == pawn {
				once, _ := board.ahead(color, s, f.filled)
				targets |= once & (firstRow | lastRow)
			}
			for ; targets != 0; targets &= targets - 1 {
				dst = f.appendExit(dst, kind, men&-men, targets&-targets)
			}
			if kind == pawn && f.stepped != none && attacks>>(int(f.stepped)+forward[color])&1 != 0 {
				if index, ok := f.next.take(&f.men, color, f.stepped, men&-men); ok {
					dst = append(dst, index)
				}
			}
		}
	}
	return dst
}

// appendExit appends the positions after a capture or a promotion, or both, that are legal.
func (f *frame) appendExit(dst []uint64, kind int, from, to uint64) []uint64 {
	color, n := f.color&1, f.men
	taken := n.on(1-color, to)
	n[1-color][taken] &^= to
	if kind != pawn || to&(firstRow|lastRow) == 0 {
		n.move(color, kind, from, to)
		if index, ok := f.next.exits[color][pawn][taken].find(&n, 1-color); ok {
			dst = append(dst, index)
		}
		return dst
	}
	n[color][pawn] &^= from
	for becomes := range pawn {
		promoted := n
		promoted[color][becomes] |= to
		if index, ok := f.next.exits[color][becomes][taken].find(&promoted, 1-color); ok {
			dst = append(dst, index)
		}
	}
	return dst
}

// appendBefore appends the positions from which the player not to move may have moved without a
// capture or a promotion.
func (f *frame) appendBefore(dst []uint64) []uint64 {
	back := 1 - f.color&1
	for kind, men := range f.men[back] {
		for ; men != 0; men &= men - 1 {
			from, s := uint64(0), uint8(bits.TrailingZeros64(men))
			switch {
			case kind == pawn:
				from = f.unstep(back, s)
			case f.stepped == none:
				from = f.next.board.attacks(f.color, kind, s, f.filled) &^ f.filled
			}
			dst = f.appendOrigins(dst, kind, men&-men, from)
		}
	}
	return dst
}

// unstep returns the squares from which a pawn may have moved to s without a capture.
func (f *frame) unstep(back int, s uint8) (from uint64) {
	behind := int(s) - forward[back&1]
	once := uint64(1) << (behind & 63) &^ (f.filled | firstRow | lastRow)
	if once != 0 && int(s>>3) == passantRow[back&1] {
		from = 1 << ((behind - forward[back&1]) & 63) &^ f.filled
	}
	switch f.stepped {
	case s:
		return from
	case none:
		if _, passant := f.next.material.findPassant(&f.men, f.color, s); from != 0 && passant {
			from = 0
		}
		return from | once
	}
	return 0
}

// appendOrigins appends the earlier positions in which one man stood elsewhere. It includes those
// with an en passant right.
func (f *frame) appendOrigins(dst []uint64, kind int, man, from uint64) []uint64 {
	dst = f.appendTo(dst, 1-f.color, kind, man, from)
	if f.next.passants[white] == nil {
		return dst
	}
	for pawns := f.men[f.color&1][pawn] & (firstRow << (8 * passantRow[f.color&1])); pawns != 0; pawns &= pawns - 1 {
		for rest := from; rest != 0; rest &= rest - 1 {
			n := f.men
			n.move(1-f.color, kind, man, rest&-rest)
			if index, ok := f.next.material.findPassant(&n, 1-f.color, uint8(bits.TrailingZeros64(pawns))); ok {
				dst = append(dst, index)
			}
		}
	}
	return dst
}
