package connectfour

import (
	"flag"
	"fmt"
	"math/bits"
	"os"
	"slices"
	"strings"
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
	s.reached[0] = make([]uint64, 4*k.layers[0].blocks)
	s.reached[0][1] = 1
	for n := range k.layers {
		l := k.layers[n]
		s.reached[1] = nil
		if n+1 < len(k.layers) {
			s.reached[1] = make([]uint64, 4*k.layers[n+1].blocks)
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
		fillings := s.left.class(int(r.left), l.x()-int(r.x))
		row := 4 * int(r.first)
		for _, right := range s.right.class(int(r.right), int(r.x)).codes {
			for column := range fillings.words() {
				set := s.reached[0][row+1+column/blockWords*4+column%blockWords]
				count += weight * uint64(bits.OnesCount64(set))
				for ; set != 0; set &= set - 1 {
					left := fillings.codes[column*64+bits.TrailingZeros64(set)]
					s.play(l, uint64(right)<<s.left.bits|uint64(left), weight)
				}
			}
			row += 4 * fillings.blocks()
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
			next := s.layers[l.pieces+1]
			has, same := s.columns.hasRuns(to)
			there := to
			if !has {
				there = s.mirror(to)
			}
			if word, bit, ok := s.find(next, there); ok {
				s.reached[1][word] |= bit
				if same {
					word, bit, _ = s.find(next, s.mirror(to))
					s.reached[1][word] |= bit
				}
				continue
			}
		}
		s.finished[s.origins(l, to)] += weight
	}
}

// find returns the word of a code in the bitmap of a layer, and its bit; ok is false if it has four
// in a line.
func (s *census) find(l *layer, code uint64) (word uint32, bit uint64, ok bool) {
	p, ok := s.placeOf(code)
	if !ok {
		return 0, 0, false
	}
	r := &l.runs[p.run]
	left, _ := s.halvesOf(l, r)
	word = 4*(r.first+p.row*uint32(left.blocks())+p.spot>>8) + 1 + p.spot>>6&3
	bit = 1 << (p.spot & 63)
	return word, bit, s.bitmap(l)[word]&bit != 0
}

// origins returns the number of reached positions in a layer that lead to a finished one.
func (s *census) origins(l *layer, to uint64) (count int) {
	for n := range s.width {
		top := bits.Len64(to>>(n*s.column)&(1<<s.column-1)) - 2
		if top < 0 || to>>(n*s.column+top)&1 != uint64(1-l.pieces%2) {
			continue // empty, or not of the player who moved last
		}
		from := s.Canonical(to - l.adds()<<(n*s.column+top))
		if word, bit, ok := s.find(l, from); ok && s.reached[0][word]&bit != 0 {
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
			last := k.layers[len(k.layers)-1]
			if total := last.first + last.size; test.numbered != 0 && total != test.numbered {
				t.Errorf("%d positions numbered, want %d", total, test.numbered)
			}
			t.Logf("%d unfinished, %d finished", unfinished, finished)
		})
	}
}

// TestCounted counts the groups of counted.txt: every seventh layer of 5 by 6, with -large all of all boards. -update writes the file.
func TestCounted(t *testing.T) {
	var text strings.Builder
	for _, board := range [][2]int{{5, 6}, {7, 4}, {6, 5}, {6, 6}, {7, 5}} {
		if board != [2]int{5, 6} && !*large {
			continue
		}
		k, err := newColumns(newRules(board[0], board[1], 4))
		if err != nil {
			t.Fatal(err)
		}
		known := counted(board[0], board[1])
		var layers []string
		for n, l := range k.layers {
			if n%7 != 0 && !*large {
				continue
			}
			var sizes []uint64
			for at := range l.runs {
				if at%groupRuns == 0 {
					sizes = append(sizes, 0)
				}
				sizes[len(sizes)-1] += k.countRun(l, &l.runs[at])
			}
			if !*update && (n >= len(known) || !slices.Equal(sizes, known[n])) {
				t.Errorf("layer %d of %v has groups of other sizes than counted.txt says", n, board)
			}
			layers = append(layers, strings.ReplaceAll(fmt.Sprint(sizes), " ", ","))
		}
		fmt.Fprintf(&text, "%dx%d\n[%s]\n", board[0], board[1], strings.Join(layers, ",\n"))
	}
	if *update && *large {
		if err := os.WriteFile("counted.txt", []byte(text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestRows compares lookups by rows with those by bitmaps.
func TestRows(t *testing.T) {
	for _, board := range [][2]int{{4, 4}, {5, 4}, {6, 3}, {2, 5}} {
		k, err := newColumns(newRules(board[0], board[1], 4))
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range k.layers {
			if l.size == 0 {
				continue
			}
			b := k.bitmap(l)
			for rank := uint64(0); rank < l.size; rank += 1 + l.size/100 {
				p := k.placeIn(b, l, rank)
				code := k.codeAt(l, p)
				if got := k.codeByRows(l, rank); got != code {
					t.Fatalf("%v, layer %d: rank %d is %x by rows, %x by the bitmap", board, l.pieces, rank, got, code)
				}
				if got, ok := k.rankByRows(l, p); !ok || got != rank {
					t.Fatalf("%v, layer %d: rank %d is %d, %v by rows", board, l.pieces, rank, got, ok)
				}
			}
			for at := range l.runs {
				left, right := k.halvesOf(l, &l.runs[at])
				for n := range uint32(len(left.codes)) {
					p := place{uint32(at), n % uint32(len(right.codes)), spotOf(n)}
					_, want := k.rankIn(b, l, p)
					if _, ok := k.rankByRows(l, p); ok != want {
						t.Fatalf("%v, layer %d: a position at %v: %v by rows, %v by the bitmap", board, l.pieces, p, ok, want)
					}
				}
			}
		}
	}
}

// large makes TestReached and TestCounted count the boards that take minutes, too.
var (
	large  = flag.Bool("large", false, "count the positions of all boards")
	update = flag.Bool("update", false, "write counted.txt, with -large")
)
