package baghchal

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine"
)

// rules are the rules of a variant.
type rules struct {
	*board
	goats    int  // of the game
	captures int  // captured goats with which tigers win
	draws    bool // goats that cannot move draw
}

// position is a position. The goats on the board, in hand and captured are the goats of the game.
type position struct {
	tigers, goats uint32 // sets of points
	counts
}

// counts are the goats in hand and captured, and the side to move: goats or hunters.
type counts struct{ hand, captured, side int }

const hunters = 1 // the side of the tigers

// key packs a position: from the lowest bit on 25 bits of tigers, 25 of goats, 5 of goats in hand, 3 of captured
// ones, and the side.
func (p position) key() uint64 {
	return uint64(p.tigers) | uint64(p.goats)<<25 | uint64(p.hand)<<50 | uint64(p.captured)<<55 | uint64(p.side)<<58
}

// read is the inverse of key.
func read(key uint64) position {
	return position{uint32(key) & (1<<25 - 1), uint32(key >> 25 & (1<<25 - 1)), counts{int(key >> 50 & 31), int(key >> 55 & 7), int(key >> 58)}}
}

// appendTurns appends the positions that the turns at p lead to. It leaves out captures that end the game.
func (r *rules) appendTurns(dst []position, p position) ([]position, engine.Ends) {
	if p.side == hunters {
		return r.appendHunts(dst, p)
	}
	empty := (uint32(1)<<r.points - 1) &^ (p.tigers | p.goats)
	to := p
	to.side = hunters
	if p.hand > 0 {
		to.hand--
		for ; empty != 0; empty &= empty - 1 {
			to.goats = p.goats | empty&-empty
			dst = append(dst, to)
		}
		return dst, 0
	}
	moves := false
	for goats := p.goats; goats != 0; goats &= goats - 1 {
		for steps := r.near[bits.TrailingZeros32(goats)] & empty; steps != 0; steps &= steps - 1 {
			to.goats = p.goats ^ (goats & -goats) ^ (steps & -steps)
			dst, moves = append(dst, to), true
		}
	}
	if !moves && r.draws {
		return dst, engine.IsDrawn
	}
	return dst, 0
}

// appendHunts is appendTurns with tigers to move.
func (r *rules) appendHunts(dst []position, p position) (_ []position, ends engine.Ends) {
	for rest := p.tigers; rest != 0; rest &= rest - 1 {
		from := bits.TrailingZeros32(rest)
		for _, w := range r.ways[from] {
			over := uint32(1) << w.over
			switch {
			case (p.tigers|p.goats)>>w.to&1 != 0 || over&^p.goats != 0:
			case over == 0:
				dst = append(dst, position{p.tigers ^ 1<<from ^ 1<<w.to, p.goats, counts{p.hand, p.captured, 0}})
			case p.captured+1 == r.captures:
				ends = engine.WinsNow
			default:
				dst = append(dst, position{p.tigers ^ 1<<from ^ 1<<w.to, p.goats ^ over, counts{p.hand, p.captured + 1, 0}})
			}
		}
	}
	return dst, ends
}
