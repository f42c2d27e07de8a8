package teeko

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine"
)

const (
	pieces = 4  // a side
	half   = 25 // bits of a set of squares; the most there are
	lower  = 1<<half - 1
)

// rules of a variant. Squares are numbered row by row from the top left, and a set of
// squares has the bit n for square n. A key has the mover's pieces in its upper half
// and the opponent's in its lower one. A move leaves the opponent's pieces where they
// are, which become the upper half of the next key: all results of a position
// lie near each other.
type rules struct {
	size, squares int
	all           uint32       // all squares
	near          [half]uint32 // by square, those next to it
	patterns      patterns
	images        [3][512]images // of the squares 0 to 8 of a set, 9 to 17, 18 to 24
	numbers       numbers
}

// newRules returns the rules on a board of so many squares a side, 3 to 5; the game has
// 5.
func newRules(size int, advanced bool) *rules {
	r := &rules{size: size, squares: size * size, all: 1<<(size*size) - 1}
	for a := range r.squares {
		for b := range r.squares {
			columns, rows := a%size-b%size, a/size-b/size
			if a != b && max(columns, -columns, rows, -rows) == 1 {
				r.near[a] |= 1 << b
			}
		}
	}
	r.patterns = findPatterns(size, advanced)
	r.makeImages()
	r.numbers.fill()
	return r
}

// Start returns the key of the empty board.
func (r *rules) Start() uint64 { return 0 }

// contract returns the rules as the engine takes them.
func (r *rules) contract() *engine.Rules {
	return &engine.Rules{
		Start: r.Start(), AppendMoves: r.AppendMoves, Slice: r.KeySlice, Symmetry: r, Families: r,
		Notation: r, Board: r.KeyBoard, MoveText: r.MoveText, AppendEndings: r.AppendEndings, Depiction: depiction,
	}
}

// moves appends the keys next<<half | what becomes of own, with the moves of own on
// a board where next has the other pieces, and reports whether a move wins.
func (r *rules) moves(dst []uint64, own, next uint32) ([]uint64, engine.Ends) {
	var ends engine.Ends
	empty := r.all &^ (own | next)
	upper := uint64(next) << half
	if bits.OnesCount32(own) < pieces {
		for ; empty != 0; empty &= empty - 1 {
			if to := own | empty&-empty; r.patterns.has(to) {
				ends = engine.WinsNow
			} else {
				dst = append(dst, upper|uint64(to))
			}
		}
		return dst, ends
	}
	for from := own; from != 0; from &= from - 1 {
		rest := own ^ from&-from
		for squares := r.near[bits.TrailingZeros32(from)] & empty; squares != 0; squares &= squares - 1 {
			if to := rest | squares&-squares; r.patterns.has(to) {
				ends = engine.WinsNow
			} else {
				dst = append(dst, upper|uint64(to))
			}
		}
	}
	return dst, ends
}

// AppendMoves implements the AppendMoves of [engine.Rules].
func (r *rules) AppendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	return r.moves(dst, uint32(key>>half), uint32(key&lower))
}

// AppendCanonicalMoves implements [engine.Symmetry]. The upper half of the results
// is the same for all, and what makes it least is done to the position before it is
// moved from.
func (r *rules) AppendCanonicalMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	next, by := r.least(uint32(key & lower))
	own := r.image(bits.TrailingZeros8(by), uint32(key>>half))
	n := len(dst)
	dst, ends := r.moves(dst, own, next)
	if by&(by-1) != 0 { // next is symmetric itself
		_, by = r.least(next)
		for i, to := range dst[n:] {
			dst[n+i] = uint64(next)<<half | uint64(r.leastBy(by, uint32(to&lower)))
		}
	}
	return dst, ends
}

// KeySlice tells positions apart by the number of pieces.
func (r *rules) KeySlice(key uint64) int { return bits.OnesCount64(key) }
