package pushfight

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine/pushfight/dilate"
)

// LostSearch finds the positions of a variant, reachable or not, in which the mover
// has no turn: the value L0. It belongs to one goroutine.
//
// # How it works
//
// The search begins with the squares of the mover's pushers, one task for each set of them. Then it
// decides for one square at a time which other piece, or none, stands there. It backtracks if the
// decided squares alone allow a turn. When all squares are decided, it keeps the position.
//
// It misses no position. A turn on decided squares alone stays legal whatever stands on the other
// squares. So all positions below a point where the search backtracks have a turn. Every position
// lies below exactly one task, and at each point below exactly one branch. On a full board the test
// is the rule itself.
//
// The order of the squares affects only the time. The best squares lie at the end of a row that a
// pusher could push, after as few moves as possible, if they were empty. If such a square is empty,
// the search backtracks; otherwise the row grows.
type LostSearch struct {
	*Variant
	generator *Generator
	tasks     []uint64 // the cells of the mover's pushers

	p      Position // the pieces on the filled squares
	filled uint64
	left   [6]int // how many of each symbol are not placed yet
	found  []uint64
}

// NewLostSearch returns a search for one goroutine.
func NewLostSearch(v *Variant) *LostSearch {
	l := &LostSearch{Variant: v, generator: NewGenerator(v)}
	for _, squares := range dilate.Subsets(v.board.squares, v.pushers) {
		l.tasks = append(l.tasks, v.board.cellsOf(squares))
	}
	return l
}

// Tasks returns the number of tasks. Each takes some milliseconds on the published
// board.
func (l *LostSearch) Tasks() int { return len(l.tasks) }

// Append appends the permutation indices of the lost positions of a task, in no
// particular order, and returns the extended slice.
func (l *LostSearch) Append(dst []uint64, task int) []uint64 {
	pushers := l.tasks[task]
	l.p = Position{occupied: pushers, pusher: pushers}
	l.filled = pushers
	n := l.counts()
	l.left = [6]int{l.board.squares - 2*(l.movers+l.pushers), n[0], 0, n[2], n[3], n[4]}
	l.found = dst
	l.fill()
	return l.found
}

// fill searches all ways to fill the other squares.
func (l *LostSearch) fill() {
	b := l.board
	stuck, useful := l.generator.StuckOn(l.p, l.filled)
	if !stuck {
		return
	}
	if l.filled == b.cells {
		l.found = append(l.found, l.permute(l.p))
		return
	}
	next := l.next(useful)
	c := bits.TrailingZeros64(next)
	before := l.p
	l.filled |= next
	for symbol := range l.left {
		if l.left[symbol] == 0 {
			continue
		}
		l.left[symbol]--
		if symbol > 0 {
			l.p.put(c, symbol)
		}
		l.fill()
		l.p = before
		l.left[symbol]++
	}
	l.filled ^= next
}

// next returns the square to fill next. The first choice is a useful square, then one next to the
// squares that the mover's pushers can reach, then one next to those that his other pieces can
// reach, then one next to any piece.
func (l *LostSearch) next(useful uint64) uint64 {
	b := l.board
	open := b.cells &^ l.filled
	empty := l.filled &^ l.p.occupied
	own := l.p.mine()
	for _, near := range [...]uint64{
		useful,
		b.adjacent(b.spread(own&l.p.pusher, empty)),
		b.adjacent(b.spread(own, empty)),
		b.adjacent(l.p.occupied),
	} {
		if near &= open; near != 0 {
			return near & -near
		}
	}
	return open & -open
}
