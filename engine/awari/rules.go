package awari

import (
	"slices"

	"github.com/foregone-db/foregone/engine"
)

// sow returns the position after the mover sows a pit, as the opponent sees it.
func (b *board) sow(pit int) (after board) {
	a := *b
	seeds := int(a[pit])
	a[pit] = 0
	at := pit
	for seeds > 0 {
		if at++; at == pits {
			at = 0
		}
		if at != pit {
			a[at]++
			seeds--
		}
	}
	for ; at >= 6 && (a[at] == 2 || a[at] == 3); at-- {
		a[at] = 0
	}
	copy(after[:6], a[6:])
	copy(after[6:], a[:6])
	return after
}

// starved reports whether the mover has no stones.
func (b *board) starved() bool {
	return b[0]|b[1]|b[2]|b[3]|b[4]|b[5] == 0
}

// results lists the positions after the mover's turns, by pit, and which of the turns are legal. A
// turn that leaves the opponent no stone is legal only if every turn does so.
func (b *board) results() (after [6]board, legal [6]bool) {
	feeds := false
	for pit := range after {
		if b[pit] > 0 {
			after[pit] = b.sow(pit)
			legal[pit] = !after[pit].starved()
			feeds = feeds || legal[pit]
		}
	}
	for pit := range legal {
		legal[pit] = legal[pit] || !feeds && b[pit] > 0
	}
	return after, legal
}

// feeds reports whether a turn leaves the opponent a stone.
func (b *board) feeds() bool {
	after, _ := b.results() // of an empty pit: no stones at all
	return slices.ContainsFunc(after[:], func(a board) bool { return !a.starved() })
}

// scratch is the state of one worker.
type scratch struct {
	rules *rules
	board board
	last  uint64 // index of board
	end   uint64 // end of the indices with the same number of stones
}

// at sets board to the position at an index. It derives consecutive positions from each other.
func (s *scratch) at(i uint64) *board {
	r := s.rules
	switch {
	case i == s.last:
	case i == s.last+1 && i < s.end && !r.reachable:
		s.board.next()
	default:
		s.board, s.end = r.board(i), r.first[r.stones(i)+1]
	}
	s.last = i
	return &s.board
}

// AppendSuccessors implements [engine.Generator].
func (s *scratch) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	b := s.at(i)
	after, legal := b.results()
	for pit := range after {
		if legal[pit] {
			dst = append(dst, s.rules.index(&after[pit]))
		}
	}
	return dst, 0
}

// AppendPredecessors implements [fast.Unmover]. It lists only turns without a capture: a capture
// leads to another slice.
func (s *scratch) AppendPredecessors(dst []uint64, i uint64) []uint64 {
	b := s.at(i)
	starved := b.starved()
	var after board // as the previous mover sees it
	copy(after[:6], b[6:])
	copy(after[6:], b[:6])
	for pit := range 6 {
		if after[pit] != 0 {
			continue
		}
		before := after
		at := pit
		for {
			if at++; at == pits {
				at = 0
			}
			if at == pit {
				continue
			}
			if before[at] == 0 {
				break
			}
			before[at]--
			before[pit]++
			if at >= 6 && (after[at] == 2 || after[at] == 3) {
				continue // the turn would have captured these stones
			}
			if starved && before.feeds() || s.rules.reachable && !s.rules.stored(&before) {
				continue
			}
			dst = append(dst, s.rules.index(&before))
		}
	}
	return dst
}

// Score implements [engine.Scratch]: the opponent takes all stones.
func (s *scratch) Score(i uint64) int { return -s.rules.stones(i) }

// contract returns the rules in the form of package discover. A key is an index.
func (r *rules) contract() *engine.Rules {
	return &engine.Rules{
		Start: r.start,
		AppendMoves: func(dst []uint64, key uint64) ([]uint64, engine.Ends) {
			s := scratch{rules: r, last: nowhere}
			return s.AppendSuccessors(dst, key)
		},
		Slice: r.stones, Points: r.stones, Score: func(key uint64) int { return -r.stones(key) },
		Notation: r, Board: r.KeyBoard, MoveText: r.MoveText, Depiction: depiction, MaxSuccessors: 6,
	}
}
