package pushfight

import (
	"context"
	"sync/atomic"

	rules "github.com/foregone-db/foregone/engine/pushfight"
)

// searcher decides positions by looking ahead. It belongs to one goroutine.
type searcher struct {
	proof     *proof
	ctx       context.Context
	lookahead *rules.Lookahead
	// published means that the lookahead finds all values of up to two plies. On the published
	// board, leaving the opponent without a turn is never the only win (TestLongLeavesLost). In
	// other variants it can be.
	published bool
	lists     [][]rules.Position // successors, by depth
	looked    uint64             // positions visited and not yet reported
	stopped   bool               // ctx is done: answers are invalid
}

// err returns why the search was stopped.
func (s *searcher) err() error {
	if s.stopped {
		return s.ctx.Err()
	}
	return nil
}

// look counts a position and reports whether to continue.
func (s *searcher) look() bool {
	if s.looked++; s.looked%256 == 0 && s.ctx.Err() != nil {
		s.stopped = true
	}
	if s.looked == 1<<16 {
		s.proof.tell(s, 0)
	}
	return !s.stopped
}

// successors returns the successors of p. They are valid until the next call with the
// same depth.
func (s *searcher) successors(depth int, p rules.Position) []rules.Position {
	for len(s.lists) <= depth {
		s.lists = append(s.lists, nil)
	}
	s.lists[depth] = s.lookahead.AppendSuccessors(s.lists[depth][:0], p)
	return s.lists[depth]
}

// won reports whether p is won in at most n plies, n odd.
func (s *searcher) won(depth int, p rules.Position, n int) bool {
	if !s.look() {
		return false
	}
	if s.lookahead.Wins(p) {
		return true
	}
	if n == 1 && s.published {
		return false
	}
	return s.recalled(depth, p, n, s.anyLost)
}

// recalled returns whether p has a result in at most n plies: what a worker found before, or else what search finds.
func (s *searcher) recalled(depth int, p rules.Position, n int, search func(depth int, p rules.Position, n int) bool) bool {
	answer, ok := s.proof.findings.get(s.proof.v, p, n)
	if !ok {
		if answer = search(depth, p, n-1); !s.stopped {
			s.proof.findings.put(s.proof.v, p, n, answer)
		}
	}
	return answer
}

// anyLost reports whether a successor of p is lost in at most n plies. It searches shorter
// losses first, which are faster to find.
func (s *searcher) anyLost(depth int, p rules.Position, n int) bool {
	list := s.successors(depth, p)
	first := 0
	if s.published {
		first = 2 // if a turn leads to a loss in 0 plies, a push wins too
	}
	for m := first; m <= n; m += 2 {
		kept := list[:0]
		for _, q := range list {
			if s.lost(depth+1, q, m) {
				return true
			}
			if s.stopped {
				return false
			}
			if m == n || !s.lookahead.Wins(q) { // a position won at once is not a longer loss either
				kept = append(kept, q)
			}
		}
		list = kept
	}
	return false
}

// lost reports whether p is lost in at most n plies, n even.
func (s *searcher) lost(depth int, p rules.Position, n int) bool {
	if !s.look() {
		return false
	}
	if n == 0 {
		return s.lookahead.Stuck(p)
	}
	if s.lookahead.Wins(p) {
		return false
	}
	if n == 2 && s.published {
		return s.lookahead.Loses(p)
	}
	return s.recalled(depth, p, n, s.allWon)
}

// allWon reports whether every successor of p is won in at most n plies.
func (s *searcher) allWon(depth int, p rules.Position, n int) bool {
	list := s.successors(depth, p)
	// Positions won at once need no search.
	kept := list[:0]
	for _, q := range list {
		if s.look(); !s.lookahead.Wins(q) {
			kept = append(kept, q)
		}
	}
	for _, q := range kept {
		if !s.won(depth+1, q, n) {
			return false
		}
	}
	return !s.stopped
}

const cacheBits = 20 // entries: 2 to this power, 8 bytes each

// findings caches results of searches by position and number of plies. Later results may evict
// earlier ones. It is safe for concurrent use.
//
// An entry is twice a key plus the answer. The key is the minimized index of the position and, in
// its lower 8 bits, the number of plies.
type findings struct{ entries []atomic.Uint64 }

func newFindings() *findings { return &findings{make([]atomic.Uint64, 1<<cacheBits)} }

// entry returns the entry for p and n plies and its key, or nil if p cannot be cached.
func (f *findings) entry(v *rules.Variant, p rules.Position, n int) (*atomic.Uint64, uint64) {
	index, ok := v.MinimizedIndex(p)
	if !ok || index >= 1<<55 {
		return nil, 0
	}
	key := index<<8 | uint64(n)
	const spread = 0x9e3779b97f4a7c15 // an odd number whose multiples are scattered
	return &f.entries[key*spread>>(64-cacheBits)], key
}

// get reports whether a position is decided in at most n plies, lost for even n and won for odd
// n > 0. ok is false if that is unknown.
func (f *findings) get(v *rules.Variant, p rules.Position, n int) (answer, ok bool) {
	entry, key := f.entry(v, p, n)
	if entry == nil {
		return false, false
	}
	found := entry.Load()
	return found&1 != 0, found>>1 == key
}

// put stores an answer for get.
func (f *findings) put(v *rules.Variant, p rules.Position, n int, answer bool) {
	entry, key := f.entry(v, p, n)
	if entry == nil {
		return
	}
	if key <<= 1; answer {
		key |= 1
	}
	entry.Store(key)
}
