package chess

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/placement"
)

// scratch implements [engine.Generator], [fast.Unmover], [fast.Searcher],
// [fast.WinScanner] and [fast.Seeder].
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
	if r.part == nil || i-r.part.index >= r.part.stored.Size() {
		r.part = w.partOf(i)
		r.places = placement.Reader{Set: r.part.stored}
		r.block = noBlock
		r.stepped = none
	}
	p := r.part
	place := r.places.Place(i - p.index)
	switch {
	case p.passant:
		r.stepped, _ = p.readPassant(&r.men, place)
	case len(p.groups) > 0 && place-r.block < p.groups[0].radix:
		p.readGroup(&r.men, &p.groups[0], place-r.block)
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
	return engine.Scratch{Generator: w, Unmover: w, Searcher: w, WinScanner: w, Seeder: w}
}

// AppendSuccessors implements [engine.Generator].
func (w *scratch) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	w.seek(i)
	f := &w.frame
	if f.bare() {
		return dst, engine.IsDrawn
	}
	f.from = len(dst)
	for n := range f.movers() {
		dst = f.appendQuiet(dst, n)
	}
	if dst = f.appendExits(dst); len(dst) == f.from && f.legal() {
		return dst, engine.IsDrawn // stalemate
	}
	return dst, 0
}

// Outside implements [fast.Searcher].
func (w *scratch) Outside(i uint64, set *fast.Set) (successor uint64, ok bool) {
	w.seek(i)
	f := &w.frame
	if f.bare() {
		return i, true
	}
	f.from = 0
	any := false
	for n := range f.movers() {
		w.buf = f.appendQuiet(w.buf[:0], n)
		if at := set.FirstLacking(w.buf); at >= 0 {
			return w.buf[at], true
		}
		any = any || len(w.buf) > 0
	}
	w.buf = f.appendExits(w.buf[:0])
	if at := set.FirstLacking(w.buf); at >= 0 {
		return w.buf[at], true
	}
	return i, !any && len(w.buf) == 0 && f.legal()
}

// AnyIn implements [fast.Searcher].
func (w *scratch) AnyIn(i uint64, set *fast.Set) bool {
	w.seek(i)
	f := &w.frame
	if f.bare() {
		return false
	}
	f.from = 0
	for n := range f.movers() {
		w.buf = f.appendQuiet(w.buf[:0], n)
		if set.FirstOf(w.buf) >= 0 {
			return true
		}
	}
	w.buf = f.appendExits(w.buf[:0])
	return set.FirstOf(w.buf) >= 0
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

// movers returns the number of groups of the player to move, plus one for his king. In next, whose
// player to move is the opponent, this player has just moved, and his groups come first.
func (f *frame) movers() (n int) {
	for n < len(f.next.groups) && f.next.groups[n].color == f.color {
		n++
	}
	return n + 1
}

// appendQuiet appends the moves to empty squares, without promotions, of the mover's n-th group or
// of his king.
func (f *frame) appendQuiet(dst []uint64, n int) []uint64 {
	occupied := f.sets[white] | f.sets[black]
	if n == len(f.next.groups) || f.next.groups[n].color != f.color {
		return f.appendKing(dst, f.color, f.next.board.king[f.men.king[f.color&1]&63]&^occupied)
	}
	g := &f.next.groups[n]
	for nth := range int(g.count) {
		s := f.men.at[g.color&1][g.kind][nth]
		if g.kind != pawn {
			dst = f.appendTo(dst, g, nth, f.next.board.reach(g.kind, s, occupied)&^occupied)
			continue
		}
		to, twice := f.steps(s, occupied)
		dst = f.appendTo(dst, g, nth, to&^(firstRow|lastRow))
		if twice != 0 {
			dst = f.appendTwice(dst, g, nth, twice)
		}
	}
	return dst
}

// steps returns the targets of a pawn's single step and of its double step.
func (f *frame) steps(s uint8, occupied uint64) (once, twice uint64) {
	ahead := int(s) + forward[f.color&1]
	once = 1 << (ahead & 63) &^ occupied
	if int(s>>3) == passantRow[f.color&1]-2*forward[f.color&1]/8 && once != 0 {
		twice = 1 << ((ahead + forward[f.color&1]) & 63) &^ occupied
	}
	return once, twice
}

// appendTwice appends a pawn's double step, after which the opponent may capture it en passant.
func (f *frame) appendTwice(dst []uint64, g *group, nth int, twice uint64) []uint64 {
	if f.next.passants[white] != nil {
		n, to := f.men, uint8(bits.TrailingZeros64(twice))
		n.at[g.color&1][pawn][nth] = to
		if index, ok := f.next.material.findPassant(&n, 1-f.color, to); ok {
			return append(dst, index)
		}
	}
	return f.appendTo(dst, g, nth, twice)
}

// appendExits appends the captures and promotions.
func (f *frame) appendExits(dst []uint64) []uint64 {
	p := f.next
	own, other := f.sets[f.color&1], f.sets[1-f.color&1]
	other &^= 1 << (f.men.king[1-f.color&1] & 63)
	for n := range f.movers() - 1 {
		g := &p.groups[n]
		for nth := range int(g.count) {
			s := f.men.at[g.color&1][g.kind][nth]
			if g.kind == pawn {
				dst = f.appendPawnExits(dst, nth, s, other, own)
				continue
			}
			for to := p.board.reach(g.kind, s, own|f.sets[1-f.color&1]) & other; to != 0; to &= to - 1 {
				dst = f.appendCapture(dst, g.kind, nth, uint8(bits.TrailingZeros64(to)))
			}
		}
	}
	for to := p.board.king[f.men.king[f.color&1]&63] & other; to != 0; to &= to - 1 {
		dst = f.appendCapture(dst, kingKind, 0, uint8(bits.TrailingZeros64(to)))
	}
	return dst
}

// appendCapture appends the position after a man's capture, if it is legal.
func (f *frame) appendCapture(dst []uint64, kind, nth int, to uint8) []uint64 {
	c, opponent, n := &f.next.material.counts, 1-f.color, f.men
	taken := n.find(c, opponent, to)
	n.remove(opponent, taken, c[opponent][taken], to)
	n.put(f.color, kind, nth, to)
	if index, ok := f.next.captured[opponent][taken].find(&n, opponent); ok {
		dst = append(dst, index)
	}
	return dst
}

// appendPawnExits appends the captures, en passant included, and the promotions of a pawn.
func (f *frame) appendPawnExits(dst []uint64, nth int, s uint8, other, own uint64) []uint64 {
	p := f.next
	targets := p.board.capture[f.color&1][s&63]
	once, _ := f.steps(s, f.sets[white]|f.sets[black])
	for to := targets&other | once&(firstRow|lastRow); to != 0; to &= to - 1 {
		square := uint8(bits.TrailingZeros64(to))
		if (firstRow|lastRow)>>square&1 == 0 {
			dst = f.appendCapture(dst, pawn, nth, square)
			continue
		}
		for kind := range pawn {
			dst = f.appendPromotion(dst, s, square, kind)
		}
	}
	if f.stepped != none && targets>>(int(f.stepped)+forward[f.color&1])&1 != 0 {
		if index, ok := f.take(s); ok {
			dst = append(dst, index)
		}
	}
	return dst
}

// take returns the index after an en passant capture.
func (f *frame) take(s uint8) (index uint64, ok bool) {
	p := part{material: f.next.material, mover: f.color}
	return p.take(&f.men, f.stepped, s)
}

// appendPromotion appends the position after the promotion of a pawn on s.
func (f *frame) appendPromotion(dst []uint64, s, to uint8, kind int) []uint64 {
	c, color, opponent, n := &f.next.material.counts, f.color&1, 1-f.color&1, f.men
	e := &f.next.promoted[color][kind]
	if f.sets[opponent]>>to&1 != 0 {
		taken := n.find(c, opponent, to)
		n.remove(opponent, taken, c[opponent][taken], to)
		e = &f.next.both[color][kind][taken]
	}
	n.remove(color, pawn, c[color][pawn], s)
	n.at[color][kind][c[color][kind]] = to
	if index, ok := e.find(&n, opponent); ok {
		dst = append(dst, index)
	}
	return dst
}

// appendBefore appends the positions from which the player not to move may have moved without a
// capture or a promotion.
func (f *frame) appendBefore(dst []uint64) []uint64 {
	p, back := f.next, 1-f.color
	occupied := f.sets[white] | f.sets[black]
	behind := -forward[back&1]
	for i := range p.groups {
		g := &p.groups[i]
		if g.color == f.color {
			continue
		}
		for nth := range int(g.count) {
			s := f.men.at[back&1][g.kind][nth]
			switch {
			case g.kind != pawn && f.stepped == none:
				dst = f.appendOrigins(dst, g, nth, p.board.reach(g.kind, s, occupied)&^occupied)
			case g.kind == pawn && (f.stepped == none || f.stepped == s):
				from := uint64(1) << ((int(s) + behind) & 63) &^ (occupied | firstRow | lastRow)
				twice := from != 0 && int(s>>3) == passantRow[back&1]
				if twice {
					twice = occupied>>(int(s)+2*behind)&1 == 0
				}
				if f.stepped == s {
					from = 0
				} else if twice {
					_, passant := p.material.findPassant(&f.men, f.color, s)
					twice = !passant
				}
				if twice {
					from |= 1 << (int(s) + 2*behind)
				}
				dst = f.appendOrigins(dst, g, nth, from)
			}
		}
	}
	if f.stepped == none {
		dst = f.appendOrigins(dst, nil, 0, p.board.king[f.men.king[back&1]&63]&^occupied)
	}
	return dst
}

// appendOrigins appends the earlier positions in which one man of a group, or the king, stood
// elsewhere. It includes those with an en passant right.
func (f *frame) appendOrigins(dst []uint64, g *group, nth int, from uint64) []uint64 {
	kind := kingKind
	if g == nil {
		dst = f.appendKing(dst, 1-f.color, from)
	} else {
		dst, kind = f.appendTo(dst, g, nth, from), g.kind
	}
	c := &f.next.material.counts
	if f.next.passants[white] == nil {
		return dst
	}
	for i := range c[f.color&1][pawn] {
		stepped := f.men.at[f.color&1][pawn][i]
		if int(stepped>>3) != passantRow[f.color&1] {
			continue
		}
		for rest := from; rest != 0; rest &= rest - 1 {
			n := f.men
			n.put(1-f.color, kind, nth, uint8(bits.TrailingZeros64(rest)))
			if index, ok := f.next.material.findPassant(&n, 1-f.color, stepped); ok {
				dst = append(dst, index)
			}
		}
	}
	return dst
}
