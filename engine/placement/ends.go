package placement

import (
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine"
)

// end is an [End] by patterns, with patterns as sets of squares.
type end struct {
	group    int
	patterns []uint64
	through  [MaxSquares][]uint64 // by square: the patterns with it
	ends     engine.Ends          // the ends of a move to such a position
}

// results maps an outcome for the player to move to ends: those of a move to such a position, and
// those of a position without a move. A lost position without a move has no end.
var results = map[string][]engine.Ends{
	"":      {engine.WinsNow, 0},
	"lost":  {engine.WinsNow, 0},
	"drawn": {engine.DrawsNow, engine.IsDrawn},
	"won":   {engine.LosesNow, engine.IsWon},
}

func (n *Numbering) makeEnds() error {
	for _, declared := range n.Ends {
		e := end{group: n.group(declared.Group), ends: results[declared.Result][0]}
		for _, squares := range declared.Patterns {
			set, _ := n.setOf(squares)
			e.patterns = append(e.patterns, set)
			for rest := set; rest != 0; rest &= rest - 1 {
				s := bits.TrailingZeros64(rest)
				e.through[s] = append(e.through[s], set)
			}
		}
		for s := range n.Symmetries.Order {
			for _, p := range e.patterns {
				if !slices.Contains(e.patterns, n.Symmetries.Image(s, p)) {
					return engine.InputErrorf("the patterns of group %q are not the same under all symmetries", declared.Group)
				}
			}
		}
		if declared.Patterns != nil {
			n.ends = append(n.ends, e)
		}
	}
	n.closed = true
	for _, e := range n.ends {
		for _, p := range e.patterns {
			n.closed = n.closed && slices.ContainsFunc(n.ends, func(other end) bool {
				return other.group == n.swaps[e.group] && slices.Contains(other.patterns, n.turn(p))
			})
		}
	}
	return nil
}

// overBy returns the ends of a move to a class if its counts end play, or 0.
func (n *Numbering) overBy(counts []int) engine.Ends {
	for _, e := range n.Ends {
		if e.When != nil && n.holds(e.When, counts) {
			return results[e.Result][0]
		}
	}
	return 0
}

// isOver reports whether play is over with the pieces of a group on a set of squares.
func (n *Numbering) isOver(group int, set uint64) bool {
	for i := range n.ends {
		if e := &n.ends[i]; e.group == group && contains(e.patterns, set) {
			return true
		}
	}
	return false
}

// contains reports whether a set contains at least one of the patterns.
func contains(patterns []uint64, set uint64) bool {
	for _, p := range patterns {
		if set&p == p {
			return true
		}
	}
	return false
}

// result returns the ends of a move to a position if a pattern ends play there, or 0.
func (n *Numbering) result(p *Position) engine.Ends {
	for i := range n.ends {
		if e := &n.ends[i]; contains(e.patterns, p.At[e.group]) {
			return e.ends
		}
	}
	return 0
}

// resultThrough is result after a move that put a piece of a group on a square, group and square as
// the next player sees them. Before the move no group covered a whole pattern.
func (n *Numbering) resultThrough(p *Position, group, square int) engine.Ends {
	for i := range n.ends {
		if e := &n.ends[i]; e.group == group && contains(e.through[square], p.At[group]) {
			return e.ends
		}
	}
	return 0
}
