package morris

import (
	"maps"
	"math/bits"
	"sync"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
)

// fewest is the number of men below which a player has lost.
const fewest = 3

// A key has the opponent's men in its low bits, the mover's men above them, and above these the
// number of men placed by both.
const (
	half       = maxPoints
	lower      = 1<<half - 1
	placedBits = 2 * half
)

// rules implements the rules of a variant. It implements [engine.Symmetry] and
// [engine.KeyNotation].
type rules struct {
	*board
	men    int
	flying bool
	placed bool // all men are placed from the start, so that none are in hand

	sides    sync.Once
	oneSided map[uint64]uint8 // canonical keys with one possible side to move
}

func newRules(rings, men int, flying, diagonals bool) *rules {
	return &rules{board: newBoard(rings, diagonals), men: men, flying: flying}
}

// position is a decoded key.
type position struct {
	own, opponent uint32
	placed        int // men placed by both sides; 2·men: all
}

func read(key uint64) position {
	return position{own: uint32(key >> half & lower), opponent: uint32(key & lower), placed: int(key >> placedBits)}
}

func (p position) key() uint64 {
	return uint64(p.placed)<<placedBits | uint64(p.own)<<half | uint64(p.opponent)
}

// hands returns the number of men in hand of the mover and of the opponent.
func (r *rules) hands(p position) (own, opponent int) {
	return r.men - p.placed/2, r.men - (p.placed+1)/2
}

// contract returns the rules in the engine's form.
func (r *rules) contract() *engine.Rules {
	return &engine.Rules{
		Start: 0, AppendMoves: r.AppendMoves, Slice: r.KeySlice, Symmetry: r,
		Notation: r, Board: r.KeyBoard, MoveText: r.MoveText, Depiction: r.depiction(), MaxSuccessors: r.most(),
	}
}

// most returns an upper bound on the number of moves of a position. On two and three rings without
// diagonals a point is in two mills, and at most two men can step to it along other lines. So at
// most as many mills lack one man as there are men, and two steps close each.
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
// opponent's men unchanged, and these are the upper half of the next key. The symmetry that makes
// them least is therefore applied once, to the position before its moves.
func (r *rules) AppendCanonicalMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	p := read(key)
	if r.lost(p) {
		return dst, engine.IsLost
	}
	next, by := r.least(p.opponent)
	p.own, p.opponent = r.image(bits.TrailingZeros32(by), p.own), next
	if by&(by-1) != 0 {
		_, by = r.least(next) // the symmetries that leave it unchanged
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

// moves appends the keys after the moves at p. If canonical is set, the keys after moves that take
// a man are canonical.
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

// after appends the keys after a man goes from a point, or from the hand, to another point.
func (r *rules) after(dst []uint64, p position, from, to uint32, canonical bool) []uint64 {
	next := position{own: p.opponent, opponent: p.own&^from | to, placed: min(p.placed+1, 2*r.men)}
	if !r.closes(next.opponent, bits.TrailingZeros32(to)) || next.own == 0 {
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

// KeySlice returns the slice by the men placed or, once all are placed, by those on the board.
func (r *rules) KeySlice(key uint64) int {
	p := read(key)
	if p.placed < 2*r.men {
		return p.placed
	}
	return r.playSlice(bits.OnesCount32(p.own), bits.OnesCount32(p.opponent))
}

// playSlice returns the number of the slice for the given numbers of men. It grows as the number of
// men falls.
func (r *rules) playSlice(own, opponent int) int {
	return 2*r.men + (2*r.men-own-opponent)*(r.men+1) + max(own-opponent, opponent-own)
}

// Canonical implements [engine.Symmetry]: the least of the symmetric keys.
func (r *rules) Canonical(key uint64) uint64 {
	p := read(key)
	own, by := r.least(p.own)
	return position{own: own, opponent: r.leastBy(by, p.opponent), placed: p.placed}.key()
}

// KeyWeight implements [engine.Symmetry]: the number of images of a position, times the number of
// sides that can be to move.
func (r *rules) KeyWeight(key uint64) uint64 {
	p := read(key)
	same := 0 // number of symmetries that leave the position unchanged
	for s := range r.symmetries {
		if r.image(s, p.own) == p.own && r.image(s, p.opponent) == p.opponent {
			same++
		}
	}
	images := uint64(r.symmetries / same)
	if p.placed < 2*r.men || r.isOneSided(key) {
		return images // men in hand determine the side to move
	}
	return 2 * images
}

// mostTaken returns an upper bound on the men taken in positions with one possible side to move. On
// two rings with up to six men it is 2. A search of all positions found none with more.
func (r *rules) mostTaken() int {
	if r.rings == 2 && r.men <= 6 {
		return 2
	}
	return 2 * r.men
}

// taken returns how many men are off the board for good.
func (p position) taken() int { return p.placed - bits.OnesCount32(p.own|p.opponent) }

// isOneSided reports whether a canonical key, with all men placed, can be reached with only one
// side to move. Three rings have too many such positions to visit, and isOneSided returns false.
func (r *rules) isOneSided(key uint64) bool {
	if r.rings == 3 || r.placed || read(key).taken() > r.mostTaken() {
		return false
	}
	r.sides.Do(r.findOneSided)
	_, ok := r.oneSided[key]
	return ok
}

// findOneSided visits the positions with few men taken, in the order of their slices.
func (r *rules) findOneSided() {
	most := r.mostTaken()
	layer := func(key uint64) int {
		if read(key).taken() > most {
			return -1
		}
		return r.KeySlice(key)
	}
	r.oneSided = discover.OneSided(0, r.playSlice(0, 0)+1, layer, func(dst []uint64, key uint64) []uint64 {
		dst, _ = r.AppendCanonicalMoves(dst, key)
		return dst
	})
	maps.DeleteFunc(r.oneSided, func(key uint64, _ uint8) bool { return read(key).placed < 2*r.men })
}
