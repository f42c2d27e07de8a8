package awari

import "github.com/foregone-db/foregone/engine"

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

// starved reports whether the mover has no stone.
func (b *board) starved() bool {
	return b[0]|b[1]|b[2]|b[3]|b[4]|b[5] == 0
}

// turns calls f with the pit of every legal turn and the resulting position.
func (b *board) turns(f func(pit int, after *board)) {
	var results [6]board
	feeds := false
	for pit := range 6 {
		if b[pit] > 0 {
			results[pit] = b.sow(pit)
			feeds = feeds || !results[pit].starved()
		}
	}
	for pit := range 6 {
		if b[pit] > 0 && !(feeds && results[pit].starved()) {
			f(pit, &results[pit])
		}
	}
}

// legal reports whether a turn that leaves the opponent no stone is legal, which holds if every
// turn does so.
func (b *board) legal() bool {
	for pit := range 6 {
		if b[pit] > 0 {
			if after := b.sow(pit); !after.starved() {
				return false
			}
		}
	}
	return true
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
	var results [6]board
	var starves [6]bool
	feeds := false
	for pit := range 6 {
		if b[pit] > 0 {
			results[pit] = b.sow(pit)
			starves[pit] = results[pit].starved()
			feeds = feeds || !starves[pit]
		}
	}
	for pit := range 6 {
		if b[pit] > 0 && !(feeds && starves[pit]) {
			dst = append(dst, s.rules.index(&results[pit]))
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
			if starved && !before.legal() || s.rules.reachable && !s.rules.stored(&before) {
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
		Notation: r, Board: r.KeyBoard, MoveText: r.MoveText, Depiction: depiction(), MaxSuccessors: 6,
	}
}
