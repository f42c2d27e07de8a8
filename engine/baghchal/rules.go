package baghchal

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/placement"
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

// board is a board of points, numbered row by row from the top left. Sets of points are bits.
type board struct {
	size, points int
	near         []uint32 // by point: the points that lines join it to
	ways         [][]way  // by point: those of a tiger
	*placement.Symmetries
}

// way is a step of a tiger, or a jump over a goat.
type way struct{ over, to uint8 }

const nothing = 32 // what a step leads over; a set has no such point

// newBoard returns the board with size points along a side.
func newBoard(size int) (*board, error) {
	b := &board{size: size, points: size * size, near: make([]uint32, size*size), ways: make([][]way, size*size)}
	grid := placement.Grid{Width: size, Height: size}
	for diagonal, directions := range [][][2]int{placement.Rook, placement.Bishop} {
		for p, rays := range grid.Rays(directions) {
			if (p/size+p%size)%2 != 0 && diagonal == 1 {
				continue
			}
			for _, ray := range rays {
				b.near[p] |= 1 << ray[0]
				b.ways[p] = append(b.ways[p], way{nothing, uint8(ray[0])})
				if len(ray) > 1 {
					b.ways[p] = append(b.ways[p], way{uint8(ray[0]), uint8(ray[1])})
				}
			}
		}
	}
	generators := slices.DeleteFunc(grid.Symmetries(), func(to []int) bool { return !b.keeps(to) })
	var err error
	b.Symmetries, err = placement.NewSymmetries(b.points, generators)
	return b, err
}

// keeps reports whether a permutation of the points keeps the lines.
func (b *board) keeps(to []int) bool {
	for p, near := range b.near {
		for ; near != 0; near &= near - 1 {
			if b.near[to[p]]>>to[bits.TrailingZeros32(near)]&1 == 0 {
				return false
			}
		}
	}
	return true
}

// corners returns the corners of the board.
func (b *board) corners() uint32 {
	return 1 | 1<<(b.size-1) | 1<<(b.points-b.size) | 1<<(b.points-1)
}

// pointText returns the name of the lowest point of a set, such as a1.
func (b *board) pointText(set uint32) string {
	p := bits.TrailingZeros32(set)
	return fmt.Sprintf("%c%d", 'a'+p%b.size, b.size-p/b.size)
}
