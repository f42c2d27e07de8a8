package ur

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// most is the greatest number of pieces of a player.
const most = 7

// side is the pieces of a player: a bit for each square of his path that holds one, and how many are
// borne off. The others are in his hand.
type side struct {
	on  uint16
	off uint8
}

// position is a position as the mover sees it.
type position struct{ mover, other side }

// rules has the rules of a variant.
type rules struct {
	pieces   int
	length   int       // squares of a path
	shared   uint16    // squares of a path that both players pass
	rosettes uint16    // squares that give another roll
	safe     uint16    // squares where pieces cannot be captured
	extra    bool      // a capture gives another roll
	mirror   [16]uint8 // by square of one path that is shared: that of the other
	weights  [5]uint32 // by number rolled
	sum      uint32    // of the weights
	rolls    []uint8   // the numbers that can be rolled
}

func newRules(name string, pieces int) *rules {
	r := &rules{pieces: pieces, length: 16, shared: 0xfff0, weights: [5]uint32{1, 4, 6, 4, 1}, sum: 16}
	r.rosettes = 1<<3 | 1<<7 | 1<<11 | 1<<15
	for p := range r.mirror {
		r.mirror[p] = uint8(p)
	}
	switch name {
	case "finkel":
		r.length, r.shared, r.rosettes = 14, 0x0ff0, 1<<3|1<<7|1<<13
		r.safe = r.rosettes
	case "aseb":
		r.safe = r.rosettes
	default: // the last five squares are passed in opposite directions
		for p := 11; p < 16; p++ {
			r.mirror[p] = uint8(26 - p)
		}
		if r.extra = name == "blitz"; !r.extra {
			r.weights, r.sum = [5]uint32{0, 3, 3, 1, 1}, 8
		}
	}
	for n, weight := range r.weights {
		if weight > 0 {
			r.rolls = append(r.rolls, uint8(n))
		}
	}
	return r
}

// seen returns the squares of one player's path on which the pieces of the other stand.
func (r *rules) seen(on uint16) uint16 {
	if r.mirror[12] == 12 {
		return on & r.shared
	}
	return on&0x07f0 | bits.Reverse16(on&0xf800>>11)&0xf800
}

// hand returns the number of pieces in the hand.
func (r *rules) hand(s side) int { return r.pieces - int(s.off) - bits.OnesCount16(s.on) }

// over reports whether the opponent has borne off all pieces.
func (r *rules) over(p position) bool { return int(p.other.off) == r.pieces }

// roll lists the rolls at a position. number returns what a move's To holds.
func (r *rules) roll(dst *fast.Rolls, p position, number func(p position) uint64) engine.Ends {
	dst.Reset()
	if r.over(p) {
		return engine.IsLost
	}
	blocked := r.seen(p.other.on)
	for _, n := range r.rolls {
		before := len(dst.Moves)
		if n > 0 {
			r.moves(dst, p, int(n), blocked, number)
		}
		if len(dst.Moves) == before {
			dst.Moves = append(dst.Moves, fast.RollMove{To: number(position{p.other, p.mover})})
		}
		dst.Add(r.weights[n])
	}
	return 0
}

// moves appends the moves by n squares. The opponent stands on the squares blocked of the mover's path.
func (r *rules) moves(dst *fast.Rolls, p position, n int, blocked uint16, number func(p position) uint64) {
	own := uint32(p.mover.on) << 1 // bit 0: a piece in the hand
	if r.hand(p.mover) > 0 {
		own |= 1
	}
	end := uint32(1) << (r.length + 1)                           // the place of pieces that are borne off
	free := (end<<1 - 1) &^ own &^ (uint32(blocked&r.safe) << 1) // where a piece may land
	for from := own & (free >> n); from != 0; from &= from - 1 {
		at := bits.TrailingZeros32(from)
		to := uint32(1) << (at + n)
		next := position{side{uint16((own &^ 1 &^ (1 << at)) >> 1), p.mover.off}, p.other}
		keeps := false
		if to == end {
			next.mover.off++
		} else {
			square := uint16(to >> 1)
			next.mover.on |= square
			keeps = r.rosettes&square != 0
			if blocked&square != 0 {
				next.other.on &^= 1 << r.mirror[bits.TrailingZeros16(square)]
				keeps = keeps || r.extra
			}
		}
		if !keeps {
			next.mover, next.other = next.other, next.mover
		}
		dst.Moves = append(dst.Moves, fast.RollMove{To: number(next), Keeps: keeps})
	}
}
