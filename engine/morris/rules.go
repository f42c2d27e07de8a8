package morris

import (
	"math/bits"
	"sync"

	"github.com/foregone-db/foregone/engine"
)

// fewest is how many men a player needs.
const fewest = 3

// Keys have the men of the opponent in their low bits, those of the mover above them, and
// above these how many men have been placed by both.
const (
	half       = maxPoints
	lower      = 1<<half - 1
	placedBits = 2 * half
)

// rules is the rules of a variant. It implements [engine.Symmetry] and
// [engine.KeyNotation].
type rules struct {
	*board
	men    int
	flying bool
	placed bool // from the start, so that no men are in hand

	sides    sync.Once
	oneSided map[uint64]struct{} // canonical keys that one side to move is possible with
}

func newRules(rings, men int, flying, diagonals bool) *rules {
	return &rules{board: newBoard(rings, diagonals), men: men, flying: flying}
}

// position is a key, taken apart.
type position struct {
	own, opponent uint32
	placed        int // men of both; 2·men: all
}

func read(key uint64) position {
	return position{own: uint32(key >> half & lower), opponent: uint32(key & lower), placed: int(key >> placedBits)}
}

func (p position) key() uint64 {
	return uint64(p.placed)<<placedBits | uint64(p.own)<<half | uint64(p.opponent)
}

// hands returns how many men the mover and the opponent have to place.
func (r *rules) hands(p position) (own, opponent int) {
	return r.men - p.placed/2, r.men - (p.placed+1)/2
}

// contract returns the rules as the engine takes them.
func (r *rules) contract() *engine.Rules {
	return &engine.Rules{
		Start: 0, AppendMoves: r.AppendMoves, Slice: r.KeySlice, Symmetry: r,
		Notation: r, Board: r.KeyBoard, MoveText: r.MoveText, Depiction: depiction, MaxSuccessors: r.most(),
	}
}

// most returns a number that the moves of no position exceed. On two and three rings without
// diagonals a point is in two mills, and at most two men can step to it along other lines: as
// many mills lack one man at most as there are men, and two steps close each.
func (r *rules) most() int {
	steps, closing := 4*r.men, 2*r.men
	if r.rings == 1 || r.diagonals {
		steps = max(r.points, steps)
		closing = steps
	}
	if r.flying {
		steps = max(steps, fewest*(r.points-fewest))
	}
	return max(r.points, steps) + closing*r.men
}

// lost reports whether the mover has too few men.
func (r *rules) lost(p position) bool {
	own, _ := r.hands(p)
	return bits.OnesCount32(p.own)+own < fewest
}

// AppendMoves implements the AppendMoves of [engine.Rules].
func (r *rules) AppendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	p := read(key)
	if r.lost(p) {
		return dst, engine.IsLost
	}
	return r.moves(dst, p, false), 0
}

// AppendCanonicalMoves implements [engine.Symmetry]. A move that takes nothing leaves the
// opponent's men as they are, which are the upper half of the next key: what makes it least
// is done to the position before it is moved from.
func (r *rules) AppendCanonicalMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	p := read(key)
	if r.lost(p) {
		return dst, engine.IsLost
	}
	next, by := r.least(p.opponent)
	p.own, p.opponent = r.image(bits.TrailingZeros32(by), p.own), next
	if by&(by-1) != 0 {
		_, by = r.least(next) // the symmetries that leave it as it is
	} else {
		by = 0
	}
	n := len(dst)
	dst = r.moves(dst, p, true)
	if by != 0 {
		for i, to := range dst[n:] {
			if q := read(to); q.own == next {
				q.opponent = r.leastBy(by, q.opponent)
				dst[n+i] = q.key()
			}
		}
	}
	return dst, 0
}

// moves appends the keys after the moves at p; of those that take a man the canonical ones,
// where that is asked for.
func (r *rules) moves(dst []uint64, p position, canonical bool) []uint64 {
	empty := r.all &^ (p.own | p.opponent)
	if p.placed < 2*r.men {
		for to := empty; to != 0; to &= to - 1 {
			dst = r.after(dst, p, 0, to&-to, canonical)
		}
		return dst
	}
	flies := r.flying && bits.OnesCount32(p.own) == fewest
	for from := p.own; from != 0; from &= from - 1 {
		targets := empty
		if !flies {
			targets &= r.near[bits.TrailingZeros32(from)]
		}
		for to := targets; to != 0; to &= to - 1 {
			dst = r.after(dst, p, from&-from, to&-to, canonical)
		}
	}
	return dst
}

// after appends the keys after a man comes from a point, or the hand, to another.
func (r *rules) after(dst []uint64, p position, from, to uint32, canonical bool) []uint64 {
	next := position{own: p.opponent, opponent: p.own&^from | to, placed: min(p.placed+1, 2*r.men)}
	if !r.inMill(next.opponent, bits.TrailingZeros32(to)) || next.own == 0 {
		return append(dst, next.key())
	}
	for free := r.free(p.opponent); free != 0; free &= free - 1 {
		next.own = p.opponent &^ (free & -free)
		key := next.key()
		if canonical {
			key = r.Canonical(key)
		}
		dst = append(dst, key)
	}
	return dst
}

// KeySlice tells positions apart by the men placed and, when all are, by those on the board.
func (r *rules) KeySlice(key uint64) int {
	p := read(key)
	if p.placed < 2*r.men {
		return p.placed
	}
	return r.playSlice(bits.OnesCount32(p.own), bits.OnesCount32(p.opponent))
}

// playSlice returns the number of the slice of so many men a side: the more, the fewer they
// are.
func (r *rules) playSlice(own, opponent int) int {
	return 2*r.men + (2*r.men-own-opponent)*(r.men+1) + max(own-opponent, opponent-own)
}

// Canonical implements [engine.Symmetry]: the least of the symmetric keys.
func (r *rules) Canonical(key uint64) uint64 {
	p := read(key)
	own, by := r.least(p.own)
	return position{own: own, opponent: r.leastBy(by, p.opponent), placed: p.placed}.key()
}
