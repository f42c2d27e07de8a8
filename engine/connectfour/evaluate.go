package connectfour

import (
	"fmt"
	"math/bits"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// columnMoves lists the moves of positions numbered by columns, and evaluates their layers. It
// implements [engine.Generator] and [fast.LayerEvaluator].
//
// A drop that makes four in a line leads to a place without a position. So the next layer's bitmaps
// show which drops win, and give the index of the result of every other drop.
type columnMoves struct {
	*columns
	evaluator
}

// AppendSuccessors implements [engine.Generator].
func (w *columnMoves) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	l := w.layerOf(i)
	code := w.codeOf(l, i-l.first)
	if l.pieces+1 == len(w.layers) {
		if w.lastWins(l, code) {
			return dst, engine.WinsNow
		}
		return dst, engine.DrawsNow
	}
	next, ends := w.layers[l.pieces+1], engine.Ends(0)
	for n := range w.width {
		height := bits.Len64(code>>(n*w.column)&(1<<w.column-1)) - 1
		if height == w.height {
			continue
		}
		to := code + l.adds()<<(n*w.column+height)
		if rank, ok := w.rankOf(next, w.Canonical(to)); ok {
			dst = append(dst, next.first+rank)
		} else {
			ends = engine.WinsNow
		}
	}
	return dst, ends
}

// adds returns the value that the next piece adds to its column's code, in units of the bit above
// the column's pieces.
func (l *layer) adds() uint64 { return uint64(2 - l.pieces%2) }

// lastWins reports whether the last piece on the board makes four in a line.
func (k *columns) lastWins(l *layer, code uint64) bool {
	own, all := k.split(code)
	if l.pieces%2 != 0 {
		own = all &^ own
	}
	return k.completing4(own)&^all != 0
}

// evaluator evaluates runs of positions of a layer.
type evaluator struct {
	layer, next *layer
	bits        bitmap // of the next layer
	values      []byte // of the next layer
	run         *run
	fillings    *class // of the left half, in the run
	drops       [64]drop
	intoLeft    []drop // part of drops: drops into the left half whose resulting heights have runs
	intoRight   []drop // drops into the right half whose resulting heights have runs
	mirrored    []drop // drops whose resulting heights are mirrored by heights with runs
	inRight     uint64 // the right half of the row's codes, at its place in a code
}

// drop is the effect of a drop into a column, for the positions of a row.
type drop struct {
	add    uint64 // to the code of its half; if mirrored, of the board
	start  uint32 // the first block of the resulting run
	blocks uint32 // blocks of a resulting row
	row    uint32 // the first block of the resulting row
	wins   bool   // the drop wins whatever the left half holds
	values []byte // of the resulting run, and of those behind it
	word   uint64 // into the right half: the resulting row's current word
	rank   uint64 // the number of positions of the run before word
}

// EvaluateLayer implements [fast.LayerEvaluator].
func (w *columnMoves) EvaluateLayer(dst []byte, first, n uint64, exits [][]byte) error {
	dst = dst[:n]
	if n == 0 {
		return nil
	}
	w.layer = w.layerOf(first)
	l := w.layer
	if last := l.pieces+1 == len(w.layers); !last {
		w.next = w.layers[l.pieces+1]
		if len(exits) <= l.pieces+1 || uint64(len(exits[l.pieces+1])) != w.next.size {
			return fmt.Errorf("the values of layer %d are missing", l.pieces+1)
		}
		w.values, w.bits = exits[l.pieces+1], w.bitmap(w.next)
	} else {
		w.next = nil
	}
	here := w.bitmap(l)
	from := w.placeIn(here, l, first-l.first)
	skip := uint64(1)<<(from.spot&63) - 1 // bits of the first word before the first position
	row, column := from.row, numberAt(from.spot)/64
	for at := from.run; len(dst) > 0; at++ {
		w.enterRun(&l.runs[at])
		words, blocks := uint32(w.fillings.words()), uint32(w.fillings.blocks())
		for codes := w.right.class(int(w.run.right), int(w.run.x)).codes; row < uint32(len(codes)) && len(dst) > 0; row++ {
			w.enterRow(codes[row], row)
			for ; column < words && len(dst) > 0; column++ {
				set := here[4*(w.run.first+row*blocks+column/blockWords)+1+column%blockWords] &^ skip
				skip = 0
				if excess := bits.OnesCount64(set) - len(dst); excess > 0 {
					for range excess {
						set &^= 1 << (63 - bits.LeadingZeros64(set))
					}
				}
				dst = w.evaluate(dst, set, column)
			}
			column = 0
		}
		row = 0
	}
	return nil
}

// enterRun makes a run the current one.
func (w *columnMoves) enterRun(r *run) {
	w.run, w.fillings = r, w.left.class(int(r.left), w.layer.x()-int(r.x))
	if w.next == nil {
		return
	}
	w.intoLeft, w.intoRight, w.mirrored = w.drops[:0:16], w.drops[16:16:32], w.drops[32:32:48]
	tops, x := w.topsOf(int(r.left), int(r.right)), w.next.x()-w.layer.x()
	for n := range w.width {
		top := tops & ((1<<w.column - 1) << (n * w.column))
		if top&w.cells == 0 {
			continue
		}
		d := drop{add: w.layer.adds() * top}
		switch standing, _ := w.standing(tops + top); {
		case !standing:
			w.mirrored = append(w.mirrored, d)
		case n < len(w.left.step):
			profile := int(r.left) + w.left.step[n]
			w.aim(&d, profile, int(r.right), int(r.x))
			d.blocks = uint32(w.row(profile, w.next.x()-int(r.x)))
			w.intoLeft = append(w.intoLeft, d)
		default:
			profile := int(r.right) + w.right.step[n-len(w.left.step)]
			if int(r.x)+x <= w.right.most {
				w.aim(&d, int(r.left), profile, int(r.x)+x)
			}
			d.blocks = uint32(w.fillings.blocks())
			d.add >>= w.left.bits
			w.intoRight = append(w.intoRight, d)
		}
	}
}

// aim sets the run that a drop leads to, if there is one.
func (w *columnMoves) aim(d *drop, left, right, x int) {
	if n := w.starts[w.start(left, right, x)]; int(n) < len(w.next.runs) {
		r := &w.next.runs[n]
		d.start, d.values = r.first, w.values[r.before:]
	}
}

// enterRow makes a row of the run, a filling of the right half, the current one.
func (w *columnMoves) enterRow(code, row uint32) {
	w.inRight = uint64(code) << w.left.bits
	if w.next == nil {
		return
	}
	for n := range w.intoLeft {
		d := &w.intoLeft[n]
		d.row = d.start + row*d.blocks
	}
	for n := range w.intoRight {
		d := &w.intoRight[n]
		f := w.right.of[code+uint32(d.add)]
		d.wins = f.at == noFilling
		d.row = d.start + f.at*d.blocks
	}
}

// evaluate stores the values of the positions in a word of the row, and returns the rest of dst.
func (w *columnMoves) evaluate(dst []byte, set uint64, column uint32) []byte {
	codes := w.fillings.codes[column*64:]
	at := 0
	if w.next == nil {
		for ; set != 0; set &= set - 1 {
			dst[at] = byte(engine.Tie)
			if w.lastWins(w.layer, w.inRight|uint64(codes[bits.TrailingZeros64(set)])) {
				dst[at] = winsNow
			}
			at++
		}
		return dst[at:]
	}
	wins := uint64(0)
	for n := range w.intoRight {
		d := &w.intoRight[n]
		if d.wins {
			wins = ^uint64(0)
			continue
		}
		block, in := w.bits[4*(d.row+column/blockWords):][:4], column%blockWords
		d.word, d.rank = block[in+1], block[0]>>24+block[0]>>(8*in&63)&0xff
		wins |= ^d.word
	}
	for ; set != 0; set &= set - 1 {
		bit := set & -set
		if wins&bit != 0 {
			dst[at] = winsNow
		} else {
			dst[at] = w.best(bit, codes[bits.TrailingZeros64(set)])
		}
		at++
	}
	return dst[at:]
}

// winsNow is the value W1.
const winsNow = 2

// best returns the value of a position of the current word, from its bit and the code of its left
// half. It requires that no drop into the right half wins.
func (w *columnMoves) best(bit uint64, code uint32) byte {
	next := w.bits
	merit := byte(0)
	for n := range w.intoLeft {
		d := &w.intoLeft[n]
		at := w.left.of[code+uint32(d.add)].at
		if at == noFilling {
			return winsNow
		}
		rank, ok := next.find(d.row, at)
		if !ok {
			return winsNow
		}
		merit = max(merit, merits[d.values[rank]])
	}
	for n := range w.mirrored {
		p, ok := w.placeOf(w.mirror(w.inRight + uint64(code) + w.mirrored[n].add))
		if !ok {
			return winsNow
		}
		rank, ok := w.rankIn(next, w.next, p)
		if !ok {
			return winsNow
		}
		merit = max(merit, merits[w.values[rank]])
	}
	for n := range w.intoRight {
		d := &w.intoRight[n]
		merit = max(merit, merits[d.values[d.rank+uint64(bits.OnesCount64(d.word&(bit-1)))]])
	}
	return worths[merit]
}

// merits ranks a result's value for the player who moves to it. worths maps the best merit to the value of the position
// before the move: a full board, which has none, is drawn.
var merits, worths = fast.Merits(byte(engine.Tie))
