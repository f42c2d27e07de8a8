package kalah

import (
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

func open(t testing.TB, text string) engine.Game {
	t.Helper()
	return enginetest.Open(t, Definition(), text)
}

var small = []string{
	"kalah:pits=1,seeds=1", "kalah:pits=1,seeds=5", "kalah:pits=2,seeds=2", "kalah:pits=3,seeds=1", "kalah:pits=2,seeds=4,majority=false",
	"kalah:pits=3,seeds=2,empty=false", "kalah:pits=3,seeds=2,stores=false", "kalah:pits=2,seeds=6,stores=false",
}

func TestConformance(t *testing.T) {
	for _, text := range small {
		t.Run(text, func(t *testing.T) {
			enginetest.Run(t, open(t, text), enginetest.Options{NotPositions: []string{"1", "00 0-0", "0000 0-0 3", "zz 0-0 1", "éé 0-0 1", "22220-0 1"}})
		})
	}
}

// TestEveryPosition compares all positions of small boards and their scores with those of the naive
// program.
func TestEveryPosition(t *testing.T) {
	for _, text := range small {
		t.Run(text, func(t *testing.T) {
			g := open(t, text)
			s := g.Spec()
			n := &naive{s.Int("pits"), s.Bool("empty"), s.Bool("majority"), s.Bool("stores"), map[string]int{}, map[string]bool{}}
			n.solve(n.start(s.Int("seeds")))
			values := enginetest.Naive(g)
			if uint64(len(n.scores)) != g.Size() {
				t.Errorf("%d positions, want %d", g.Size(), len(n.scores))
			}
			for text, score := range n.scores {
				p, err := g.Parse(text)
				if err != nil {
					t.Fatal(err)
				}
				i, _ := g.Index(p)
				if got := g.Kind().Points(values[i]); got != score {
					t.Fatalf("%s is worth %d, want %d", text, got, score)
				}
				if _, over := g.Finished(p); over != n.finished[text] {
					t.Fatalf("%s is finished: %v, want %v", text, over, !over)
				}
			}
		})
	}
}

// TestCounts checks the published count of 4 pits with 3 seeds.
func TestCounts(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	if got := open(t, "kalah:pits=4,seeds=3").Size(); got != 4_604_996 {
		t.Errorf("%d positions, want 4,604,996", got)
	}
	if n := Definition().Positions; n != 4_604_996 {
		t.Errorf("the definition says %d positions", n)
	}
}

func TestNotation(t *testing.T) {
	g := open(t, "kalah:pits=3,seeds=2")
	p, ok := g.Start()
	if text := g.Text(p); !ok || text != "222222 0-0 1" || g.Board(p) != "2 2 2 2\n1 2 2 2\n  a b c\nstores 0 and 0, 1 to move\n" {
		t.Errorf("the start is %q, board\n%s", text, g.Board(p))
	}
	var turns []string
	for _, m := range g.Moves(p) {
		turns = append(turns, m.Turn+" "+g.Text(m.To))
	}
	// The second move ends in the store, so the same player moves again.
	if got, want := strings.Join(turns, ", "), "a1 222033 0-0 2, b1 222203 1-0 1, c1 223220 1-0 2"; got != want {
		t.Errorf("moves %s, want %s", got, want)
	}
	for text, message := range map[string]string{
		"222222":         `"222222": want 6 pits, a digit or letter each, the stores of both players as in 0-0, and 1 or 2 for the player to move`,
		"222222 1-0 1":   `"222222 1-0 1" has 13 seeds: want 12`,
		"222222 0-0 2":   `"222222 0-0 2" cannot be reached from the start`,
		"222222 -1-1 1":  `"222222 -1-1 1": want 6 pits, a digit or letter each, the stores of both players as in 0-0, and 1 or 2 for the player to move`,
		"zzzzzz 99-99 1": `"zzzzzz 99-99 1" has 408 seeds: want 12`,
	} {
		if _, err := g.Parse(text); err == nil || err.Error() != message || !engine.IsInput(err) {
			t.Errorf("Parse(%q) gives the error\n%v, want\n%s", text, err, message)
		}
	}
}

func TestNew(t *testing.T) {
	enginetest.Refused(t, Definition(), map[string]string{
		"kalah:pits=6,seeds=4":              "kalah:empty=true,majority=true,pits=6,seeds=4,stores=true has 1.3e+13 ways to lay 48 seeds, too many to be found one by one: want fewer pits or seeds, or stores=false",
		"kalah:pits=6,seeds=4,stores=false": "kalah:empty=true,majority=false,pits=6,seeds=4,stores=false has 2.8e+12 ways to lay 48 seeds, too many to be found one by one: want fewer pits or seeds",
		"kalah:stores=false,majority=true":  "kalah with stores=false and majority=true: majority counts the seeds in the stores",
		"kalah:pits=7":                      `parameter pits of kalah is "7": want a whole number from 1 to 6`,
	})
}

// TestLayers plays at random, also with many seeds. Every move must lead to a later layer.
func TestLayers(t *testing.T) {
	for _, size := range [][2]int{{1, 10}, {2, 10}, {4, 6}, {6, 2}} {
		r := newRules(size[0], size[1])
		if r.keyBits() > 64 {
			r.stores = false
		}
		for game := range 2000 {
			rng := uint64(game)*0x9e3779b97f4a7c15 + 1
			for key := r.contract().Start; ; {
				next, _ := r.AppendMoves(nil, key)
				if len(next) == 0 {
					break
				}
				for _, k := range next {
					if r.KeyLayer(k) <= r.KeyLayer(key) || r.KeyLayer(k) > maxLayer {
						t.Fatalf("%v: %s in layer %d leads to %s in layer %d", size, r.KeyText(key), r.KeyLayer(key), r.KeyText(k), r.KeyLayer(k))
					}
				}
				rng ^= rng << 13
				rng ^= rng >> 7
				rng ^= rng << 17
				key = next[rng%uint64(len(next))]
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	enginetest.FuzzNotation(f, open(f, "kalah:pits=2,seeds=2"), "2222 0-0 1", "2203 1-0 2", "é", "0000 9-9 1", "zzzz 1-1 1")
}
