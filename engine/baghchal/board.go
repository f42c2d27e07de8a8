package baghchal

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine/placement"
)

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
