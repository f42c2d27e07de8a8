package dobutsu

import (
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// scratch implements [engine.Generator], [fast.Unmover], [fast.WinScanner] and [fast.Seeder].
type scratch struct {
	*Variant
	places reader
	class  *class
	first  uint64 // first place of the current arrangement
	length uint64 // number of places of the current arrangement
	men    men    // at the current place

	frame men  // the opponent's view
	own   bool // the position is its own twin
	// attackers are the mover's pieces in the frame that can take the lion. Pieces step one square,
	// so no piece blocks another. So a piece other than the lion can end the attack only by taking
	// the single attacker.
	attackers uint16
	from      int // where this position's list begins
	ends      engine.Ends
	exposed   bool     // some move leaves the lion where it can be taken
	queue     []uint64 // places of positions, for one batched lookup
	read      uint64   // keeps the compiler from removing reads of memory

	counting bool // moves are counted instead of listed
	tally    tally
}

// NewScratch implements [engine.Game].
func (v *Variant) NewScratch() engine.Scratch {
	w := &scratch{Variant: v, places: reader{ranking: v.ranking}}
	return engine.Scratch{Generator: w, Unmover: w, WinScanner: w, Seeder: w}
}

// menAt returns the men of an index.
func (r *ranking) menAt(i uint64) (n men) {
	reader := reader{ranking: r}
	r.read(&n, reader.place(i))
	return n
}

// load reads the men of an index.
func (w *scratch) load(i uint64) {
	place := w.places.place(i)
	if place-w.first >= w.length {
		var rest uint64
		w.class, rest = w.classAt(place & (1<<pairShift - 1))
		w.men.lions = w.lions[w.places.number]
		w.length = w.class.block()
		w.arrange(&w.men, w.class, rest/w.length)
		w.first = place - rest%w.length
	}
	w.readBlock(&w.men, w.class, place-w.first)
}

// seek makes i the current index.
func (w *scratch) seek(i uint64) {
	w.load(i)
	w.frame = w.men
	w.frame.turn(w.board, &w.counts)
	w.own = false
	if w.pairs[w.men.lions[0]][w.men.lions[1]].double {
		_, w.own, _ = w.find(&w.men)
	}
	w.attackers = w.frame.attackers(w.board, w.frame.lions[1])
	w.ends, w.exposed = 0, false
}

// AppendSuccessors implements [engine.Generator].
func (w *scratch) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	if i == w.takesLion() {
		return dst, engine.WinsNow
	}
	w.seek(i)
	w.from = len(dst)
	dst = w.appendAll(dst)
	if w.exposed {
		dst = append(dst, w.takesLion())
	}
	return dst, w.ends
}

// appendAll appends all moves except those that let the lion be taken.
func (w *scratch) appendAll(dst []uint64) []uint64 {
	w.queueLion()
	for kind := range kinds {
		w.queueSteps(kind)
	}
	for kind := range kinds {
		w.queueDrops(kind)
	}
	return w.appendQueue(dst, true)
}

// queueLion queues the steps of the moving side's lion: the opponent's in the frame.
func (w *scratch) queueLion() {
	f := &w.frame
	for to := w.down[lion][f.lions[1]] &^ f.others(); to != 0; to &= to - 1 {
		n := *f
		n.remove(to & -to)
		n.lions[1] = uint8(bits.TrailingZeros16(to))
		if w.board.first&to&-to == 0 {
			w.after(&n)
		} else if n.attacked(w.board, n.lions[1]) {
			w.exposed = true
		} else {
			w.ends = engine.WinsNow
		}
	}
}

// queueSteps queues the steps of the other pieces of a kind.
func (w *scratch) queueSteps(kind int) {
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
			if w.attackers&^target != 0 {
				w.exposed = true
				continue
			}
			n.remove(bit | target)
			n.at[kind] |= target
			if as == hen || as == chick && target&w.board.first != 0 {
				n.hens |= target
			}
			w.after(&n)
		}
	}
}

// queueDrops queues the drops of a kind.
func (w *scratch) queueDrops(kind int) {
	f := &w.frame
	if !w.drops || f.away(kind, int(w.counts[kind])) == 0 {
		return
	}
	free := w.all &^ f.occupied()
	if w.attackers != 0 {
		w.exposed = w.exposed || free != 0
		return
	}
	for to := free; to != 0; to &= to - 1 {
		n := *f
		n.at[kind] |= to & -to
		w.after(&n)
	}
}

// after queues the position after a move.
func (w *scratch) after(n *men) {
	if w.counting {
		w.count(n)
	} else if place, ok := w.locate(n); ok {
		w.queue = append(w.queue, place)
	} else {
		w.exposed = true
	}
}

// before queues the position before a move, if it is valid.
func (w *scratch) before(n *men) {
	if place, ok := w.locate(n); ok {
		w.queue = append(w.queue, place)
	}
}

// appendQueue appends the indices of the queued places. If after is set, a place without an index
// is a position in which the lion can be taken. The first loop reads all places from memory before
// any is needed, so that the cache misses overlap.
func (w *scratch) appendQueue(dst []uint64, after bool) []uint64 {
	for _, place := range w.queue {
		w.read += w.stored[place&^ownTwin>>pairShift].Set().Word(place & (1<<pairShift - 1))
	}
	for _, place := range w.queue {
		if index, ok := w.index(place); ok {
			dst = w.appendOnce(dst, index, place&ownTwin != 0)
		} else if after {
			w.exposed = true
		}
	}
	w.queue = w.queue[:0]
	return dst
}

// appendOnce appends an index. An edge is listed once for each move that makes it. Twins have the
// same moves up to symmetry, so both ends list an edge equally often unless an end is its own twin.
// An edge to or from such an end is listed once from either end.
func (w *scratch) appendOnce(dst []uint64, index uint64, twin bool) []uint64 {
	if (twin || w.own) && slices.Contains(dst[w.from:], index) {
		return dst
	}
	return append(dst, index)
}

// AppendPredecessors implements [fast.Unmover]. The player who made the last move is the mover in
// the frame. He could not take the lion before it.
func (w *scratch) AppendPredecessors(dst []uint64, i uint64) []uint64 {
	if i == w.takesLion() {
		return dst
	}
	w.seek(i)
	w.from = len(dst)
	f := &w.frame
	free := w.all &^ f.occupied()
	moved := f.own
	switch w.attackers & (w.attackers - 1) {
	case w.attackers: // there are none
		for from := w.down[lion][f.lions[0]] & free; from != 0; from &= from - 1 {
			n := *f
			n.lions[0] = uint8(bits.TrailingZeros16(from))
			w.queueBefore(&n, 1<<f.lions[0])
		}
	case 0: // the only attacker is the piece that moved
		moved = w.attackers
	default:
		return dst
	}
	for kind := range kinds {
		for to := f.at[kind] & moved; to != 0; to &= to - 1 {
			w.queueUnstep(kind, to&-to, free)
			if w.drops && f.hens&to&-to == 0 {
				n := *f
				n.remove(to & -to)
				n.hand[kind]++
				w.before(&n)
			}
		}
	}
	return w.appendQueue(dst, false)
}

// queueUnstep queues the positions before a step of the piece on a square.
func (w *scratch) queueUnstep(kind int, bit, free uint16) {
	f, s := &w.frame, bits.TrailingZeros16(bit)
	back := func(as int, turned bool) {
		for from := w.down[as][s] & free &^ w.down[as][f.lions[1]]; from != 0; from &= from - 1 {
			n := *f
			n.remove(bit)
			n.at[kind] |= from & -from
			n.own |= from & -from
			if turned {
				n.hens |= from & -from
			}
			w.queueBefore(&n, bit)
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
}

// queueBefore queues the position before a step to a square, and those before a step that took a
// piece there.
func (w *scratch) queueBefore(n *men, to uint16) {
	w.before(n)
	for kind := range kinds {
		if n.hand[kind] == 0 {
			continue
		}
		m := *n
		m.hand[kind]--
		m.at[kind] |= to
		w.before(&m)
		if kind == chick {
			m.hens |= to
			w.before(&m)
		}
	}
}

// ScanWins implements [fast.WinScanner]. The immediate win is a lion that comes across. It stands
// in the row before the last.
func (w *scratch) ScanWins(wins *fast.Set, first, n uint64) {
	for i, end := first, first+n; i < end; {
		if i == w.takesLion() {
			wins.Add(i)
			return
		}
		w.places.place(i)
		last := min(end, w.places.pair.first+w.places.pair.Size())
		if w.near(w.lions[w.places.number][0]) {
			for ; i < last; i++ {
				if w.load(i); w.men.crosses(w.board) {
					wins.Add(i)
				}
			}
		}
		i = last
	}
}

// near reports whether a square is in the row before the last, from which a lion can come across.
func (b *board) near(s uint8) bool { return b.last>>columns>>s&1 != 0 }

// tally counts the moves of a position.
type tally struct {
	inside, open int
	once         []men // successors that count once, however many moves lead to them
}

// count counts a move.
func (w *scratch) count(n *men) {
	if n.attacked(w.board, n.lions[1]) {
		w.exposed = true
		return
	}
	t := &w.tally
	if w.own || w.pairs[n.lions[0]][n.lions[1]].double {
		m := *n
		if m.mirror(w.board); w.own || m == *n {
			if slices.Contains(t.once, *n) || slices.Contains(t.once, m) {
				return
			}
			t.once = append(t.once, *n)
		}
	}
	t.inside++
	if !n.crosses(w.board) {
		t.open++
	}
}

// AppendExits implements [fast.Seeder]. If the lion is not attacked, no move of another piece lets
// it be taken.
func (w *scratch) AppendExits(dst []uint64, i uint64) (exits []uint64, inside, open int, ends engine.Ends) {
	if i == w.takesLion() {
		return dst, 0, 0, engine.WinsNow
	}
	w.seek(i)
	f, t := &w.frame, &w.tally
	*t = tally{once: t.once[:0]}
	w.counting = true
	if w.pairs[f.lions[0]][f.lions[1]].double || w.near(f.lions[0]) || w.attackers != 0 {
		w.appendAll(nil)
	} else {
		w.queueLion()
		others := w.countOthers()
		t.inside, t.open = t.inside+others, t.open+others
	}
	w.counting = false
	if w.exposed {
		dst = append(dst, w.takesLion())
	}
	return dst, t.inside, t.open, w.ends
}

// countOthers counts the moves of all pieces except the lion.
func (w *scratch) countOthers() (n int) {
	f := &w.frame
	stay := f.others() | 1<<f.lions[1]
	free := bits.OnesCount16(w.all &^ f.occupied())
	for kind := range kinds {
		for from := f.at[kind] &^ f.own; from != 0; from &= from - 1 {
			as := kind
			if f.hens&from&-from != 0 {
				as = hen
			}
			n += bits.OnesCount16(w.down[as][bits.TrailingZeros16(from)] &^ stay)
		}
		if w.drops && f.away(kind, int(w.counts[kind])) > 0 {
			n += free
		}
	}
	return n
}
