package quixo

import (
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

func TestRankedConformance(t *testing.T) {
	enginetest.Run(t, open(t, "quixo:ranked=true,size=3"), enginetest.Options{Positions: 32_027})
	if slow {
		enginetest.Run(t, open(t, "quixo:ranked=true,size=4"), enginetest.Options{Positions: 82_497_861})
	}
}

// TestRankedIsTheSame compares the ranked game with the game of rules only. Every position must
// have the same index, weight and successors. Then the values are the same, too.
func TestRankedIsTheSame(t *testing.T) {
	for _, size := range []string{"3", "4"} {
		if size == "4" && !slow {
			t.Skip("all 5 million positions take a minute: run with -tags long")
		}
		plain, ranked := open(t, "quixo:size="+size), open(t, "quixo:ranked=true,size="+size)
		if !slices.EqualFunc(ranked.Slices(), plain.Slices(), func(a, b engine.Slice) bool {
			return a.Name == b.Name && a.First == b.First && a.Size == b.Size && slices.Equal(a.Exits, b.Exits)
		}) {
			t.Fatalf("size %s: slices %+v, want %+v", size, ranked.Slices(), plain.Slices())
		}
		scratches := [2]engine.Scratch{plain.NewScratch(), ranked.NewScratch()}
		var lists [2][]uint64
		var ends [2]engine.Ends
		for i := range plain.Size() {
			p := plain.At(i)
			if q := ranked.At(i); q != p {
				t.Fatalf("size %s: #%d is %s, want %s", size, i, ranked.Text(q), plain.Text(p))
			}
			if j, ok := ranked.Index(p); j != i || !ok {
				t.Fatalf("size %s: the index of %s is %d, %v, want %d", size, plain.Text(p), j, ok, i)
			}
			if got, want := ranked.Weight(i), plain.Weight(i); got != want {
				t.Fatalf("size %s: the weight of %s is %d, want %d", size, plain.Text(p), got, want)
			}
			for n, s := range scratches {
				lists[n], ends[n] = s.AppendSuccessors(lists[n][:0], i)
				slices.Sort(lists[n])
				lists[n] = slices.Compact(lists[n]) // multiplicities may differ
			}
			if ends[0] != ends[1] || !slices.Equal(lists[0], lists[1]) {
				t.Fatalf("size %s: %s leads to %v, %d; want %v, %d", size, plain.Text(p), lists[1], ends[1], lists[0], ends[0])
			}
		}
	}
}

// TestRankedReader reads keys of scattered indices with one reader.
func TestRankedReader(t *testing.T) {
	r := newRanking(newRules(4))
	size := r.words[len(r.words)-1] >> wordPlaces
	jumping := scratch{ranking: r}
	for n := range uint64(1 << 18) {
		i := n * n * n * 0x9e3779b97f4a7c15 >> 20 % size
		if n%2 == 0 {
			i = min(n*n, size-1)
		}
		key := jumping.key(i)
		at := scratch{ranking: r}
		if place, _ := r.place(key); r.Canonical(key) != key || !r.has(place) || r.index(place) != i || at.key(i) != key {
			t.Fatalf("#%d is read as %#x, the key of #%d, and at once as %#x", i, key, r.index(place), at.key(i))
		}
	}
}

// TestRankedFigures solves sizes 3 and 4 with the kit's solver, and compares the published figures.
func TestRankedFigures(t *testing.T) {
	for _, test := range []struct {
		spec                     string
		won, lost, drawn         uint64
		start, longWin, longLoss int
	}{
		{"quixo:ranked=true,size=3", 20_247, 11_780, 0, 7, 7, 8},
		{"quixo:ranked=true,size=4", 49_953_979, 29_330_646, 3_213_236, 21, 21, 22},
	} {
		g := open(t, test.spec)
		if g.Size() > 1e6 && !slow {
			t.Skip("takes minutes: needs the tag long")
		}
		values := enginetest.Naive(g)
		var counts [3]uint64 // drawn, won, lost
		var longest [3]int
		of := map[engine.Outcome]int{engine.Draw: 0, engine.Win: 1, engine.Loss: 2}
		for i, v := range values {
			n := of[g.Kind().Outcome(v)]
			plies, _ := g.Kind().Plies(v)
			counts[n] += g.Weight(i)
			longest[n] = max(longest[n], plies)
		}
		p, _ := g.Start()
		i, _ := g.Index(p)
		want, _ := g.Kind().Decided(true, test.start)
		if counts != [3]uint64{test.drawn, test.won, test.lost} || longest != [3]int{0, test.longWin, test.longLoss} || values[i] != want {
			t.Errorf("%s: %d drawn, won and lost, the longest in %d, the start %s; want %+v", test.spec, counts, longest, g.Kind().Text(values[i]), test)
		}
	}
}
