package morris

import (
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/placement"
)

// scratch implements [engine.Generator] and [fast.Unmover].
type scratch struct {
	*fields
	*tables
	field      *field
	own, other uint32 // men of the mover and the opponent

	block, length uint64 // the indices with the same own men, if no symmetry leaves these unchanged
	window        window // of these own men
	places        placement.Reader

	from         int // where this position's list begins
	next, taking target
	closed       []uint32 // the own men after moves that take a man
	// An edge counts once, however many moves make it, if the men of two sets are symmetric: those
	// of the side that does not move, and those of the other side before or after the move. This
	// includes every edge to or from a position that is its own twin. shared holds for symmetric
	// men of the side that does not move. once holds if the mover's men before the move are
	// symmetric, too.
	shared, once bool

	backs []back
}

// NewScratch implements [engine.Game]. The first position makes the tables.
func (g ranked) NewScratch() engine.Scratch {
	w := &scratch{fields: g.fields}
	return engine.Scratch{Generator: w, Unmover: w}
}

// prepare makes the tables.
func (w *scratch) prepare() {
	w.fields.ready()
	w.tables = w.fields.tables
	w.window.tables, w.next.window.tables, w.taking.window.tables = w.tables, w.tables, w.tables
}

// seek makes i the current index.
func (w *scratch) seek(i uint64) {
	f := w.field
	if i-w.block < w.length {
		w.other = w.window.set(w.subsets[f.opponent][i-w.block])
		return
	}
	if f == nil {
		w.prepare()
	}
	if f == nil || i-f.first >= f.size {
		f = w.of(i)
		w.field = f
		w.places = placement.Reader{Set: f.special}
	}
	n, list := i-f.first, f.orbits.plain
	if i >= f.plain {
		n, list = w.places.Place(i-f.plain), f.orbits.special
	}
	place := n / f.each
	n -= place * f.each
	w.own = list[place]
	w.window.over(w.all &^ w.own)
	w.other = w.window.set(w.subsets[f.opponent][n])
	w.length = 0
	if i < f.plain {
		w.block, w.length = i-n, f.each
	}
}

// target identifies the positions of a field with given own men, up to symmetry.
type target struct {
	field    *field
	symmetry uint32 // makes the own men the least of their images
	first    uint64 // the index of the first position; if by is not 0, its place in field.special
	by       uint32 // the symmetries that leave the least image unchanged, or 0 if only the identity does
	window   window
}

// enter sets t to the positions of a field with the given own men. least is their entry in
// tables.least.
func (w *scratch) enter(t *target, f *field, own, least uint32) {
	t.field, t.symmetry = f, least>>placeBits&(maxSymmetries-1)
	t.window.over(w.all &^ w.image(int(t.symmetry), own))
	t.first, t.by = uint64(least&placeMask)*t.field.each, 0
	if least&isSpecial != 0 {
		t.by = uint32(t.field.orbits.by[least&placeMask])
	} else {
		t.first += t.field.first
	}
}

// index returns the index of a position of t.
func (w *scratch) index(t *target, opponent uint32) uint64 {
	opponent = w.image(int(t.symmetry), opponent)
	if t.by == 0 {
		return t.first + t.window.rank(opponent)
	}
	rank, _ := t.field.special.Rank(t.first + t.window.rank(w.leastBy(t.by, opponent)))
	return t.field.plain + rank
}

// special reports whether some symmetry leaves a set unchanged.
func (w *scratch) special(set uint32) bool { return w.least[set]&isSpecial != 0 }

// AppendSuccessors implements [engine.Generator].
func (w *scratch) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	if w.seek(i); w.field.over {
		return dst, engine.IsLost
	}
	w.begin(len(dst))
	for men := w.movers(); ; men &= men - 1 {
		dst = w.appendSteps(dst, men&-men)
		if men&(men-1) == 0 {
			return w.appendTaking(dst), 0
		}
	}
}

// begin prepares the moves at the current position, for a list that starts at from.
func (w *scratch) begin(from int) {
	w.from = from
	w.closed = w.closed[:0]
	w.enter(&w.next, w.field.after[0], w.other, w.least[w.other])
	w.shared = w.special(w.other)
	w.once = w.shared && w.special(w.own)
}

// movers returns the men that may move; 0 stands for the men in hand.
func (w *scratch) movers() uint32 {
	if w.field.placed < 2*w.men {
		return 0
	}
	return w.own
}

// steps returns the targets of a man on a point, or of a man in hand.
func (w *scratch) steps(man uint32, side int) uint32 {
	empty := w.all &^ (w.own | w.other)
	if man == 0 || w.flying && side == fewest {
		return empty
	}
	return empty & w.near[bits.TrailingZeros32(man)&31]
}

// appendSteps appends the moves of a man that take nothing, and stores those that take in closed.
func (w *scratch) appendSteps(dst []uint64, man uint32) []uint64 {
	rest := w.own &^ man
	for to := w.steps(man, w.field.own); to != 0; to &= to - 1 {
		if w.closes(rest, bits.TrailingZeros32(to)) && w.other != 0 {
			w.closed = append(w.closed, rest|to&-to)
			continue
		}
		index := w.index(&w.next, rest|to&-to)
		if !w.shared || !w.once && !w.special(rest|to&-to) || !slices.Contains(dst[w.from:], index) {
			dst = append(dst, index)
		}
	}
	return dst
}

// appendTaking appends the positions after the stored moves that take.
func (w *scratch) appendTaking(dst []uint64) []uint64 {
	if len(w.closed) == 0 {
		return dst
	}
	var leasts [mostHalf]uint32
	all, n := w.free(w.other), 0
	for free := all; free != 0; free &= free - 1 { // a separate loop, so that the cache misses overlap
		leasts[n] = w.least[w.other&^(free&-free)]
		n++
	}
	n = 0
	for free := all; free != 0; free &= free - 1 {
		w.enter(&w.taking, w.field.after[1], w.other&^(free&-free), leasts[n])
		n++
		for _, men := range w.closed {
			dst = append(dst, w.index(&w.taking, men))
		}
	}
	return dst
}

// AppendPredecessors implements [fast.Unmover]. It takes back the last player's steps that closed
// no mill.
func (w *scratch) AppendPredecessors(dst []uint64, i uint64) []uint64 {
	w.seek(i)
	f := w.field.before
	if f == nil {
		return dst
	}
	w.takeBack(f)
	from, shared := len(dst), w.special(w.own)
	once := shared && w.special(w.other)
	for n := range w.backs { // a separate loop, so that the cache misses overlap
		w.backs[n].least = w.least[w.backs[n].men]
	}
	for _, b := range w.backs {
		w.enter(&w.next, f, b.men, b.least)
		index := w.index(&w.next, w.own)
		if !shared || !once && b.least&isSpecial == 0 || !slices.Contains(dst[from:], index) {
			dst = append(dst, index)
		}
	}
	return dst
}

// back is a step taken back.
type back struct {
	men   uint32 // the men of the side that moved, before the step
	least uint32 // their entry in tables.least
}

// takeBack lists the steps that may lead to the current position from a position of field f.
func (w *scratch) takeBack(f *field) {
	w.backs = w.backs[:0]
	for men := w.other; men != 0; men &= men - 1 {
		rest := w.other &^ (men & -men)
		if w.closes(rest, bits.TrailingZeros32(men)) {
			continue
		}
		for from := w.steps(men&-men, f.own); from != 0; from &= from - 1 {
			w.backs = append(w.backs, back{men: rest | from&-from})
		}
	}
}
