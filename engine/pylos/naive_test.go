package pylos

import (
	"slices"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

// ball is a place of the naive program: level, row and column.
type ball struct{ l, y, x int }

// naive is another program for the same game. It plays on maps of places, and knows neither words of bits nor
// symmetry nor engine.
type naive struct {
	size, spheres int
	name          string
	plies         map[string]int // by position: the remoteness of decided ones
	moves         map[string][]string
	wins          map[string]bool // a turn fills the top
}

type filled map[ball]byte

func (n *naive) places() (list []ball) {
	for l := range n.size {
		for y := range n.size - l {
			for x := range n.size - l {
				list = append(list, ball{l, y, x})
			}
		}
	}
	return list
}

func below(b ball) []ball {
	return []ball{{b.l - 1, b.y, b.x}, {b.l - 1, b.y + 1, b.x}, {b.l - 1, b.y, b.x + 1}, {b.l - 1, b.y + 1, b.x + 1}}
}

func (n *naive) fits(f filled, b ball) bool {
	if f[b] != 0 {
		return false
	}
	return b.l == 0 || !slices.ContainsFunc(below(b), func(c ball) bool { return f[c] == 0 })
}

func (n *naive) loose(f filled, b ball) bool {
	for c := range f {
		if c.l > 0 && slices.Contains(below(c), b) {
			return false
		}
	}
	return true
}

func (f filled) without(b ball) filled {
	g := filled{}
	for c, who := range f {
		if c != b {
			g[c] = who
		}
	}
	return g
}

func (f filled) with(b ball, who byte) filled {
	g := f.without(b)
	g[b] = who
	return g
}

// formed reports whether b is in a shape of one player that takes spheres back.
func (n *naive) formed(f filled, b ball) bool {
	who := f[b]
	for dy := -1; dy <= 0; dy++ {
		for dx := -1; dx <= 0; dx++ {
			y, x := b.y+dy, b.x+dx
			if f[ball{b.l, y, x}] == who && f[ball{b.l, y + 1, x}] == who && f[ball{b.l, y, x + 1}] == who && f[ball{b.l, y + 1, x + 1}] == who {
				return n.name != "children"
			}
		}
	}
	if n.name != "mature" || b.l > 1 || n.size-b.l < 3 {
		return false
	}
	row, column := 0, 0
	for k := range n.size - b.l {
		if f[ball{b.l, b.y, k}] == who {
			row++
		}
		if f[ball{b.l, k, b.x}] == who {
			column++
		}
	}
	return max(row, column) == n.size-b.l
}

func (f filled) count(who byte) (n int) {
	for _, w := range f {
		if w == who {
			n++
		}
	}
	return n
}

// turns returns the boards after the turns of a player, and whether one fills the top.
func (n *naive) turns(f filled, who byte) (after []filled, wins bool) {
	finish := func(g filled, b ball) {
		if b.l == n.size-1 {
			wins = true
			return
		}
		if !n.formed(g, b) {
			after = append(after, g)
			return
		}
		for one := range g {
			if g[one] != who || !n.loose(g, one) {
				continue
			}
			h := g.without(one)
			after = append(after, h)
			for two := range h {
				if h[two] == who && n.loose(h, two) {
					after = append(after, h.without(two))
				}
			}
		}
	}
	for _, b := range n.places() {
		if f.count(who) < n.spheres && n.fits(f, b) {
			finish(f.with(b, who), b)
		}
		for a := range f {
			if g := f.without(a); f[a] == who && n.loose(f, a) && b.l > a.l && n.fits(g, b) {
				finish(g.with(b, who), b)
			}
		}
	}
	return after, wins
}

// text writes a board as who sees it.
func (n *naive) text(f filled, who byte) string {
	var levels []string
	for l := range n.size {
		var rows []string
		for y := n.size - l - 1; y >= 0; y-- {
			row := ""
			for x := range n.size - l {
				switch f[ball{l, y, x}] {
				case 0:
					row += "."
				case who:
					row += "X"
				default:
					row += "O"
				}
			}
			rows = append(rows, row)
		}
		levels = append(levels, strings.Join(rows, "/"))
	}
	return strings.Join(levels, "//")
}

// search finds all positions that play reaches, and decides them in rounds.
func (n *naive) search() {
	n.moves, n.wins, n.plies = map[string][]string{}, map[string]bool{}, map[string]int{}
	type state struct {
		f   filled
		who byte
	}
	for todo := []state{{filled{}, 'a'}}; len(todo) > 0; {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		at := n.text(s.f, s.who)
		if _, known := n.moves[at]; known {
			continue
		}
		n.moves[at] = nil
		opponent := 'a' + 'b' - s.who
		after, wins := n.turns(s.f, s.who)
		n.wins[at] = wins
		for _, g := range after {
			n.moves[at] = append(n.moves[at], n.text(g, opponent))
			todo = append(todo, state{g, opponent})
		}
	}
	for round, idle := 0, 0; idle < 2; round++ {
		idle++
		for at, moves := range n.moves {
			if _, known := n.plies[at]; known {
				continue
			}
			lost := func(to string) bool { r, known := n.plies[to]; return known && r < round && r%2 == 0 }
			open := func(to string) bool { r, known := n.plies[to]; return !known || r >= round || r%2 == 0 }
			won := n.wins[at] && round == 1 || slices.ContainsFunc(moves, lost)
			if round%2 == 1 && won || round%2 == 0 && !n.wins[at] && !slices.ContainsFunc(moves, open) {
				n.plies[at] = round
				idle = 0
			}
		}
	}
}

// TestEveryPosition compares all positions that play reaches on small pyramids with what plain play gives.
func TestEveryPosition(t *testing.T) {
	for _, text := range []string{
		"pylos:size=2", "pylos:rules=children,size=2,spheres=2", "pylos:size=2,spheres=4", "pylos:rules=children,size=3,spheres=4",
		"pylos:size=3,spheres=4", "pylos:rules=mature,size=3,spheres=4", "pylos:rules=children,size=3,spheres=5",
	} {
		g := open(t, text)
		spec := g.Spec()
		n := naive{size: spec.Int("size"), spheres: spec.Int("spheres"), name: spec.Word("rules")}
		n.search()
		values := enginetest.Naive(g)
		reached := map[uint64]bool{}
		for at := range n.moves {
			p, err := g.Parse(at)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			i, stored := g.Index(p)
			want := engine.Value(0)
			if plies, known := n.plies[at]; known {
				want = engine.Value(plies + 1)
			}
			if !stored || values[i] != want {
				t.Fatalf("%s: %s is %d, want %d", text, at, values[i], want)
			}
			reached[i] = true
		}
		t.Logf("%s: %d of %d stored positions, %d positions, start %s", text, len(reached), g.Size(), len(n.moves), g.Kind().Text(values[0]))
	}
}
