package connectfour

import (
	"flag"
	"fmt"
	"math/bits"
	"testing"
)

// census counts the positions that play from the start reaches, including finished ones. It works
// layer by layer, with the bitmaps of the numbering.
type census struct {
	*columns
	reached  [2][]uint64 // of this layer and the next
	finished []uint64    // by n: the moves into finished positions with n predecessors
}

// countReached returns the numbers of reachable positions, counting both twins.
func countReached(k *columns) (unfinished, finished uint64) {
	s := &census{columns: k, finished: make([]uint64, k.width+1)}
	s.reached[0] = []uint64{1, 0}
	for n := range k.layers {
		l := &k.layers[n]
		s.reached[1] = nil
		if n+1 < len(k.layers) {
			s.reached[1] = make([]uint64, len(k.layers[n+1].words))
		}
		unfinished += s.expand(l)
		s.reached[0] = s.reached[1]
	}
	for n, count := range s.finished {
		if n > 0 {
			finished += count / uint64(n)
		}
	}
	return unfinished, finished
}

// expand plays all moves from the reached positions of a layer, and counts these positions.
func (s *census) expand(l *layer) (count uint64) {
	for n := range l.runs {
		r := &l.runs[n]
		weight := s.weightOf(r)
		fillings := s.left.class(int(r.left), l.x-int(r.x))
		word := r.first
		for _, right := range s.right.class(int(r.right), int(r.x)).codes {
			for column := range fillings.words() {
				set := s.reached[0][word]
				count += weight * uint64(bits.OnesCount64(set))
				for ; set != 0; set &= set - 1 {
					left := fillings.codes[column*64+bits.TrailingZeros64(set)]
					s.play(l, uint64(right)<<s.left.bits|uint64(left), weight)
				}
				word++
			}
		}
	}
	return count
}

// play marks and counts the results of a position's drops.
func (s *census) play(l *layer, code, weight uint64) {
	for n := range s.width {
		height := bits.Len64(code>>(n*s.column)&(1<<s.column-1)) - 1
		if height == s.height {
			continue
		}
		to := code + l.adds()<<(n*s.column+height)
		if l.pieces+1 < len(s.layers) {
			next := &s.layers[l.pieces+1]
			has, same := s.columns.hasRuns(to)
			there := to
			if !has {
				there = s.mirror(to)
			}
			if p, ok := s.find(next, there); ok {
				s.reached[1][p.word] |= 1 << p.bit
				if same {
					p, _ = s.find(next, s.mirror(to))
					s.reached[1][p.word] |= 1 << p.bit
				}
				continue
			}
		}
		s.finished[s.origins(l, to)] += weight
	}
}

// origins returns the number of reached positions in a layer that lead to a finished one.
func (s *census) origins(l *layer, to uint64) (count int) {
	for n := range s.width {
		top := bits.Len64(to>>(n*s.column)&(1<<s.column-1)) - 2
		if top < 0 || to>>(n*s.column+top)&1 != uint64(1-l.pieces%2) {
			continue // empty, or not of the player who moved last
		}
		from := s.Canonical(to - l.adds()<<(n*s.column+top))
		if p, ok := s.find(l, from); ok && s.reached[0][p.word]>>p.bit&1 != 0 {
			count++
		}
	}
	return count
}

// TestReached compares published numbers of positions (John Tromp's table), for the boards that a
// test has time for.
func TestReached(t *testing.T) {
	for _, test := range []struct {
		width, height        int
		want                 uint64 // published
		unfinished, numbered uint64
	}{
		{4, 4, 161_029, 134_289, 0},
		{4, 5, 1_706_255, 1_348_441, 0},
		{5, 4, 3_945_711, 3_100_379, 0},
		{5, 5, 69_763_700, 50_722_290, 27_464_802},
		{5, 6, 1_044_334_437, 721_742_415, 387_762_082},
		{7, 4, 2_265_792_710, 1_550_191_915, 796_194_036},
		{6, 5, 2_818_972_642, 1_885_431_122, 961_324_019},
	} {
		if test.want > 2e6 && !slow || test.want > 2e9 && !*large {
			continue
		}
		t.Run(fmt.Sprintf("%d by %d", test.width, test.height), func(t *testing.T) {
			k, err := newColumns(newRules(test.width, test.height, 4))
			if err != nil {
				t.Fatal(err)
			}
			unfinished, finished := countReached(k)
			if unfinished+finished != test.want || test.unfinished != 0 && unfinished != test.unfinished {
				t.Errorf("%d positions reached, %d of them unfinished, want %d and %d", unfinished+finished, unfinished, test.want, test.unfinished)
			}
			if test.numbered != 0 && k.total != test.numbered {
				t.Errorf("%d positions numbered, want %d", k.total, test.numbered)
			}
			t.Logf("%d unfinished, %d finished", unfinished, finished)
		})
	}
}

// large makes TestReached count the boards that take minutes, too.
var large = flag.Bool("large", false, "count the positions of all boards")
