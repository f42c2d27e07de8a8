package kalah

import "testing"

// search finds what the start of a board is worth that has far too many positions to be
// solved: alpha-beta with a table of bounds, and the exact values of positions with few seeds.
// Play goes on to the end. The margin from a position on depends on the pits alone, so that
// stores are left out, and the player to move is always the first one.
type search struct {
	rules
	few    int        // seeds of the positions whose values are kept exactly
	below  [][]uint64 // by pits and seeds: in how many ways fewer seeds lie in so many pits
	exact  []int8     // of these positions, by rank
	bounds []bound
	nodes  uint64
}

// bound is what is known of a position for who is to move.
type bound struct {
	pits     uint64 // the first ten
	rest     uint16 // the other two
	low, top int8
	first    int8 // the move to try first
	seeds    uint8
}

const (
	notYet     = -128
	seedBits   = 6 // of the seeds of a pit
	firstPits  = 10
	boundsEach = 2 // in a bucket: the one with most seeds, and the last
)

// newSearch returns a search that keeps positions with at most few seeds exactly, and 1<<size
// bounds.
func newSearch(pits, seeds, few, size int, empty bool) *search {
	s := &search{rules: *newRules(pits, seeds), few: few, bounds: make([]bound, 1<<size)}
	s.empty = empty
	for places := range 2*pits + 1 {
		row := make([]uint64, few+2)
		for n := 1; n < len(row); n++ {
			row[n] = row[n-1] + 1 // of one pit
			if places == 0 {
				row[n] = 1
			} else if places > 1 {
				row[n] = row[n-1] + s.below[places-1][n]
			}
		}
		s.below = append(s.below, row)
	}
	s.exact = make([]int8, s.below[2*pits][few+1])
	for i := range s.exact {
		s.exact[i] = notYet
	}
	return s
}

// rank numbers the arrangements of few seeds.
func (s *search) rank(b *board, seeds int) (rank uint64) {
	for places := 2 * s.pits; places > 0; places-- {
		rank += s.below[places][seeds]
		seeds -= int(b.pits[places-1])
	}
	return rank
}

// after makes a move and has the board seen by who is to move then. It returns what was
// stored, and whether it is the same player.
func (s *search) after(b *board, pit int) (next board, stored int, again bool) {
	next = *b
	next.stores = [2]uint8{}
	s.sow(&next, pit)
	stored = int(next.stores[0])
	if next.side == 0 {
		return next, stored, true
	}
	var turned board
	copy(turned.pits[:s.pits], next.pits[s.pits:2*s.pits])
	copy(turned.pits[s.pits:], next.pits[:s.pits])
	return turned, stored, false
}

// value returns the value of a position with few seeds.
func (s *search) value(b *board, seeds int) int {
	at := &s.exact[s.rank(b, seeds)]
	if *at != notYet {
		return int(*at)
	}
	best := notYet
	if own := s.row(b, 0); own == 0 || own == seeds {
		best = 2*own - seeds
	} else {
		for pit := range s.pits {
			if b.pits[pit] == 0 {
				continue
			}
			next, stored, again := s.after(b, pit)
			v := s.value(&next, seeds-stored)
			if !again {
				v = -v
			}
			best = max(best, stored+v)
		}
	}
	*at = int8(best)
	return best
}

// find returns the bound of a position, or where one is to be stored.
func (s *search) find(b *board, seeds int) (at *bound, key bound, known bool) {
	for pit := range min(2*s.pits, firstPits) {
		key.pits |= uint64(b.pits[pit]) << (seedBits * pit)
	}
	for pit := firstPits; pit < 2*s.pits; pit++ {
		key.rest |= uint16(b.pits[pit]) << (seedBits * (pit - firstPits))
	}
	hash := (key.pits ^ uint64(key.rest)*0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9
	hash = (hash ^ hash>>29) * 0x94d049bb133111eb
	bucket := s.bounds[hash>>32&uint64(len(s.bounds)-1)&^(boundsEach-1):][:boundsEach]
	for i := range bucket {
		if at = &bucket[i]; at.pits == key.pits && at.rest == key.rest && at.seeds != 0 {
			return at, *at, true
		}
	}
	key.low, key.top, key.first, key.seeds = int8(-seeds), int8(seeds), -1, uint8(seeds)
	if seeds >= int(bucket[0].seeds) {
		bucket[1] = bucket[0]
		return &bucket[0], key, false
	}
	return &bucket[1], key, false
}

// order lists the moves: the one to try first, those that keep the turn, from the right to
// the left, those that capture, the most first, and the others.
func (s *search) order(b *board, first int8) (moves [maxPits]int8, n int) {
	const (
		keeps = maxPits << seedBits
		tried = 2 * keeps
	)
	var merit [maxPits]int
	for pit := s.pits - 1; pit >= 0; pit-- {
		seeds := int(b.pits[pit])
		if seeds == 0 {
			continue
		}
		m := pit
		switch to := pit + seeds; {
		case pit == int(first):
			m = tried
		case to == s.pits:
			m = keeps + pit
		case to < s.pits && b.pits[to] == 0:
			m = maxPits*(1+int(b.pits[2*s.pits-1-to])) + pit
		}
		at := n
		for ; at > 0 && merit[at-1] < m; at-- {
			merit[at], moves[at] = merit[at-1], moves[at-1]
		}
		merit[at], moves[at] = m, int8(pit)
		n++
	}
	return moves, n
}

// best returns the value of a position with so many seeds where it is between alpha and beta,
// else a bound on the same side of both.
func (s *search) best(b *board, seeds, alpha, beta int) int {
	if own := s.row(b, 0); own == 0 || own == seeds {
		return 2*own - seeds
	}
	if seeds <= s.few {
		return s.value(b, seeds)
	}
	if seeds <= alpha || -seeds >= beta {
		return min(max(alpha, -seeds), seeds)
	}
	_, known, _ := s.find(b, seeds)
	low, top := int(known.low), int(known.top)
	if low >= beta || low == top {
		return low
	}
	if top <= alpha {
		return top
	}
	s.nodes++
	alpha, beta = max(alpha, low), min(beta, top)
	moves, n := s.order(b, known.first)
	best, first := notYet, int8(-1)
	for _, pit := range moves[:n] {
		next, stored, again := s.after(b, int(pit))
		reached := max(alpha, best)
		var v int
		if again {
			v = stored + s.best(&next, seeds-stored, reached-stored, beta-stored)
		} else {
			v = stored - s.best(&next, seeds-stored, stored-beta, stored-reached)
		}
		if v > best {
			best, first = v, pit
		}
		if best >= beta {
			break
		}
	}
	s.keep(b, seeds, best, first, alpha, beta)
	return best
}

// keep stores what was found of a position.
func (s *search) keep(b *board, seeds, best int, first int8, alpha, beta int) {
	at, entry, known := s.find(b, seeds)
	if known {
		entry = *at
	}
	if best > alpha {
		entry.low = max(entry.low, int8(best))
	}
	if best < beta {
		entry.top = min(entry.top, int8(best))
	}
	entry.first = first
	*at = entry
}

// start returns what the start is worth for the first player, by questions whether it is at
// least so much.
func (s *search) start() int {
	var b board
	for pit := range 2 * s.pits {
		b.pits[pit] = uint8(s.total / (2 * s.pits))
	}
	low, top, guess := -s.total, s.total, 0
	for low < top {
		beta := max(guess, low+1)
		guess = s.best(&b, s.total, beta-1, beta)
		if guess < beta {
			top = guess
		} else {
			low = guess
		}
	}
	return low
}

// TestSearch compares what starts are worth with plain search, with so little room that bounds
// are lost.
func TestSearch(t *testing.T) {
	for _, size := range [][2]int{{1, 5}, {2, 2}, {2, 3}, {2, 6}, {3, 1}, {3, 2}} {
		for _, empty := range []bool{true, false} {
			n := &naive{size[0], empty, false, true, map[string]int{}, map[string]bool{}}
			s := newSearch(size[0], size[1], 3, 6, empty)
			if got, want := s.start(), n.solve(n.start(size[1])); got != want {
				t.Errorf("the start of %v is worth %d, want %d", size, got, want)
			}
		}
	}
	if got := newSearch(4, 3, 6, 12, true).start(); got != 8 {
		t.Errorf("the start of 4 pits with 3 seeds is worth %d, want 8", got)
	}
}
