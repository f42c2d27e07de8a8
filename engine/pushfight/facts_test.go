package pushfight

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/multiset"
)

func full(t testing.TB) *Variant { return variant(t, FullBoard, 2, 3) }

func variant(t testing.TB, drawing string, movers, pushers int) *Variant {
	t.Helper()
	b, err := ParseBoard(drawing)
	if err != nil {
		t.Fatal(err)
	}
	v, err := New(b, movers, pushers)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestCounts checks the published sizes (maksverver/pushfight) of the permutation index, and of the
// minimized index with the sum of its blocks.
func TestCounts(t *testing.T) {
	v := full(t)
	if v.Permutations() != 401567166000 {
		t.Errorf("permutations = %d", v.Permutations())
	}
	if v.Size() != 86208131520 {
		t.Errorf("minimized indices = %d", v.Size())
	}
	var reachable uint64
	for _, k := range v.minimizer.blocks {
		reachable += v.Weight(k.first) * v.rank.strings[k.state*(v.rank.squares+1)+popcount(k.free)]
	}
	if reachable != 172416263040 {
		t.Errorf("reachable positions = %d", reachable)
	}
	for _, c := range []struct {
		movers, pushers    int
		permutations, size uint64
	}{{1, 2, 82882800, 13280400}, {1, 1, 0, 39984}, {0, 3, 0, 0}} {
		w := variant(t, FullBoard, c.movers, c.pushers)
		t.Logf("movers=%d,pushers=%d: %d permutations, %d stored", c.movers, c.pushers, w.Permutations(), w.Size())
		if c.permutations > 0 && w.Permutations() != c.permutations || c.size > 0 && w.Size() != c.size {
			t.Errorf("movers=%d,pushers=%d: %d permutations, %d stored", c.movers, c.pushers, w.Permutations(), w.Size())
		}
	}
}

func popcount(x uint64) (n int) {
	for ; x != 0; x &= x - 1 {
		n++
	}
	return n
}

// TestPublishedPositions checks positions whose indices were published.
func TestPublishedPositions(t *testing.T) {
	v := full(t)
	same := func(texts ...string) {
		t.Helper()
		want, err := v.Parse(texts[0])
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range texts[1:] {
			got, err := v.Parse(text)
			if err != nil || got != want {
				t.Errorf("%s is %v (%v), want %s", text, got, err, texts[0])
			}
		}
	}
	same(".OX.....oxX.....Oox...OY..", "194131625612", "-8401495373")
	same(".OX.....oxY....Oox.....OX.", "  abcdefgh\n4   .OX..  4\n3 ...oxY.. 3\n2 ..Oox... 2\n1  ..OX.   1\n  abcdefgh\n", ".XO.....xoP....Xxo.....XO.")
	for _, text := range []string{"316452211876", "194131625612", "1707612174"} {
		p, err := v.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s\n%s%v", text, v.Board(p), indices(v, p))
		same(text, v.Text(p))
		if got := indices(v, p)[0][1]; got != text {
			t.Errorf("%s has permutation index %s", text, got)
		}
	}
	p, _ := v.Parse("1707612174")
	var turns, ended uint64
	results := v.AppendResults(nil, p)
	for _, r := range results {
		turns += r.Turns
		if r.Ended {
			ended++
		}
	}
	if turns != 18431 || len(results) != 8412 || ended != 3723 {
		t.Errorf("1707612174 has %d turns, %d results, %d finished", turns, len(results), ended)
	}
}

// TestLongestWin plays the published line from a position won with the 49th turn.
func TestLongestWin(t *testing.T) {
	v := full(t)
	fields := enginetest.Figures(t, "testdata/published/longest.tsv")[0]
	p, err := v.Parse(fields[0])
	if err != nil {
		t.Fatal(err)
	}
	if len(fields) != 98 {
		t.Fatalf("%d turns", len(fields)-1)
	}
	for i, turn := range fields[1:] {
		r, err := v.Play(p, turn)
		if err != nil {
			t.Fatalf("turn %d: %v", i+1, err)
		}
		if r.Ended != (i == 96) {
			t.Fatalf("turn %d: ended = %v", i+1, r.Ended)
		}
		p = r.To
	}
}

// rankOf returns the rank of a string among all strings with the same counts of symbols. It counts
// the strings that have a lower symbol at the first difference.
func rankOf(text string) (rank uint64) {
	rest := make([]int, len(symbols)) // the counts from square i on
	for i := len(text) - 1; i >= 0; i-- {
		symbol := strings.IndexByte(symbols, text[i])
		rest[symbol]++
		for lower := range symbol {
			if rest[lower] > 0 {
				rest[lower]--
				n, _ := multiset.Count(rest)
				rank += n
				rest[lower]++
			}
		}
	}
	return rank
}

// TestIndexIsBijection checks random indices of several variants, and both ends of every block. It
// also compares permutation indices with plain ranking.
func TestIndexIsBijection(t *testing.T) {
	variants := []*Variant{full(t), variant(t, FullBoard, 1, 1), variant(t, FullBoard, 1, 2), variant(t, FullBoard, 0, 3),
		variant(t, "...\n...\n...", 1, 1), variant(t, "....\n ....\n....", 0, 2), variant(t, "..\n..\n.....\n..", 1, 2), variant(t, FullBoard, 4, 5)}
	n := 50000
	if enginetest.Long {
		n = 1000000
	}
	for _, v := range variants {
		rng := rand.New(rand.NewSource(1))
		check := func(i uint64) {
			t.Helper()
			p := v.unminimize(i)
			if got, ok := v.minimize(p); !ok || got != i {
				t.Fatalf("%+v: index %d comes back as %d, %v:\n%s", v.board.text, i, got, ok, v.Board(p))
			}
			if v.board.symmetric {
				q := v.board.rotated(p)
				if got, ok := v.minimize(q); !ok || got != i || q == p {
					t.Fatalf("index %d rotated comes back as %d, %v", i, got, ok)
				}
			}
		}
		for k, b := range v.minimizer.blocks {
			check(b.first)
			if k > 0 {
				check(b.first - 1)
			}
		}
		check(v.Size() - 1)
		for range n {
			check(rng.Uint64() % v.Size())
		}
		for range n {
			i := rng.Uint64() % v.permutations
			p := v.unpermute(i)
			if got := v.permute(p); got != i {
				t.Fatalf("permutation index %d comes back as %d", i, got)
			}
		}
		for range 1000 {
			i := rng.Uint64() % v.permutations
			if rank := rankOf(v.Text(v.unpermute(i))); rank != i {
				t.Fatalf("the position of permutation index %d has the rank %d", i, rank)
			}
		}
	}
}
