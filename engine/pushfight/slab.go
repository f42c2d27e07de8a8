package pushfight

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/multiset"
	sets "github.com/foregone-db/foregone/engine/placement"
	"github.com/foregone-db/foregone/engine/pushfight/dilate"
)

// slabs is the [fast.Slabs] of a variant. A slab is a placement of the opponent's pieces with one
// pusher anchored; configurations are placements of the mover's pieces.
//
// Sets of squares are words with the squares' numbers as bits. The number of a slab is
// (rank of the movers' set · sets of pushers + rank of the pushers' set) · pushers + which
// of these is anchored.
type slabs struct {
	*Variant
	space      *dilate.Space
	ranks      multiset.Sets
	moverSets  []uint32
	pusherSets []uint32
	order      []uint32
	starts     [][]int // by the anchor's square and the movers' set: its first place in order, with a sentinel at the end
	parts      []fast.SlabPart
	half       int           // anchors on this square and above are turned
	next       [4][]int8     // direction, square → the square beside it, or -1
	railed     [4]uint32     // direction → squares with a railing there
	rays       [4][32]uint32 // direction, square → the squares beyond it in an unbroken line
	squares    uint32        // all squares
	unit       uint32        // bits of a row of a bitmap
	turnedRow  []uint32      // row → of the turned configuration, as a number of bits
	turnedCol  []uint32      // column → of the turned configuration
	cells      [2][]uint64   // lower and upper squares of a set → cells
	binomial   [][33]uint32  // [k][n]: n over k
	all        []uint64      // all configurations
}

const (
	maxSlabs     = 1 << 24
	maxSlabWords = 1 << 13
	lowSquares   = 13
)

// hasSlabs reports whether a variant is small enough for slabs.
func hasSlabs(v *Variant) bool {
	squares, free := v.board.squares, v.board.squares-v.movers-v.pushers
	return squares <= 2*lowSquares &&
		sets.Choose(squares, v.movers)*sets.Choose(squares, v.pushers)*uint64(v.pushers) <= maxSlabs &&
		sets.Choose(free, v.movers)*(sets.Choose(free, v.pushers)/64+1) <= maxSlabWords
}

// newSlabs returns the slabs of a variant that has them.
func newSlabs(v *Variant) *slabs {
	b := v.board
	free := b.squares - v.movers - v.pushers
	s := &slabs{
		Variant:    v,
		space:      dilate.NewSpace(free, v.movers, v.pushers),
		ranks:      multiset.NewSets(max(v.movers, v.pushers)),
		moverSets:  dilate.Subsets(b.squares, v.movers),
		pusherSets: dilate.Subsets(b.squares, v.pushers),
		half:       b.squares,
		squares:    1<<b.squares - 1,
	}
	s.unit = uint32(64 * s.space.Words)
	if b.symmetric {
		s.half = b.squares / 2
	}
	for d := range 4 {
		s.next[d] = make([]int8, b.squares)
		for q := range b.squares {
			c := int(b.cellOf[q])
			s.next[d][q] = -1
			if n := b.neighbour(c, d); n >= 0 {
				s.next[d][q] = int8(b.squareOf[n])
			} else if b.railing(c, d) {
				s.railed[d] |= 1 << q
			}
			for n := b.neighbour(c, d); n >= 0; n = b.neighbour(n, d) {
				s.rays[d][q] |= 1 << b.squareOf[n]
			}
		}
	}
	turn := func(sets []uint32, unit int) []uint32 {
		out := make([]uint32, len(sets))
		for i, set := range sets {
			out[i] = uint32(unit) * s.ranks.Rank(bits.Reverse32(set)>>(32-free))
		}
		return out
	}
	s.turnedRow = turn(s.space.RowSquares, int(s.unit))
	s.turnedCol = turn(s.space.ColSquares, 1)
	for i := range s.cells {
		s.cells[i] = make([]uint64, 1<<lowSquares)
		for set := range s.cells[i] {
			for rest := set; rest != 0; rest &= rest - 1 {
				if q := bits.TrailingZeros(uint(rest)) + i*lowSquares; q < b.squares {
					s.cells[i][set] |= 1 << b.cellOf[q]
				}
			}
		}
	}
	for k := range max(v.movers, v.pushers) + 1 {
		s.binomial = append(s.binomial, [33]uint32{})
		for n := range 33 {
			s.binomial[k][n] = uint32(sets.Choose(n, k))
		}
	}
	s.all = make([]uint64, s.space.Size)
	s.space.Fill(s.all)
	s.enumerate()
	return s
}

// enumerate computes s.order, s.starts and s.parts. They ascend by the anchor's square, as the
// table does.
func (s *slabs) enumerate() {
	for anchor := range s.half {
		before := len(s.order)
		var starts []int
		for m, movers := range s.moverSets {
			starts = append(starts, len(s.order))
			for p, pushers := range s.pusherSets {
				if movers&pushers == 0 && pushers>>anchor&1 != 0 {
					s.order = append(s.order, s.number(uint32(m), uint32(p), pushers, 1<<anchor))
				}
			}
		}
		s.starts = append(s.starts, append(starts, len(s.order)))
		part := fast.SlabPart{Slabs: len(s.order) - before}
		for _, k := range s.minimizer.blocks {
			if k.fixed.anchor != 1<<s.board.cellOf[anchor] {
				continue
			}
			if part.Size == 0 {
				part.First = k.first
			}
			part.Size += k.size
		}
		s.parts = append(s.parts, part)
	}
}

// number returns the number of a slab. movers and pushers are ranks of sets; pusherSet and anchor
// are sets of squares.
func (s *slabs) number(movers, pushers, pusherSet, anchor uint32) uint32 {
	return (movers*uint32(len(s.pusherSets))+pushers)*uint32(s.pushers) + uint32(bits.OnesCount32(pusherSet&(anchor-1)))
}

// Numbers implements [fast.Slabs].
func (s *slabs) Numbers() uint32 {
	return uint32(len(s.moverSets) * len(s.pusherSets) * s.pushers)
}

// Order implements [fast.Slabs].
func (s *slabs) Order() []uint32 { return s.order }

// Parts implements [fast.Slabs].
func (s *slabs) Parts() []fast.SlabPart { return s.parts }

// Words implements [fast.Slabs].
func (s *slabs) Words() int { return s.space.Size }

// Twin implements [fast.Slabs].
func (s *slabs) Twin(slab uint32) (uint32, bool) {
	movers, pushers, anchor := s.placement(slab)
	if movers&pushers != 0 || anchor>>s.half == 0 {
		return 0, false
	}
	turn := func(set uint32) uint32 { return bits.Reverse32(set) >> (32 - s.board.squares) }
	pushers = turn(pushers)
	return s.number(s.ranks.Rank(turn(movers)), s.ranks.Rank(pushers), pushers, turn(anchor)), true
}

// placement returns the opponent's pieces and the anchored one.
func (s *slabs) placement(slab uint32) (movers, pushers, anchor uint32) {
	rest, which := slab/uint32(s.pushers), slab%uint32(s.pushers)
	movers, pushers = s.moverSets[rest/uint32(len(s.pusherSets))], s.pusherSets[rest%uint32(len(s.pusherSets))]
	anchor = pushers
	for range which {
		anchor &= anchor - 1
	}
	return movers, pushers, anchor & -anchor
}

// toCells returns the cells of a set of squares.
func (s *slabs) toCells(set uint32) uint64 {
	return s.cells[0][set&(1<<lowSquares-1)] | s.cells[1][set>>lowSquares]
}
