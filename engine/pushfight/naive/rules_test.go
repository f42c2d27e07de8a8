package naive

import (
	"hash/maphash"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
)

func game(t testing.TB, text string, movers, pushers int) Game {
	t.Helper()
	b, err := ParseBoard(text)
	if err != nil {
		t.Fatal(err)
	}
	g, err := NewGame(b, movers, pushers)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func fullGame(t testing.TB) Game { return game(t, FullText, 2, 3) }

func TestFullBoard(t *testing.T) {
	b := FullBoard()
	if b.Squares() != 26 || !b.Symmetric() || b.HasCentre() {
		t.Fatalf("%d squares, symmetric %v, centre %v", b.Squares(), b.Symmetric(), b.HasCentre())
	}
	for i, name := range map[int]string{0: "c4", 4: "g4", 5: "a3", 12: "h3", 13: "a2", 20: "h2", 21: "b1", 25: "f1"} {
		if b.Name(i) != name {
			t.Errorf("square %d is %s, want %s", i, b.Name(i), name)
		}
	}
	railings := ""
	for i := range b.Squares() {
		for _, d := range directions {
			if b.Railing(i, d) {
				railings += b.Name(i) + " "
				if _, ok := b.Neighbour(i, d); ok {
					t.Errorf("a square lies behind the railing of %s", b.Name(i))
				}
			}
		}
	}
	if railings != "c4 d4 e4 f4 g4 b1 c1 d1 e1 f1 " {
		t.Errorf("railings at %s", railings)
	}
	if drawn := b.String(); drawn != strings.TrimPrefix(FullText, "\n") {
		t.Errorf("drawn as\n%s", drawn)
	}
}

func TestBoards(t *testing.T) {
	for _, tt := range []struct {
		text              string
		squares           int
		symmetric, centre bool
	}{
		{"...", 3, true, true},
		{"\n\n  ..\n  ..\n\n", 4, true, false},
		{"..\n ..", 4, true, false},
		{"...\n..", 5, false, false},
		{"...\n. .\n...", 8, true, false},
		{"...\n...\n...", 9, true, true},
	} {
		b, err := ParseBoard(tt.text)
		if err != nil {
			t.Fatal(err)
		}
		if b.Squares() != tt.squares || b.Symmetric() != tt.symmetric || b.HasCentre() != tt.centre || b.Name(b.Squares() - 1)[1] != '1' {
			t.Errorf("%q: %d squares, symmetric %v, centre %v", tt.text, b.Squares(), b.Symmetric(), b.HasCentre())
		}
	}
	for _, bad := range []string{"", " \n ", "..x", "..\t"} {
		if _, err := ParseBoard(bad); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
}

func TestStates(t *testing.T) {
	g := fullGame(t)
	for pos, want := range map[string]State{
		".OX.....oxX.....Oox...OY..":  InProgress,
		".OX.....oxX.....Oox...OX..":  Started,
		".OX.....oxX.....O.x...OY..":  Finished,
		".OX.....oxX.....O.x...OX..":  Invalid,
		".OX.....oxX.....Oox...OP..":  Invalid,
		".OX.....oxX.....Oox...YY..":  Invalid,
		".OX.....oxX.....Oox...OY.":   Invalid,
		".OX.....oxX.....Oox...OY...": Invalid,
	} {
		if got := g.State(pos); got != want {
			t.Errorf("%s: %v, want %v", pos, got, want)
		}
	}
	if got := Normalize(".PX.....oxX.....Oox...OX.."); got != ".YO.....xoO.....Xxo...XO.." {
		t.Errorf("normalized to %s", got)
	}
}

func TestIndices(t *testing.T) {
	g := fullGame(t)
	const pos = ".OX.....oxX.....Oox...OY.."
	if n := g.Permutations(); n != 401567166000 {
		t.Errorf("%d permutations", n)
	}
	if i := g.Index(pos); i != 194131625612 {
		t.Errorf("index %d", i)
	}
	if p := g.Position(194131625612); p != pos {
		t.Errorf("position %s", p)
	}
	if i, rotated, ok := g.MinimizedIndex(pos); i != 8401495373 || !rotated || !ok {
		t.Errorf("minimized index %d, rotated %v, reachable %v", i, rotated, ok)
	}
	for range 200 {
		i := rand.Uint64N(g.Permutations())
		if back := g.Index(g.Position(i)); back != i {
			t.Errorf("%d → %s → %d", i, g.Position(i), back)
		}
	}
}

// TestStoredCounts checks the sizes of the indices, by formula.
func TestStoredCounts(t *testing.T) {
	for _, tt := range []struct {
		movers, pushers int
		want            uint64
	}{
		{2, 3, 86208131520},
		{1, 2, 13280400},
		{1, 1, 39984},
		{0, 3, 2213400},
	} {
		if n := game(t, FullText, tt.movers, tt.pushers).Stored(); n != tt.want {
			t.Errorf("movers=%d,pushers=%d: %d stored positions, want %d", tt.movers, tt.pushers, n, tt.want)
		}
	}
}

// TestStoredPositions checks that the list holds every reachable position once, in
// one of its orientations, and that places in it and minimized indices agree.
func TestStoredPositions(t *testing.T) {
	games := map[string]Game{"full 1+1": game(t, FullText, 1, 1)}
	for _, b := range enginetest.Boards {
		games[b.Name] = game(t, b.Text, b.Movers, b.Pushers)
	}
	for name, g := range games {
		place := map[string]int{}
		for i, pos := range g.StoredPositions() {
			if g.State(pos) != InProgress || !g.Reachable(pos) {
				t.Fatalf("%s: %s is stored", name, pos)
			}
			place[pos] = i
		}
		if uint64(len(place)) != g.Stored() {
			t.Errorf("%s: %d different positions, want %d", name, len(place), g.Stored())
		}
		covered := 0
		arrangements(g.Counts(), func(pos string) {
			if !g.Reachable(pos) {
				return
			}
			_, here := place[pos]
			if g.Board.Minimizes() {
				if _, there := place[Rotate(pos)]; here == there {
					t.Fatalf("%s: %s stored %v, its twin %v", name, pos, here, there)
				}
			} else if !here {
				t.Fatalf("%s: %s is missing", name, pos)
			}
			if here {
				covered++
			}
			if rand.IntN(500) == 0 {
				i, rotated, ok := g.MinimizedIndex(pos)
				stored := pos
				if rotated {
					stored = Rotate(pos)
				}
				if !ok || place[stored] != int(i) || rotated == here {
					t.Fatalf("%s: %s has index %d, rotated %v", name, pos, i, rotated)
				}
			}
		})
		if covered != len(place) {
			t.Errorf("%s: %d of %d found", name, covered, len(place))
		}
	}
}

// TestOrder compares the orders on three small boards with orders written by hand. In the first two
// the anchor's square has one horizontal neighbour and both vertical ones.
func TestOrder(t *testing.T) {
	g := game(t, `
.
..
.`, 0, 1)
	// Squares: 0 top, 1 and 2 in the middle, 3 bottom. Only 1 can hold the anchor,
	// blocks by (top, right, bottom), exactly one of top and bottom empty.
	if got := strings.Join(g.StoredPositions(), " "); got != ".Y.O OY.." {
		t.Errorf("order: %s", got)
	}
	g = game(t, `
. .
..
.`, 1, 1)
	// Squares: 0 top, 1 apart, 2 the anchor's, 3 right, 4 bottom.
	const order = ".xYoO .OYox .xYOo .oYOx .OYxo .oYxO oxYO. oOYx. OxYo. OoYx. xOYo. xoYO."
	if got := strings.Join(g.StoredPositions(), " "); got != order {
		t.Errorf("order: %s", got)
	}
	g = game(t, `
 .
...
 .`, 1, 1)
	want := []string{ // squares: 0 top, 1 left, 2 centre, 3 right, 4 bottom; (left, right)
		"O.Yox", "x.YoO", // (., o)
		"o.YOx", "x.YOo", // (., O)
		"o.YxO", "O.Yxo", // (., x)
		"OoY.x", "xoY.O", // (o, .)
		"oOY.x", "xOY.o",
		"oxY.O", "OxY.o",
		".oYOx", ".oYxO", ".OYox", ".OYxo", ".xYoO", ".xYOo",
		"oOYx.", "oxYO.", "OoYx.", "OxYo.", "xoYO.", "xOYo.",
	}
	if got := g.StoredPositions(); strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("order: %v", got)
	}
}

func TestPublishedTurnCounts(t *testing.T) {
	g := fullGame(t)
	pos := g.Position(1707612174)
	turns := g.Turns(pos)
	inProgress, finished := g.Successors(pos)
	if len(turns) != 18431 || len(inProgress) != 4689 || len(finished) != 3723 {
		t.Errorf("%d turns, %d successors in progress, %d finished", len(turns), len(inProgress), len(finished))
	}
	seen := map[string]bool{}
	for _, turn := range turns {
		text := g.Notation(turn)
		if seen[text] {
			t.Errorf("turn %s twice", text)
		}
		seen[text] = true
	}
	for s := range inProgress {
		if g.State(s) != InProgress || !g.Reachable(s) {
			t.Errorf("successor %s", s)
		}
	}
	for s := range finished {
		if g.State(s) != Finished {
			t.Errorf("finished successor %s", s)
		}
	}
}

// TestAverages compares averages over random reachable positions, which are the same in each run, with
// the published ones. A position has between 1,000 and 10,000 turns, so that the average of the samples
// may be a third off.
func TestAverages(t *testing.T) {
	g := fullGame(t)
	r := rand.New(rand.NewPCG(1, 2))
	const samples = 60
	var turns, successors, unturns, predecessors int
	for range samples {
		pos := randomReachable(g, r.Uint64N)
		turns += len(g.Turns(pos))
		inProgress, finished := g.Successors(pos)
		successors += len(inProgress) + len(finished)
		before := g.Predecessors(pos)
		predecessors += len(before)
		for _, n := range before {
			unturns += n
		}
	}
	for _, c := range []struct {
		what           string
		got, published int
	}{
		{"turns", turns / samples, 4000}, {"distinct successors", successors / samples, 2000},
		{"predecessors by turns", unturns / samples, 8400}, {"distinct predecessors", predecessors / samples, 4200},
	} {
		t.Log(c.got, c.what)
		if c.got < c.published*2/3 || c.got > c.published*4/3 {
			t.Errorf("%d %s on average, want about the published %d", c.got, c.what, c.published)
		}
	}
}

func randomReachable(g Game, random func(uint64) uint64) string {
	for {
		if pos := g.Position(random(g.Permutations())); g.Reachable(pos) {
			return pos
		}
	}
}

func TestLostAtOnce(t *testing.T) {
	g := fullGame(t)
	for _, pos := range []string{".....OOxY....oxX.....oX..O", "...xo.....xXo....YOOO....X"} {
		if g.State(pos) != InProgress {
			t.Errorf("%s is not in progress", pos)
		}
		if n := len(g.Turns(pos)); n != 0 {
			t.Errorf("%s has %d turns", pos, n)
		}
	}
}

// TestPushes checks single pushes on small boards by hand. Pieces may be few.
func TestPushes(t *testing.T) {
	const (
		row   = "......"
		three = "..\n..\n.."
		four  = "..\n..\n..\n.."
		steps = " .\n..\n.."
		hole  = "...\n...\n. .\n..."
	)
	for _, tt := range []struct{ name, board, pos, want string }{
		{"nothing to push", row, "O.x..Y", ""},
		{"one piece", row, "..OX.Y", "c1-d1 ...OXY"},
		{"a mover cannot push", row, "..ox.Y", ""},
		{"own pieces too", row, ".Oox.Y", "b1-c1 ..OoxY"},
		{"a longer row up to the gap", row, "Oxo.xY", "a1-b1 .OxoxY"},
		{"the anchored piece in front", row, ".OY...", ""},
		{"the anchored piece in the row", row, ".OXxY.", ""},
		{"the anchored piece behind the gap", row, ".OX.Y.", "b1-c1 ..OXY."},
		{"off the left end", row, "XO...Y", "b1-a1 O....Y drops X"},
		{"off the right end", row, "Y..OOx", "d1-e1 Y...OO drops x; e1-d1 Y.OO.x; e1-f1 Y..O.O drops x"},
		{"own piece off the end", row, "oO...Y", "b1-a1 O....Y drops o"},
		{"railing above", three, "X.O..Y", ""},
		{"railing below", three, "Y.O.X.", ""},
		{"up to a gap below the railing", four, "..X.O..Y", "a2-a3 X.O....Y"},
		{"the side ends are open", three, "..OX.Y", "a2-b2 ...O.Y drops X"},
		{"the top row's side ends too", three, "OX...Y", "a3-b3 .O...Y drops X"},
		{"open above a lower row", steps, ".x.OY", "a1-a2 .O..Y drops x"},
		{"railing above the top row", steps, "x.O.Y", ""},
		{"over the edge of a hole", hole, ".O..x.....Y", "b4-b3 ....O.....Y drops x"},
		{"a hole in front is not a push", hole, "....O.xY...", ""},
	} {
		g := game(t, tt.board, 0, 1)
		var got []string
		for square, symbol := range []byte(tt.pos) {
			for _, d := range directions {
				after, dropped, ok := g.Board.push(tt.pos, square, d)
				if symbol != 'O' || !ok {
					continue
				}
				entered, _ := g.Board.Neighbour(square, d)
				text := g.Board.Name(square) + "-" + g.Board.Name(entered) + " " + after
				if dropped != '.' {
					text += " drops " + string(dropped)
				}
				got = append(got, text)
			}
		}
		if strings.Join(got, "; ") != tt.want {
			t.Errorf("%s: %s gives %q, want %q", tt.name, tt.pos, got, tt.want)
		}
	}
}

// TestInverse checks that predecessors are the inverse of successors, with equal
// multiplicity: everywhere on small boards, for samples on the full board.
func TestInverse(t *testing.T) {
	for _, b := range enginetest.Boards {
		for _, pieces := range [][2]int{{1, 1}, {0, 2}, {b.Movers, b.Pushers}} {
			if g := game(t, b.Text, pieces[0], pieces[1]); g.Permutations() <= 3000 || enginetest.Long && g.Permutations() <= 13000 {
				checkInverse(t, g)
			}
		}
	}
	for _, tt := range []struct{ movers, pushers, samples, edges int }{
		{1, 1, 40, 10}, {0, 3, 8, 5}, {1, 2, 4, 5}, {2, 3, 1, 5},
	} {
		g := game(t, FullText, tt.movers, tt.pushers)
		for range tt.samples {
			pos := g.Position(rand.Uint64N(g.Permutations()))
			if rand.IntN(2) == 0 {
				pos = randomReachable(g, rand.Uint64N)
			}
			inProgress, _ := g.Successors(pos)
			for _, next := range some(inProgress, tt.edges) {
				if n := g.Predecessors(next)[pos]; n != inProgress[next] {
					t.Fatalf("%s → %s: %d turns forward, %d backward", pos, next, inProgress[next], n)
				}
			}
			predecessors := g.Predecessors(pos)
			if len(predecessors) > 0 && !g.Reachable(pos) {
				t.Fatalf("%s is unreachable and has predecessors", pos)
			}
			for _, before := range some(predecessors, tt.edges) {
				if g.State(before) != InProgress {
					t.Fatalf("predecessor %s of %s", before, pos)
				}
				inProgress, _ := g.Successors(before)
				if inProgress[pos] != predecessors[before] {
					t.Fatalf("%s → %s: %d turns forward, %d backward", before, pos, inProgress[pos], predecessors[before])
				}
			}
		}
	}
}

// TestInverseEverywhere does the same for every position of the full board with one mover and one
// pusher a side. It takes minutes and needs the build tag "long".
func TestInverseEverywhere(t *testing.T) {
	if !slow {
		t.Skip("go test -tags long runs it")
	}
	checkInverse(t, game(t, FullText, 1, 1))
}

// checkInverse compares the edges of a whole game from both ends without storing them. It sums a
// hash of every edge times its multiplicity.
func checkInverse(t *testing.T, g Game) {
	t.Helper()
	seed := maphash.MakeSeed()
	hash := func(from, to string, n int) uint64 {
		return maphash.String(seed, from+to) * uint64(2*n+1)
	}
	var forward, backward struct {
		edges, turns int
		sum          uint64
	}
	arrangements(g.Counts(), func(pos string) {
		inProgress, _ := g.Successors(pos)
		for next, n := range inProgress {
			forward.edges++
			forward.turns += n
			forward.sum += hash(pos, next, n)
		}
		for before, n := range g.Predecessors(pos) {
			backward.edges++
			backward.turns += n
			backward.sum += hash(before, pos, n)
		}
	})
	if forward != backward {
		t.Errorf("forward %+v, backward %+v on\n%s", forward, backward, g.Board)
	}
	t.Logf("movers=%d,pushers=%d on %d squares: %d positions, %d edges, %d turns", g.Movers, g.Pushers,
		g.Board.Squares(), g.Permutations(), forward.edges, forward.turns)
}

// some returns at most n keys.
func some(m map[string]int, n int) (keys []string) {
	for key := range m { // in random order
		if len(keys) < n {
			keys = append(keys, key)
		}
	}
	return keys
}

// TestUnpushExample is the example of PUSHFIGHT.md: .Yooo comes from Ox.xx, Oxx.x
// or Oxxx.
func TestUnpushExample(t *testing.T) {
	g := game(t, ".....", 1, 1)
	var got []string
	for _, u := range g.Board.unpushes(swapColours(".Yooo"), Right) {
		got = append(got, u.pos)
	}
	if strings.Join(got, " ") != "Ox.xx Oxx.x Oxxx." {
		t.Errorf("%q", got)
	}
}

func TestLongestLine(t *testing.T) {
	g := fullGame(t)
	words := enginetest.Figures(t, "../testdata/published/longest.tsv")[0]
	pos, line := words[0], words[1:]
	if len(line) != 97 {
		t.Fatalf("%d turns", len(line))
	}
	for i, text := range line {
		var played *Turn
		for _, turn := range g.Turns(pos) {
			if g.Notation(turn) == text {
				played = &turn
			}
		}
		switch {
		case played == nil:
			t.Fatalf("turn %d, %s, is illegal in %s", i+1, text, pos)
		case played.Finished != (i == len(line)-1):
			t.Fatalf("turn %d, %s, finished: %v", i+1, text, played.Finished)
		}
		pos = played.Result
	}
}

// TestPublishedSamples checks published L0, W1 and L1 positions, and that no other
// sample is won at once.
func TestPublishedSamples(t *testing.T) {
	g := fullGame(t)
	losses := 0
	for _, fields := range enginetest.Figures(t, "../testdata/published/samples.tsv") {
		value, _ := strconv.Atoi(fields[0])
		index, _ := strconv.ParseUint(fields[1], 10, 64)
		if value > 4 {
			continue
		}
		pos := g.Position(index)
		turns := g.Turns(pos)
		if (len(turns) == 0) != (value == 1) || g.WinsNow(pos) != (value == 2) {
			t.Errorf("%s with value %d: %d turns, wins now %v", pos, value, len(turns), g.WinsNow(pos))
		}
		if value == 3 && losses < 1 {
			losses++
			inProgress, _ := g.Successors(pos)
			for s := range inProgress {
				if !g.WinsNow(s) {
					t.Errorf("%s is L1, but its successor %s does not win", pos, s)
				}
			}
		}
	}
}
