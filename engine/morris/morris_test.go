package morris

import (
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/placement"
)

func open(t testing.TB, text string) engine.Game {
	t.Helper()
	return enginetest.Open(t, Definition(), text)
}

func TestConformance(t *testing.T) {
	for text, positions := range map[string]uint64{ // counted by separate programs
		"morris:men=3": 5_376, "morris:men=3,diagonals=true,flying=true": 5_262, "morris:rings=2,men=3,flying=true": 368_513, "morris:men=4": 14_688,
	} {
		t.Run(text, func(t *testing.T) {
			enginetest.Run(t, open(t, text), options(positions))
		})
	}
}

// TestRankedConformance is TestConformance for positions numbered by arithmetic.
func TestRankedConformance(t *testing.T) {
	for _, text := range []string{"morris:men=3", "morris:rings=2,men=4", "morris:men=3,diagonals=true,flying=true,placed=true", "morris:men=4,placed=true", "morris:rings=2,men=3,flying=true,placed=true"} {
		t.Run(text, func(t *testing.T) {
			spec := open(t, text).Spec()
			g, err := newRanked(spec, rulesOf(spec))
			if err != nil {
				t.Fatal(err)
			}
			enginetest.Run(t, g, options(numbered(rulesOf(spec))))
		})
	}
}

// TestRankedIsTheSame compares the moves found by tables with those of the rules, counting each
// position once.
func TestRankedIsTheSame(t *testing.T) {
	for _, text := range []string{"morris:men=3", "morris:men=3,diagonals=true,flying=true", "morris:rings=2,men=3", "morris:rings=3,men=3,flying=true,placed=true", "morris:rings=3,men=5"} {
		spec := open(t, text).Spec()
		r := rulesOf(spec)
		g, err := newRanked(spec, r)
		if err != nil {
			t.Fatal(err)
		}
		plain, tables := g.(ranked).Game.NewScratch(), g.NewScratch()
		step := max(1, g.Size()/100_000)
		var want, got []uint64
		for i := uint64(0); i < g.Size(); i += step {
			var wantEnds, gotEnds engine.Ends
			want, wantEnds = plain.AppendSuccessors(want[:0], i)
			got, gotEnds = tables.AppendSuccessors(got[:0], i)
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(slices.Compact(got), slices.Compact(want)) || gotEnds != wantEnds {
				t.Fatalf("%s: #%d leads to %v, %d; want %v, %d", text, i, got, gotEnds, want, wantEnds)
			}
			if step > 1 {
				i += i % 7
			}
		}
	}
}

// numbered returns the number of positions that arithmetic numbers, without symmetry and with each
// possible side to move.
func numbered(r *rules) (n uint64) {
	for _, list := range r.allSections() {
		for _, c := range list {
			arrangements := placement.Choose(r.points, c.own) * placement.Choose(r.points-c.own, c.opponent)
			if c.placed == 2*r.men {
				arrangements *= 2
			}
			n += arrangements
		}
	}
	if r.placed {
		return n
	}
	r.findOneSided()
	for key := range r.oneSided {
		n -= r.KeyWeight(key) // they were counted for both sides to move
	}
	return n
}

func options(positions uint64) enginetest.Options {
	return enginetest.Options{Positions: positions, Samples: 1_000, Moves: 200, NotPositions: []string{"X", "..........", ".#.#.#...#..#..#...#.#.#. 6-4", ".........é 3-3"}}
}

// TestCounts compares the number of reachable positions, with each side to move counted separately,
// with published counts.
func TestCounts(t *testing.T) {
	for _, test := range []struct {
		spec              string
		stored, positions uint64
		long              bool
	}{
		{"morris:rings=2,men=4", 148_235, 4_111_151, false},
		{"morris:rings=2,men=5", 647_667, 17_844_721, true},
		{"morris", 1_545_778, 42_372_745, true},
		{"morris:flying=true", 1_546_147, 42_383_945, true},
	} {
		if test.long && !slow {
			continue
		}
		g := open(t, test.spec)
		sum := uint64(0)
		for i := range g.Size() {
			sum += g.Weight(i)
		}
		if g.Size() != test.stored || sum != test.positions {
			t.Errorf("%s: %d positions stored, %d in all; want %d, %d", test.spec, g.Size(), sum, test.stored, test.positions)
		}
		if test.spec == "morris" && Definition().Positions != g.Size() {
			t.Errorf("the definition has %d positions", Definition().Positions)
		}
	}
}

// TestRanking checks that every reachable position has an index. For three men it also checks that
// Index is the inverse of At.
func TestRanking(t *testing.T) {
	for _, text := range []string{"morris:men=3", "morris:rings=2,men=3"} {
		found := open(t, text)
		r := rulesOf(found.Spec())
		ranked, err := newRanked(found.Spec(), r)
		if err != nil {
			t.Fatal(err)
		}
		for i := range found.Size() {
			p, err := ranked.Parse(found.Text(found.At(i)))
			if _, ok := ranked.Index(p); err != nil || !ok {
				t.Fatalf("%s: %s has no number (%v)", text, found.Text(found.At(i)), err)
			}
		}
		if text != "morris:men=3" {
			continue
		}
		for i := range ranked.Size() {
			if j, ok := ranked.Index(ranked.At(i)); j != i || !ok {
				t.Fatalf("%s: %d has number %d", ranked.Text(ranked.At(i)), i, j)
			}
		}
	}
}

// TestNineMen compares the number of stored positions of nine men's morris with the published
// number of reachable ones (Gasser, Solving Nine Men's Morris: 7,673,759,269). In the published
// count, no side has closed a mill while the other has all its men.
func TestNineMen(t *testing.T) {
	const men, published, stored = 9, 7_673_759_269, 8_904_593_601
	g := open(t, "morris:men=9")
	if at := slices.IndexFunc(g.Slices(), func(s engine.Slice) bool { return s.Name == "9 v 9" }); at < 0 || g.Slices()[at].Size != 409_106_740 {
		t.Errorf("slice %d of %+v", at, g.Slices())
	}
	r := newRules(3, men, false, false)
	k := &ranking{rules: r}
	all := uint64(0)
	for own := fewest; own <= men; own++ {
		for opponent := fewest; opponent <= men; opponent++ {
			all += k.frame(own, opponent).size
		}
	}
	if all != stored || g.Kind() != engine.Wide {
		t.Errorf("%d positions after placing, want %d", all, stored)
	}
	if !slow {
		return
	}
	for own := fewest; own < men; own++ {
		all -= 2 * closed(k.frame(own, men)) // the same number with the sides exchanged
	}
	all -= closed(k.frame(men, men))
	if all != published {
		t.Errorf("%d positions after placing that play can lead to, want %d", all, published)
	}
}

// closed counts the arrangements in which the opponent has all his men and the mover a mill. If the
// mover has all his men, too, it also counts those in which the opponent has a mill.
func closed(f *frame) (n uint64) {
	f.ready()
	r := f.ranking.rules
	mill := func(set uint32) bool {
		for p := range r.points {
			if set>>p&1 != 0 && r.closes(set, p) {
				return true
			}
		}
		return false
	}
	for at, list := range [][]uint32{f.orbits.plain, f.orbits.special} {
		for i, own := range list {
			if mill(own) && at == 0 {
				n += f.each
				continue
			}
			for m := range f.each {
				opponent := uint32(placement.Unrank(m, f.opponent, uint64(f.ranking.all&^own)))
				if at == 1 && !f.special.Has(uint64(i)*f.each+m) {
					continue
				}
				if mill(own) || f.own == r.men && mill(opponent) {
					n++
				}
			}
		}
	}
	return n
}

// TestSymmetries compares the joined points and the mills with their images.
func TestSymmetries(t *testing.T) {
	for rings := 1; rings <= 3; rings++ {
		b := newBoard(rings, rings != 2)
		mills := map[uint32]bool{}
		for p := range b.points {
			for _, others := range b.others[p] {
				if others != noMill {
					mills[others|1<<p] = true
				}
			}
		}
		if want := [...]int{1: 8, 2: 8, 3: 20}[rings]; len(mills) != want {
			t.Errorf("%d rings: %d mills, want %d", rings, len(mills), want)
		}
		for s := range b.symmetries {
			for p := range b.points {
				if b.image(s, b.near[p]) != b.near[b.turned(p, s)] {
					t.Errorf("%d rings: symmetry %d joins other points to that of %d", rings, s, p)
				}
			}
			for m := range mills {
				if !mills[b.image(s, m)] {
					t.Errorf("%d rings: symmetry %d makes no mill of %#x", rings, s, m)
				}
			}
		}
	}
}

func TestNotation(t *testing.T) {
	r := newRules(2, 6, false, false)
	key, err := r.ParseKey("X#X#./#O.O#/..#../#...#/.#.#. 4-4")
	if err != nil {
		t.Fatal(err)
	}
	if text, board := r.KeyText(key), r.KeyBoard(key); text != "X#X#.#O.O#..#..#...#.#.#. 4-4" ||
		board != "5 X # X # .\n4 # O . O #\n3 . . # . .\n2 # . . . #\n1 . # . # .\n  a b c d e\nX to move, 4 X and 4 O to be placed\n" {
		t.Errorf("text %q, board\n%s", text, board)
	}
	for text, message := range map[string]string{
		"X.# 3-3":                       "has 3 squares: want 25, 5 rows of 5 squares, then the men in hand, such as 0-0",
		"X#X#.#O.O#Z.#..#...#.#.#. 4-4": "has 'Z' for a point: want X (the mover's), O (the opponent's) or . (empty)",
		"X#XX.#O.O#..#..#...#.#.#. 4-4": "has 'X' where there is no point: want #",
		"X#X#.#O.O#..#..#...#.#.#. 4":   `has "4" for the men in hand: want those of the mover and of the opponent, such as 0-0`,
		"X#X#.#O.O#..#..#...#.#.#. 4-5": "has 4 men in hand for the mover and 5 for the opponent: want as many for both, or one more for the mover, and at most 6",
		"X#X#.#O.O#..#..#...#.#.#. 5-4": "has 2 X, and 5 in hand: want 1 to 1 with that many in hand, as 1 were placed and the opponent's mills take one each",
	} {
		want := `"` + text + `" ` + message
		if _, err := r.ParseKey(text); err == nil || err.Error() != want || !engine.IsInput(err) {
			t.Errorf("ParseKey(%q) gives the error\n%v, want\n%s", text, err, want)
		}
	}
}

func TestRefused(t *testing.T) {
	enginetest.Refused(t, Definition(), map[string]string{
		"morris:men=2":          `parameter men of morris is "2": want a whole number from 3 to 11`,
		"morris:rings=2,men=8":  "morris:rings=2,men=8: 8 men a side have no room: want at most 7",
		"morris:points=16":      `morris has no parameter "points": want rings, men, flying, diagonals, placed`,
		"morris:rings=1,men=11": "morris:rings=1,men=11: 11 men a side have no room: want at most 4",
	})
	for text, want := range map[string]string{
		"morris":                "morris:diagonals=false,flying=false,men=6,rings=2",
		"morris:men=3":          "morris:diagonals=false,flying=false,men=3,rings=1",
		"morris:men=5":          "morris:diagonals=false,flying=false,men=5,rings=2",
		"morris:men=9":          "morris:diagonals=false,flying=false,men=9,rings=3",
		"morris:rings=3":        "morris:diagonals=false,flying=false,men=9,rings=3",
		"morris:men=3,rings=2":  "morris:diagonals=false,flying=false,men=3,rings=2",
		"morris:men=11,rings=3": "morris:diagonals=false,flying=false,men=11,rings=3",
	} {
		if spec, err := Definition().Parse(text, nil); err != nil || spec.String() != want {
			t.Errorf("%s is %v (%v), want %s", text, spec, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	enginetest.FuzzNotation(f, open(f, "morris:men=3"), "......... 3-3", "XO./XO./... 1-1", "X........ 2-3", "XXO/.../OO. 0-0", "é 0-0", "......... 3")
}
