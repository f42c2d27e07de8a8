package dobutsu

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/internal/places"
)

// scratch implements [engine.Generator], [engine.Unmover] and [engine.Searcher].
type scratch struct {
	*Variant
	places places.Reader
	class  *class
	first  uint64 // of the places of the present arrangement
	length uint64 // how many these are
	men    men    // of the present place

	frame men  // as the opponent sees it
	own   bool // the position is its own twin
	from  int  // where the list of the position begins
	ends  engine.Ends
	hangs bool // a move lets the lion be taken
	buf   []uint64
}

// NewScratch implements [engine.Game].
func (v *Variant) NewScratch() engine.Scratch {
	w := &scratch{Variant: v, places: places.Reader{Set: v.stored}}
	return engine.Scratch{Generator: w, Unmover: w, Searcher: w}
}

// men returns the men of an index.
func (r *ranking) men(i uint64) (n men) {
	reader := places.Reader{Set: r.stored}
	r.read(&n, reader.Place(i))
	return n
}

// seek makes i the present index.
func (w *scratch) seek(i uint64) {
	place := w.places.Place(i)
	if place-w.first >= w.length {
		pair := place / w.unit
		rest := place - pair*w.unit
		n := len(w.classes) - 1
		for w.classes[n].first > rest {
			n--
		}
		w.class = &w.classes[n]
		rest -= w.class.first
		w.men.lions = w.lions[pair]
		w.length = w.class.block()
		w.arrange(&w.men, w.class, rest/w.length)
		w.first = place - rest%w.length
	}
	w.readBlock(&w.men, w.class, place-w.first)
	w.frame = w.men
	w.frame.turn(w.board, &w.counts)
	w.own = false
	if w.pairs[w.men.lions[0]][w.men.lions[1]].double {
		_, w.own, _ = w.find(&w.men)
	}
	w.ends, w.hangs = 0, false
}

// AppendSuccessors implements [engine.Generator].
func (w *scratch) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	if i == w.hanging() {
		return dst, engine.WinsNow
	}
	w.seek(i)
	w.from = len(dst)
	dst = w.appendAll(dst)
	if w.hangs {
		dst = append(dst, w.hanging())
	}
	return dst, w.ends
}

// appendAll appends the moves, but for those that let the lion be taken.
func (w *scratch) appendAll(dst []uint64) []uint64 {
	dst = w.appendLion(dst)
	for kind := range kinds {
		dst = w.appendSteps(dst, kind)
		if w.drops && w.frame.away(kind, int(w.counts[kind])) > 0 {
			dst = w.appendDrops(dst, kind)
		}
	}
	return dst
}

// appendLion appends the steps of the lion that moves: the opponent's in the frame.
func (w *scratch) appendLion(dst []uint64) []uint64 {
	f := &w.frame
	for to := w.down[lion][f.lions[1]] &^ f.others(); to != 0; to &= to - 1 {
		n := *f
		n.remove(to & -to)
		n.lions[1] = uint8(bits.TrailingZeros16(to))
		if w.board.first&to&-to == 0 {
			dst = w.append(dst, &n)
		} else if n.attacked(w.board, n.lions[1]) {
			w.hangs = true
		} else {
			w.ends = engine.WinsNow
		}
	}
	return dst
}

// appendSteps appends the steps of the other pieces of a kind.
func (w *scratch) appendSteps(dst []uint64, kind int) []uint64 {
	f := &w.frame
	stay := f.others() | 1<<f.lions[1]
	for from := f.at[kind] &^ f.own; from != 0; from &= from - 1 {
		bit := from & -from
		as := kind
		if f.hens&bit != 0 {
			as = hen
		}
		for to := w.down[as][bits.TrailingZeros16(from)] &^ stay; to != 0; to &= to - 1 {
			n, target := *f, to&-to
			n.remove(bit | target)
			n.at[kind] |= target
			if as == hen || as == chick && target&w.board.first != 0 {
				n.hens |= target
			}
			dst = w.append(dst, &n)
		}
	}
	return dst
}

// appendDrops appends the drops of a kind.
func (w *scratch) appendDrops(dst []uint64, kind int) []uint64 {
	f := &w.frame
	for to := w.all &^ f.occupied(); to != 0; to &= to - 1 {
		n := *f
		n.at[kind] |= to & -to
		dst = w.append(dst, &n)
	}
	return dst
}

// append appends the index of the position that a move leads to.
func (w *scratch) append(dst []uint64, n *men) []uint64 {
	index, twin, ok := w.find(n)
	if !ok {
		w.hangs = true
		return dst
	}
	return w.appendOnce(dst, index, twin)
}

// appendOnce appends an index. An edge is listed once for each move that makes it. Twins have
// the same moves up to symmetry, so that this is as often from both ends, unless an end is
// its own twin: such an edge is listed once from either end.
func (w *scratch) appendOnce(dst []uint64, index uint64, twin bool) []uint64 {
	if twin || w.own {
		for _, j := range dst[w.from:] {
			if j == index {
				return dst
			}
		}
	}
	return append(dst, index)
}

// Outside implements [engine.Searcher].
func (w *scratch) Outside(i uint64, set *engine.Set) (successor uint64, ok bool) {
	if i == w.hanging() {
		return i, false
	}
	w.seek(i)
	w.from = 0
	for part := range 1 + 2*kinds {
		w.buf = w.appendPart(w.buf[:0], part)
		if at := set.FirstLacking(w.buf); at >= 0 {
			return w.buf[at], true
		}
	}
	return w.hanging(), w.hangs && set.Lacks(w.hanging())
}

// AnyIn implements [engine.Searcher].
func (w *scratch) AnyIn(i uint64, set *engine.Set) bool {
	if i == w.hanging() {
		return false
	}
	w.seek(i)
	w.from = 0
	for part := range 1 + 2*kinds {
		w.buf = w.appendPart(w.buf[:0], part)
		if set.FirstOf(w.buf) >= 0 {
			return true
		}
	}
	return w.hangs && set.Has(w.hanging())
}

// appendPart appends a part of what appendAll does.
func (w *scratch) appendPart(dst []uint64, part int) []uint64 {
	switch {
	case part == 0:
		return w.appendLion(dst)
	case part <= kinds:
		return w.appendSteps(dst, part-1)
	case w.drops && w.frame.away(part-1-kinds, int(w.counts[part-1-kinds])) > 0:
		return w.appendDrops(dst, part-1-kinds)
	}
	return dst
}

// AppendPredecessors implements [engine.Unmover]. Who made the last move is the mover in the
// frame.
func (w *scratch) AppendPredecessors(dst []uint64, i uint64) []uint64 {
	if i == w.hanging() {
		return dst
	}
	w.seek(i)
	w.from = len(dst)
	f := &w.frame
	free := w.all &^ f.occupied()
	for from := w.down[lion][f.lions[0]] & free; from != 0; from &= from - 1 {
		n := *f
		n.lions[0] = uint8(bits.TrailingZeros16(from))
		dst = w.appendBefore(dst, &n, 1<<f.lions[0])
	}
	for kind := range kinds {
		for to := f.at[kind] & f.own; to != 0; to &= to - 1 {
			dst = w.appendUnstep(dst, kind, to&-to, free)
			if w.drops && f.hens&to&-to == 0 {
				n := *f
				n.remove(to & -to)
				n.hand[kind]++
				dst = w.appendFound(dst, &n)
			}
		}
	}
	return dst
}

// appendUnstep appends the positions before a step of the piece on a square.
func (w *scratch) appendUnstep(dst []uint64, kind int, bit, free uint16) []uint64 {
	f, s := &w.frame, bits.TrailingZeros16(bit)
	back := func(as int, turned bool) {
		for from := w.down[as][s] & free; from != 0; from &= from - 1 {
			n := *f
			n.remove(bit)
			n.at[kind] |= from & -from
			n.own |= from & -from
			if turned {
				n.hens |= from & -from
			}
			dst = w.appendBefore(dst, &n, bit)
		}
	}
	switch {
	case kind != chick:
		back(kind, false)
	case f.hens&bit != 0:
		back(hen, true)
		if w.last&bit != 0 {
			back(chick, false)
		}
	case w.last&bit == 0:
		back(chick, false)
	}
	return dst
}

// appendBefore appends the position before a step to a square, and those in which the step
// took a piece there.
func (w *scratch) appendBefore(dst []uint64, n *men, to uint16) []uint64 {
	dst = w.appendFound(dst, n)
	for kind := range kinds {
		if n.hand[kind] == 0 {
			continue
		}
		m := *n
		m.hand[kind]--
		m.at[kind] |= to
		dst = w.appendFound(dst, &m)
		if kind == chick {
			m.hens |= to
			dst = w.appendFound(dst, &m)
		}
	}
	return dst
}

// appendFound appends the index of a position before, if it is one.
func (w *scratch) appendFound(dst []uint64, n *men) []uint64 {
	if index, twin, ok := w.find(n); ok {
		return w.appendOnce(dst, index, twin)
	}
	return dst
}
