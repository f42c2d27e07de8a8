package connectfour

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestReached compares the numbers of positions that play reaches with the published ones (John
// Tromp's table), and the numbers of stored positions. With -large and the tag "long" it takes 15
// minutes of CPU time and 15 GB of memory.
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
		{6, 6, 69_173_028_785, 43_650_516_109, 22_188_258_865},
		{7, 5, 112_829_665_923, 69_592_814_750, 35_516_646_264},
	} {
		if test.want > 1e8 && !slow || test.want > 1e10 && !*large {
			continue
		}
		t.Run(fmt.Sprintf("%d by %d", test.width, test.height), func(t *testing.T) {
			k, err := newColumns(newRules(test.width, test.height, 4))
			if err != nil {
				t.Fatal(err)
			}
			unfinished, finished := countReached(test.width, test.height)
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
