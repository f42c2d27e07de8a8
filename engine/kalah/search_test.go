package kalah

import (
	"math/bits"
	"testing"
)

// search finds the value of a start whose board has too many positions to solve. It asks whether
// the player to move gets at least goal of the seeds in the pits. It stores the answers as bounds,
// in addition to the exact values of positions with few seeds.
type search struct {
	*packed
	few      int
	values   []uint8  // of positions with at most few seeds
	table    []bounds // in buckets
	size     int      // the binary logarithm of the number of buckets
	searched uint64   // positions
}

// bounds is one word with the known facts of a position. It holds a lower and an upper bound on the
// seeds that the player to move gets, the pit to search first, and the bit length of the number of
// positions searched. Its tag, never 0, identifies the position in its bucket.
type bounds uint64

const (
	topShift, pitShift, workShift, tagShift = 6, 12, 15, 21
	unknown                                 = bounds(mostSeeds<<topShift | noPit<<pitShift)
	noPit                                   = 7
	bucketSize                              = 8 // bounds, 64 bytes in all
	ahead                                   = 2 // up to this many seeds above few, reaches does not call known
)

// question asks whether the player to move gets at least goal seeds.
type question struct {
	rows
	index      uint64
	goal       int
	pit, merit int  // of the move that led here
	again      bool // the same player made the move
}

func newSearch(pits, few, size int, empty bool) *search {
	s := &search{packed: newPacked(pits, empty), few: few, table: make([]bounds, bucketSize<<size), size: size}
	s.values = s.exact(few)
	return s
}

// reaches reports whether the player to move gets at least goal seeds, if the bounds decide it.
func (b bounds) reaches(goal int) (yes, known bool) {
	low, top := int(b&(1<<topShift-1)), int(b>>topShift&(1<<topShift-1))
	return low >= goal, low >= goal || top < goal
}

// bucket returns the bucket and the tag of a position. Each step of the hash is invertible, so
// bucket and tag identify the position.
func (s *search) bucket(index uint64) (bucket []bounds, tag bounds) {
	const mask = 1<<packedBits - 1
	h := index * 0x9e3779b97f4a7c15 & mask
	h = (h ^ h>>23) * 0xbf58476d1ce4e5b9 & mask
	h ^= h >> 22
	return s.table[h&(1<<s.size-1)*bucketSize:][:bucketSize], bounds(h>>s.size + 1)
}

// find returns the known bounds of a position.
func (s *search) find(index uint64) bounds {
	bucket, tag := s.bucket(index)
	for _, b := range bucket {
		if b>>tagShift == tag {
			return b
		}
	}
	return unknown
}

// keep stores an answer. It replaces the position's own bounds, or else the bounds that took the
// least work.
func (s *search) keep(q *question, reached bool, pit int, work uint64) {
	bucket, tag := s.bucket(q.index)
	at, least := 0, bounds(1<<6)
	known := unknown
	for i, b := range bucket {
		w := b >> workShift & (1<<6 - 1)
		if b>>tagShift == tag {
			at, known, work = i, b, work+1<<w>>1
			break
		}
		if w < least {
			at, least = i, w
		}
	}
	low, top := known&(1<<topShift-1), known>>topShift&(1<<topShift-1)
	if reached {
		low = max(low, bounds(q.goal))
	} else {
		top = min(top, bounds(q.goal-1))
	}
	bucket[at] = low | top<<topShift | bounds(pit)<<pitShift | bounds(bits.Len64(work))<<workShift | tag<<tagShift
}

// settle answers a question that needs no search.
func (s *search) settle(q *question) (yes, known bool) {
	own, other := q.of()
	switch seeds := own + other; {
	case own == 0 || other == 0:
		return own >= q.goal, true
	case q.goal <= 0 || q.goal > seeds:
		return q.goal <= 0, true
	case seeds <= s.few:
		return int(s.values[s.packed.index(q.rows)]) >= q.goal, true
	default:
		q.index = s.packed.index(q.rows)
		return false, false
	}
}

// replies lists the questions of the moves that need a search, in search order. The best move of an
// earlier search comes first. Moves that keep the turn follow, and the others come in descending
// order of stored seeds. Ties go from right to left. If a move settles the question with yes,
// replies returns its pit, else noPit.
func (s *search) replies(q *question, first int, list *[maxPits]question) (n, pit int) {
	own, other := q.of()
	for pit := s.pits - 1; pit >= 0; pit-- {
		if q.own>>(8*pit)&pitMask == 0 {
			continue
		}
		next, stored, again := s.move(q.rows, pit)
		reply := question{rows: next, goal: own + other - q.goal + 1, pit: pit, merit: maxPits*stored + pit, again: again}
		if again {
			reply.goal = q.goal - stored
			reply.merit += 1 << 10
		}
		if pit == first {
			reply.merit = 1 << 11
		}
		if yes, sure := s.settle(&reply); sure && yes == again {
			return 0, pit
		} else if sure {
			continue
		}
		at := n
		for ; at > 0 && list[at-1].merit < reply.merit; at-- {
			list[at] = list[at-1]
		}
		list[at] = reply
		n++
	}
	return n, noPit
}

// known drops the questions whose answers are stored. If one of these moves answers the parent
// question with yes, known returns its pit, else noPit.
func (s *search) known(list *[maxPits]question, n int) (left, pit int) {
	for i := range n {
		if yes, sure := s.find(list[i].index).reaches(list[i].goal); !sure {
			list[left] = list[i]
			left++
		} else if yes == list[i].again {
			return 0, list[i].pit
		}
	}
	return left, noPit
}

// reaches answers a question that is not settled.
func (s *search) reaches(q *question) bool {
	known := s.find(q.index)
	if yes, sure := known.reaches(q.goal); sure {
		return yes
	}
	s.searched++
	since := s.searched
	first := int(known >> pitShift & noPit)
	var list [maxPits]question
	n, pit := s.replies(q, first, &list)
	if own, other := q.of(); pit == noPit && own+other > s.few+ahead {
		n, pit = s.known(&list, n)
	}
	for i := 0; i < n && pit == noPit; i++ {
		if s.reaches(&list[i]) == list[i].again {
			pit = list[i].pit
		}
	}
	if pit == noPit {
		s.keep(q, false, first, s.searched-since+1)
		return false
	}
	s.keep(q, true, pit, s.searched-since+1)
	return true
}

// wins reports whether the first player wins by at least margin from a start with the given number
// of seeds in each pit.
func (s *search) wins(seeds, margin int) bool {
	var b board
	for pit := range 2 * s.pits {
		b.pits[pit] = uint8(seeds)
	}
	total := 2 * s.pits * seeds
	q := question{rows: s.pack(&b), goal: (total + margin + 1) / 2}
	if yes, known := s.settle(&q); known {
		return yes
	}
	return s.reaches(&q)
}

// TestSearch compares the values of starts with those of the naive program. It varies the share of
// exact values, and uses a table so small that it loses bounds.
func TestSearch(t *testing.T) {
	for _, size := range [][2]int{{1, 5}, {2, 2}, {2, 3}, {2, 6}, {3, 1}, {3, 2}} {
		for _, empty := range []bool{true, false} {
			n := &naive{size[0], empty, false, true, map[string]int{}, map[string]bool{}}
			want := n.solve(n.start(size[1]))
			for _, few := range []int{0, 3, 2 * size[0] * size[1]} {
				s := newSearch(size[0], few, 2, empty)
				if !s.wins(size[1], want) || s.wins(size[1], want+2) {
					t.Errorf("%v, few %d: the start is not worth %d", size, few, want)
				}
			}
		}
	}
	if s := newSearch(4, 6, 8, true); !s.wins(3, 8) || s.wins(3, 10) {
		t.Error("the start of 4 pits with 3 seeds is not worth 8")
	}
}
