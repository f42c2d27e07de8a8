package pushfight

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/pushfight/dilate"
)

// slabScratch implements [fast.SlabScratch].
type slabScratch struct {
	*slabs
	dilator *dilate.Dilator

	// The current slab.
	movers, pushers, anchor uint32   // the opponent's pieces
	theirs                  uint32   // all of them
	free                    []uint8  // the other squares, by their numbers among these
	place                   [32]int8 // square → its number among the free ones
	dilatorReady            bool     // the dilator knows the neighbours
	columnsReady            bool     // cols holds the columns' squares
	rows, cols              []uint32 // the squares of the mover's movers and pushers, by row and column

	neighbours []uint32
	used       []bool     // rows that have a bit set
	byEmpty    [][]uint64 // by free square that must be empty, and without any: columns
	columns    []uint64
	present    []uint64
	rowRanks   []uint32 // ranks of the rows' sets of squares
	from, to   int      // the range of places in order for which anchors holds
	anchors    []uint32 // by set of the opponent's movers: where the anchor may be for these
}

// NewSlabScratch implements [fast.Slabs].
func (s *slabs) NewSlabScratch() fast.SlabScratch {
	w := &slabScratch{
		slabs:      s,
		dilator:    dilate.NewDilator(s.space),
		free:       make([]uint8, s.space.Squares),
		rows:       make([]uint32, s.space.Rows),
		cols:       make([]uint32, s.space.Cols),
		neighbours: make([]uint32, s.space.Squares),
		used:       make([]bool, s.space.Rows),
		columns:    make([]uint64, s.space.Words),
		present:    make([]uint64, s.space.Words),
		rowRanks:   make([]uint32, s.space.Rows),
		anchors:    make([]uint32, len(s.moverSets)),
	}
	for range 2 * (s.space.Squares + 1) {
		w.byEmpty = append(w.byEmpty, make([]uint64, s.space.Words))
	}
	return w
}

// Enter implements [fast.SlabScratch].
func (w *slabScratch) Enter(slab uint32) { w.enter(w.placement(slab)) }

// enter makes the slab of the opponent's given pieces the current one. anchor is 0 before the first
// turn.
func (w *slabScratch) enter(movers, pushers, anchor uint32) {
	w.movers, w.pushers, w.anchor = movers, pushers, anchor
	w.theirs = w.movers | w.pushers
	n := 0
	for q := range w.board.squares {
		w.place[q] = int8(n)
		if w.theirs>>q&1 == 0 {
			w.free[n] = uint8(q)
			n++
		}
	}
	w.dilatorReady, w.columnsReady = false, false
	for r, set := range w.space.RowSquares {
		w.rows[r] = w.spread(set)
	}
}

// spread returns the squares of a set of free squares.
func (w *slabScratch) spread(set uint32) (squares uint32) {
	for ; set != 0; set &= set - 1 {
		squares |= 1 << w.free[bits.TrailingZeros32(set)]
	}
	return squares
}

func (w *slabScratch) spreadColumns() {
	if w.columnsReady {
		return
	}
	w.columnsReady = true
	for r, set := range w.rows {
		w.rowRanks[r] = w.ranks.Rank(set)
	}
	for c, set := range w.space.ColSquares {
		w.cols[c] = w.spread(set)
	}
}

// Fill implements [fast.SlabScratch].
func (w *slabScratch) Fill(dst []uint64) { copy(dst, w.all) }

// Dilate implements [fast.SlabScratch]: at most two moves.
func (w *slabScratch) Dilate(dst, src []uint64) {
	if !w.dilatorReady {
		w.dilatorReady = true
		for n, q := range w.free {
			near := uint32(0)
			for d := range 4 {
				if other := w.next[d][q]; other >= 0 && w.theirs>>other&1 == 0 {
					near |= 1 << w.place[other]
				}
			}
			w.neighbours[n] = near
		}
		w.dilator.Enter(w.neighbours)
	}
	w.dilator.Two(dst, src)
}

// Stored implements [fast.SlabScratch]: for one axis of the anchor's square both
// neighbours exist and exactly one is empty.
func (w *slabScratch) Stored(dst []uint64) {
	clear(dst)
	a := bits.TrailingZeros32(w.anchor)
	for d := 0; d < 4; d += 2 {
		x, y := w.next[d][a], w.next[d+1][a]
		if x < 0 || y < 0 {
			continue
		}
		for r, movers := range w.rows {
			row := dst[r*w.space.Words : (r+1)*w.space.Words]
			xs, xAll := w.occupied(int(x), movers)
			ys, yAll := w.occupied(int(y), movers)
			for i := range row {
				one := xAll ^ yAll
				if xs != nil {
					one ^= xs[i]
				}
				if ys != nil {
					one ^= ys[i]
				}
				row[i] |= one
			}
		}
	}
	for i, all := range w.all {
		dst[i] &= all
	}
}

// occupied returns the columns of a row in which a square is occupied: a set of columns,
// or none, or all.
func (w *slabScratch) occupied(q int, movers uint32) (columns []uint64, all uint64) {
	if (w.theirs|movers)>>q&1 != 0 {
		return nil, ^uint64(0)
	}
	return w.space.With[w.place[q]], 0
}

// Marks implements [fast.SlabScratch]. A push needs a pusher on a square, own pieces on the
// following squares that the opponent has not filled, and an empty square or an open edge
// behind. The columns that satisfy this are an intersection of few sets.
func (w *slabScratch) Marks(wins, any []uint64) {
	clear(wins)
	clear(any)
	for _, columns := range w.byEmpty {
		clear(columns)
	}
	squares := w.space.Squares
	for n, q := range w.free {
		for d := range 4 {
			need, at := uint32(0), int(q)
			for {
				next := int(w.next[d][at])
				if next < 0 {
					if at != int(q) && w.theirs>>at&1 != 0 && w.railed[d]>>at&1 == 0 {
						w.mark(wins, w.byEmpty[squares+1:], n, need, squares)
					}
					break
				}
				if w.theirs>>next&1 == 0 {
					if at != int(q) {
						w.mark(any, w.byEmpty, n, need, int(w.place[next]))
					}
					need |= 1 << w.place[next]
					if bits.OnesCount32(need) >= w.Variant.movers+w.Variant.pushers {
						break
					}
				} else if w.anchor>>next&1 != 0 {
					break
				}
				at = next
			}
		}
	}
	for r, movers := range w.space.RowSquares {
		row := any[r*w.space.Words : (r+1)*w.space.Words]
		for n := range squares {
			if movers>>n&1 == 0 {
				for i, x := range w.byEmpty[n] {
					row[i] |= x
				}
			}
		}
		row = wins[r*w.space.Words : (r+1)*w.space.Words]
		for i, x := range w.byEmpty[squares+1+squares] {
			row[i] |= x
		}
	}
	for i, all := range w.all {
		wins[i] &= all
		any[i] = any[i]&all | wins[i]
	}
}

// mark adds to dst the configurations with a pusher on the free square n, pieces on those of need,
// and none on the square empty. The last condition does not apply if empty is the number of
// squares. If no mover is among the pieces, mark adds the columns to byEmpty instead, for all rows.
func (w *slabScratch) mark(dst []uint64, byEmpty [][]uint64, n int, need uint32, empty int) {
	s := w.space
	for movers := need; ; movers = (movers - 1) & need { // the needed pieces that are movers
		if bits.OnesCount32(movers) <= s.Movers && bits.OnesCount32(need&^movers) < s.Pushers {
			copy(w.columns, s.With[n])
			for rest := need &^ movers; rest != 0; rest &= rest - 1 {
				for i, x := range s.With[bits.TrailingZeros32(rest)] {
					w.columns[i] &= x
				}
			}
			if empty < s.Squares {
				for i, x := range s.With[empty] {
					w.columns[i] &^= x
				}
			}
			if movers == 0 {
				for i, x := range w.columns {
					byEmpty[empty][i] |= x
				}
			} else {
				for r, set := range s.RowSquares {
					if set&movers != movers || set>>empty&1 != 0 {
						continue
					}
					row := dst[r*s.Words : (r+1)*s.Words]
					for i, x := range w.columns {
						row[i] |= x
					}
				}
			}
		}
		if movers == 0 {
			return
		}
	}
}

// AppendIndices implements [fast.SlabScratch].
func (w *slabScratch) AppendIndices(dst []uint64, set []uint64) []uint64 {
	w.spreadColumns()
	theirs, pushers, anchor := w.toCells(w.theirs), w.toCells(w.pushers), w.toCells(w.anchor)
	for r, movers := range w.rows {
		moverCells := w.toCells(movers)
		for i, x := range set[r*w.space.Words : (r+1)*w.space.Words] {
			for ; x != 0; x &= x - 1 {
				own := w.toCells(w.cols[i*64+bits.TrailingZeros64(x)])
				dst = append(dst, w.index(theirs|moverCells|own, pushers|own, theirs, anchor))
			}
		}
	}
	return dst
}
