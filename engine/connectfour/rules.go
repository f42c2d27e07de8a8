package connectfour

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine"
)

// rules holds the rules of a variant. Each column is consecutive bits, the lowest cell first, and
// above them one bit that belongs to no cell. Columns follow each other from the left. A key holds
// the mover's pieces, and in each column the bit above the topmost piece. Together these determine
// the opponent's pieces. (The coding comes from John Tromp's program.)
type rules struct {
	width, height, line int
	column              int        // bits of a column
	cells               uint64     // all cells
	bottom              uint64     // the lowest cell of each column
	below               [4]uint64  // the bits with another bit 1, 2, 4, 8 above them in their column
	mirrored            [64]uint64 // by bit: the bit in the mirrored column
	steps               [4]int     // from a cell to the next: up, right, up right, down right
}

// newRules returns the rules. width·(height+1) is at most 64, and height at most 15.
func newRules(width, height, line int) *rules {
	r := &rules{width: width, height: height, line: line, column: height + 1}
	for column := range width {
		r.bottom |= 1 << (column * r.column)
		for row := range height + 1 {
			bit := column*r.column + row
			r.mirrored[bit] = 1 << ((width-1-column)*r.column + row)
			if row < height {
				r.cells |= 1 << bit
			}
			for i := range r.below {
				if row+1<<i <= height {
					r.below[i] |= 1 << bit
				}
			}
		}
	}
	r.steps = [4]int{1, r.column, r.column + 1, r.column - 1}
	return r
}

// Start returns the key of the empty board.
func (r *rules) Start() uint64 { return r.bottom }

// contract returns the rules in the engine's form.
func (r *rules) contract() *engine.Rules {
	return &engine.Rules{
		Start: r.Start(), AppendMoves: r.AppendMoves, Layer: r.KeyLayer, Symmetry: r,
		Notation: r, Board: r.KeyBoard, MoveText: r.MoveText, AppendEndings: r.AppendEndings, Depiction: r.depiction(),
		Features: []engine.Feature[uint64]{{Name: "pieces", Of: func(key uint64) int64 { return int64(r.KeyLayer(key)) }}},
	}
}

// split decodes a key into the mover's pieces and all pieces.
func (r *rules) split(key uint64) (own, all uint64) {
	upTo := key // including all bits below, in each column
	for i, below := range r.below {
		upTo |= upTo >> (1 << i) & below
	}
	all = upTo >> 1 & r.below[0]
	return key & all, all
}

// completing returns the cells, empty or not, where a piece completes a line with cells of a set.
// The bit above each column belongs to no cell, so no line continues into the next column.
func (r *rules) completing(set uint64) uint64 {
	if r.line == 4 {
		return r.completing4(set)
	}
	var found uint64
	for _, step := range r.steps {
		var before [9]uint64 // by n: the cells with n cells of the set right before them
		run := ^uint64(0)
		for n := range r.line {
			before[n] = run
			run = run & set << step
		}
		run = ^uint64(0)
		for n := r.line - 1; n >= 0; n-- {
			found |= run & before[n]
			run = run & set >> step
		}
	}
	return found & r.cells
}

// completing4 does the work of completing for lines of four.
func (r *rules) completing4(set uint64) uint64 {
	var found uint64
	for _, step := range r.steps {
		step &= 31 // always below 32; the mask saves tests
		before, after := set<<step, set>>step
		before2, after2 := before&(before<<step), after&(after>>step)
		found |= before&after2 | before2&after | before2&(before<<(2*step)) | after2&(after>>(2*step))
	}
	return found & r.cells
}

// moves returns the cells where a drop does not end the game, the key to which a drop adds its
// piece, and the ways in which a move can end the game.
func (r *rules) moves(key uint64) (drops, next uint64, ends engine.Ends) {
	own, all := r.split(key)
	next = all + r.bottom + (all ^ own)
	drops = (all + r.bottom) & r.cells
	if wins := drops & r.completing(own); wins != 0 {
		ends = engine.WinsNow
		drops &^= wins
	}
	if drops|all == r.cells && drops&(drops-1) == 0 && drops != 0 { // the last cell
		ends |= engine.DrawsNow
		drops = 0
	}
	return drops, next, ends
}

// AppendMoves implements the AppendMoves of [engine.Rules].
func (r *rules) AppendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	drops, next, ends := r.moves(key)
	for ; drops != 0; drops &= drops - 1 {
		dst = append(dst, next+drops&-drops)
	}
	return dst, ends
}

// AppendCanonicalMoves implements [engine.Symmetry].
func (r *rules) AppendCanonicalMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	drops, next, ends := r.moves(key)
	mirror := r.mirror(next)
	for ; drops != 0; drops &= drops - 1 {
		dst = append(dst, min(next+drops&-drops, mirror+r.mirrored[bits.TrailingZeros64(drops)&63]))
	}
	return dst, ends
}

// mirror exchanges left and right.
func (r *rules) mirror(key uint64) uint64 {
	var mirror uint64
	column := uint64(1)<<r.column - 1
	for range r.width {
		mirror = mirror<<(r.column&63) | key&column
		key >>= r.column & 63
	}
	return mirror
}

// Canonical implements [engine.Symmetry]: the lesser of the mirrored keys.
func (r *rules) Canonical(key uint64) uint64 { return min(key, r.mirror(key)) }

// KeyWeight implements [engine.Symmetry].
func (r *rules) KeyWeight(key uint64) uint64 {
	if r.mirror(key) == key {
		return 1
	}
	return 2
}

// KeyLayer returns the number of pieces.
func (r *rules) KeyLayer(key uint64) int {
	_, all := r.split(key)
	return bits.OnesCount64(all)
}
