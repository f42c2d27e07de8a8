package placement

import (
	"encoding/json"
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

// drawDeclaration draws a declaration of a small game, which may be invalid.
func drawDeclaration(t *rapid.T) *Declaration {
	grid := Grid{rapid.IntRange(1, 3).Draw(t, "width"), rapid.IntRange(1, 2).Draw(t, "height")}
	d := &Declaration{Squares: grid.Squares(), Width: grid.Width}
	some := func(label string) (list []int) {
		for s := range d.Squares {
			if rapid.IntRange(0, 3).Draw(t, label) > 0 {
				list = append(list, s)
			}
		}
		return list
	}
	for n, list := range [][][]int{nil, grid.Symmetries(), {grid.Columns()}, {grid.Turned()}} {
		if n == rapid.IntRange(0, 3).Draw(t, "symmetries") {
			d.Symmetries = list
		}
	}
	d.Sides = rapid.Bool().Draw(t, "sides")
	if !d.Sides && rapid.Bool().Draw(t, "turned") {
		d.View = grid.Turned()
	}
	for pair := range rapid.IntRange(1, 2).Draw(t, "groups") {
		g := Group{Name: string(rune('A' + pair)), Max: rapid.IntRange(0, 2).Draw(t, "most")}
		if len(d.Symmetries) == 0 && d.View == nil && rapid.Bool().Draw(t, "region") {
			g.Squares = some("where")
		}
		h := g
		h.Name, h.Side = string(rune('a'+pair)), 1
		d.Groups = append(d.Groups, g, h)
	}
	if rapid.Bool().Draw(t, "neutral") {
		d.Groups = append(d.Groups, Group{Name: "n", Side: 2, Max: 1})
	}
	if rapid.Bool().Draw(t, "hands") {
		d.Counters = []Counter{{Name: "hand", Max: 2}, {Name: "other", Side: 1, Max: 2}}
	}
	if rapid.Bool().Draw(t, "bound") {
		d.Bounds = []Bound{{Sum: map[string]int{"A": 1, "a": 1}, Min: 1, Max: 3}}
	}
	if rapid.Bool().Draw(t, "ends") {
		pattern := grid.Lines(2)
		d.Ends = []End{{Group: "a", Patterns: pattern}}
		if rapid.Bool().Draw(t, "closed") {
			d.Ends = append(d.Ends, End{Group: "A", Patterns: pattern, Result: "drawn"})
		}
	}
	if rapid.Bool().Draw(t, "over") {
		d.Ends = append(d.Ends, End{When: []Bound{{Sum: map[string]int{"A": 1}}}, Result: "drawn"})
	}
	for _, g := range d.Groups {
		if g.Side == 1 && !d.Sides {
			continue
		}
		m := Move{Group: g.Name}
		switch rapid.IntRange(0, 3).Draw(t, "way") {
		case 0:
			m.Steps = grid.Steps(King)
		case 1:
			m.Rays = grid.Rays(Rook)
		case 2:
			m.Puts = grid.All()
			if len(d.Symmetries) == 0 {
				m.Puts = some("puts")
			}
			if len(d.Counters) > 0 {
				m.Change = map[string]int{"hand": -1}
			}
		case 3:
			m.Steps, m.Takes = grid.Steps(Knight), "a"
			if g.Name == "a" {
				m.Takes = "A"
			}
		}
		d.Moves = append(d.Moves, m)
	}
	return d
}

// naive returns the positions of a declaration, found by trying all contents of all squares.
func naive(n *Numbering) (list []Position) {
	var p Position
	var counters func(c int)
	counters = func(c int) {
		if c < len(n.columns)-len(n.Groups) {
			for value := range n.columns[len(n.Groups)+c].Max + 1 {
				p.Counter[c] = uint8(value)
				counters(c + 1)
			}
			return
		}
		counts := n.counts(&p)
		for g, group := range n.Groups {
			if counts[g] < group.Min || counts[g] > group.Max {
				return
			}
		}
		if n.holds(n.Bounds, counts) && n.overBy(counts) == 0 && n.result(&p) == 0 {
			list = append(list, p)
		}
	}
	var squares func(s int)
	squares = func(s int) {
		if s == n.Squares {
			counters(0)
			return
		}
		squares(s + 1)
		for g := range n.Groups {
			if n.regions[g]>>s&1 != 0 {
				p.At[g] |= 1 << s
				squares(s + 1)
				p.At[g] &^= 1 << s
			}
		}
	}
	squares(0)
	return list
}

// images returns the distinct images of a position under the symmetries.
func images(n *Numbering, p Position) (list []Position) {
	for s := range n.Symmetries.Order {
		q := p
		for g := range n.Groups {
			q.At[g] = 0
			for square := range n.Squares {
				if p.At[g]>>square&1 != 0 {
					q.At[g] |= 1 << n.Symmetries.Turn(s, square)
				}
			}
		}
		if !slices.Contains(list, q) {
			list = append(list, q)
		}
	}
	return list
}

// TestNumbering compares numberings of random declarations with lists of all positions: the
// bijection, twins, weights, keys, and the order of indices.
func TestNumbering(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDeclaration(t)
		if rapid.Bool().Draw(t, "own moves") {
			d.Moves = nil
		}
		n, err := d.Number()
		if err != nil {
			if !engine.IsInput(err) {
				t.Fatal(err)
			}
			t.Skip("of no use")
		}
		all, err := d.number(nil, true)
		if err != nil {
			t.Fatal(err)
		}
		seen, keys := make([]int, n.Size), map[uint64]bool{}
		for _, p := range naive(n) {
			i, ok := n.Index(&p)
			if !ok || i >= n.Size {
				t.Fatalf("%s has the index %d, %v of %d", (&rules{n}).text(&p), i, ok, n.Size)
			}
			key, _ := all.Index(&p)
			if back, _ := all.NewCursor().Seek(key); keys[key] || *back != p {
				t.Fatalf("%s has the key %d, which another has, or which is read as %s", (&rules{n}).text(&p), key, (&rules{n}).text(back))
			}
			keys[key] = true
			twins := images(n, p)
			least := slices.MinFunc(twins, func(p, q Position) int { return slices.Compare(p.At[:], q.At[:]) })
			q, c := n.NewCursor().Seek(i)
			if *q != least || c.Slice != engine.SliceOf(n.Slices, i) || !slices.Equal(c.Counts, n.counts(&p)) {
				t.Fatalf("%s has the index %d of %s", (&rules{n}).text(&p), i, (&rules{n}).text(q))
			}
			if weight, end := n.WeightRun(i); weight != uint64(len(twins)) || end <= i || end > n.Size {
				t.Fatalf("%s has the weight %d up to %d, want %d", (&rules{n}).text(q), weight, end, len(twins))
			}
			seen[i]++
		}
		k, last := n.NewCursor(), Position{}
		for i, times := range seen {
			p, c := k.Seek(uint64(i))
			if weight, _ := n.WeightRun(uint64(i)); times != int(weight) {
				t.Fatalf("index %d is that of %d positions, its weight is %d", i, times, weight)
			}
			if uint64(i) > c.First && slices.Compare(last.At[:], p.At[:]) >= 0 {
				t.Fatalf("%s comes before %s", (&rules{n}).text(&last), (&rules{n}).text(p))
			}
			last = *p
		}
	})
}

// TestMoves compares successors and predecessors of random declarations with each other, with the
// exits of slices, and with the moves by keys.
func TestMoves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, err := New(engine.Spec{}, engine.Wide, drawDeclaration(t))
		if err != nil {
			if !engine.IsInput(err) {
				t.Fatal(err)
			}
			t.Skip("of no use")
		}
		if g.Size() > 500 {
			t.Skip("large")
		}
		w := g.NewScratch()
		type edge struct{ from, to uint64 }
		times := map[edge]int{}
		for i := range g.Size() {
			list, _ := w.AppendSuccessors(nil, i)
			for _, j := range list {
				if engine.SliceOf(g.Slices(), i) == engine.SliceOf(g.Slices(), j) {
					times[edge{i, j}]++
				} else if !slices.Contains(g.Slices()[engine.SliceOf(g.Slices(), i)].Exits, engine.SliceOf(g.Slices(), j)) {
					t.Fatalf("a move leads from #%d to #%d, which is in no exit of its slice", i, j)
				}
			}
			slices.Sort(list)
			var byKeys []uint64
			for _, r := range g.AppendResults(nil, g.At(i)) {
				if j, ok := g.Index(r.To); ok {
					byKeys = append(byKeys, j)
				}
			}
			slices.Sort(byKeys)
			if !slices.Equal(slices.Compact(list), slices.Compact(byKeys)) {
				t.Fatalf("moves lead from #%d to %v, by keys to %v", i, list, byKeys)
			}
		}
		for j := range g.Size() {
			for _, i := range w.Unmover.AppendPredecessors(nil, j) {
				times[edge{i, j}]--
			}
		}
		for e, n := range times {
			if n != 0 {
				t.Fatalf("#%d has #%d %d times more often among its successors than it is among the predecessors", e.from, e.to, n)
			}
		}
	})
}

// TestSubsets checks Rank, Unrank and Next against each other.
func TestSubsets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		squares := rapid.IntRange(1, MaxSquares).Draw(t, "squares")
		free := rapid.Uint64().Draw(t, "free") >> (MaxSquares - squares)
		k := rapid.IntRange(0, min(bits.OnesCount64(free), 12)).Draw(t, "members")
		ways := Choose(bits.OnesCount64(free), k)
		rank := rapid.Uint64Range(0, ways-1).Draw(t, "rank")
		set := Unrank(rank, k, free)
		if set&^free != 0 || bits.OnesCount64(set) != k || Rank(set, free) != rank {
			t.Fatalf("set %#x of %#x: rank %d, want %d", set, free, Rank(set, free), rank)
		}
		if k > 0 && rank+1 < ways && Next(set, free) != Unrank(rank+1, k, free) {
			t.Fatalf("after %#x of %#x comes %#x", set, free, Next(set, free))
		}
	})
}

func TestConformance(t *testing.T) {
	grid := Grid{3, 3}
	for name, d := range map[string]*Declaration{
		"three men": {
			Squares: 9, Width: 3, Start: grid.Empty(), Symmetries: grid.Symmetries(), Stuck: "drawn",
			Groups: []Group{{Name: "X", Max: 3}, {Name: "O", Side: 1, Max: 3}},
			Bounds: []Bound{{Sum: map[string]int{"O": 1, "X": -1}, Max: 1}},
			Moves: []Move{
				{Group: "X", Puts: grid.All(), When: []Bound{{Sum: map[string]int{"X": 1}, Max: 2}}},
				{Group: "X", Steps: grid.Steps(Rook), When: []Bound{{Sum: map[string]int{"X": 1}, Min: 3, Max: 3}}},
			},
			Ends: []End{{Group: "O", Patterns: grid.Lines(3)}, {Group: "X", Patterns: grid.Lines(3), Result: "won"}},
		},
		"fox and geese": {
			Squares: 12, Width: 3, Start: "G.G.....F...", Sides: true, Symmetries: [][]int{{2, 1, 0, 5, 4, 3, 8, 7, 6, 11, 10, 9}},
			Groups: []Group{{Name: "F", Min: 1, Max: 1}, {Name: "G", Side: 1, Max: 2}},
			Moves: []Move{
				{Group: "F", Steps: Grid{3, 4}.Steps(King), When: []Bound{{Sum: map[string]int{"side": 1}}}},
				{Group: "F", Steps: Grid{3, 4}.Steps(Rook), Takes: "G", When: []Bound{{Sum: map[string]int{"side": 1}}}},
				{Group: "G", Steps: Grid{3, 4}.Steps([][2]int{{-1, 0}, {1, 0}, {0, 1}}), When: []Bound{{Sum: map[string]int{"side": 1}, Min: 1, Max: 1}}},
			},
			Ends: []End{{Group: "F", Patterns: [][]int{{0}, {1}, {2}}}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			g, err := New(engine.Spec{}, engine.Byte, d)
			if err != nil {
				t.Fatal(err)
			}
			enginetest.Run(t, g, enginetest.Options{Twins: func(p engine.Position) (list []engine.Position) {
				return twins(t, g, d, p)
			}})
		})
	}
}

// twins returns the images of a position under the symmetries, found by its text.
func twins(t *testing.T, g engine.Game, d *Declaration, p engine.Position) (list []engine.Position) {
	symmetries, err := NewSymmetries(d.Squares, d.Symmetries)
	if err != nil {
		t.Fatal(err)
	}
	text := g.Text(p)
	for s := range symmetries.Order {
		turned := []byte(text)
		for square := range d.Squares {
			turned[symmetries.Turn(s, square)] = text[square]
		}
		twin, err := g.Parse(string(turned))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, twin)
	}
	return list
}

// FuzzDeclaration checks that a refused text gives an input error, and that an accepted declaration
// can be written and read again.
func FuzzDeclaration(f *testing.F) {
	f.Add([]byte(`{"squares":4,"width":2,"groups":[{"name":"X","max":1},{"name":"O","side":1,"max":1}],"moves":[{"group":"X","steps":[[1],[0],[3],[2]]}],"ends":[{"group":"O","patterns":[[0,1]]}]}`))
	f.Add([]byte(`{"squares":64,"groups":[{"name":"X","side":2,"max":9}],"sides":true,"counters":[{"name":"hand","max":3}],"symmetries":[[1,0]]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := Parse(text)
		if err != nil {
			if !engine.IsInput(err) {
				t.Fatal(err)
			}
			return
		}
		again, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Parse(again); err != nil {
			t.Fatalf("%s is refused: %v", again, err)
		}
		if d.Squares > 9 {
			return
		}
		if _, err := d.Number(); err != nil && !engine.IsInput(err) {
			t.Fatal(err)
		}
	})
}
