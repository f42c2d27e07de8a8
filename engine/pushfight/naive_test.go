package pushfight

import (
	"fmt"
	"maps"
	"math/rand"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/pushfight/naive"
)

// pairs are variants in both implementations.
func pairs(t *testing.T) (list []pair) {
	for _, b := range naive.Boards {
		list = append(list, newPair(t, b.Name, b.Text, b.Movers, b.Pushers))
	}
	return append(list,
		newPair(t, "1+1", FullBoard, 1, 1),
		newPair(t, "0+3", FullBoard, 0, 3),
		newPair(t, "1+2", FullBoard, 1, 2),
		newPair(t, "full", FullBoard, 2, 3))
}

type pair struct {
	name string
	fast *Variant
	slow naive.Game
}

func newPair(t *testing.T, name, drawing string, movers, pushers int) pair {
	t.Helper()
	board, err := naive.ParseBoard(drawing)
	if err != nil {
		t.Fatal(err)
	}
	game, err := naive.NewGame(board, movers, pushers)
	if err != nil {
		t.Fatal(err)
	}
	return pair{name, variant(t, drawing, movers, pushers), game}
}

// TestAgainstNaive compares indices, turns, successors and predecessors with an
// implementation written separately, from the rules alone: on all positions of the
// order of the small variants and on random ones of the large.
func TestAgainstNaive(t *testing.T) {
	for _, p := range pairs(t) {
		t.Run(p.name, func(t *testing.T) {
			if got, want := p.fast.Size(), p.slow.Stored(); got != want {
				t.Fatalf("%d positions, want %d", got, want)
			}
			if got, want := p.fast.Permutations(), p.slow.Permutations(); got != want {
				t.Fatalf("%d permutations, want %d", got, want)
			}
			if p.fast.Size() < 100000 {
				for i, text := range p.slow.StoredPositions() {
					if got := p.fast.Text(p.fast.At(uint64(i))); got != text {
						t.Fatalf("#%d is %s, want %s", i, got, text)
					}
				}
			}
			rng := rand.New(rand.NewSource(3))
			samples := 60
			if p.fast.Size() > 100000 || testing.Short() {
				samples = 8
			}
			for range samples {
				p.compare(t, p.slow.Position(rng.Uint64()%p.slow.Permutations()))
				p.compare(t, p.fast.Text(p.fast.At(rng.Uint64()%p.fast.Size())))
			}
		})
	}
}

func (p pair) compare(t *testing.T, text string) {
	t.Helper()
	position, err := p.fast.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	index, rotated, reachable := p.slow.MinimizedIndex(text)
	got, stored := p.fast.Index(position)
	if stored != reachable || stored && got != index {
		t.Fatalf("%s has index %d, %v, want %d, %v", text, got, stored, index, reachable)
	}
	if perm, _ := p.fast.Permutation(position); perm != p.slow.Index(text) {
		t.Fatalf("%s has permutation index %d, want %d", text, perm, p.slow.Index(text))
	}
	if stored {
		sign := "+"
		if rotated {
			sign = "-"
		}
		if got := indices(p.fast, position)[2][1]; got != fmt.Sprint(sign, index) {
			t.Fatalf("%s is %s, want %s%d", text, got, sign, index)
		}
	}

	// Turns, counted as sequences, and the notation of the first of them.
	inProgress, finished := p.slow.Successors(text)
	want := maps.Clone(inProgress)
	maps.Copy(want, finished)
	first := map[string]string{}
	for _, turn := range p.slow.Turns(text) {
		notation := p.slow.Notation(turn)
		old, known := first[turn.Result]
		if !known || len(notation) < len(old) || len(notation) == len(old) && notation < old {
			first[turn.Result] = notation
		}
	}
	for _, m := range p.fast.Moves(position) {
		to := p.fast.Text(m.To)
		if uint64(want[to]) != m.Turns {
			t.Fatalf("%s: %d turns lead to %s, want %d", text, m.Turns, to, want[to])
		}
		if _, over := finished[to]; over != m.Ended {
			t.Fatalf("%s: %s ended = %v", text, to, m.Ended)
		}
		if m.Turn != first[to] {
			t.Fatalf("%s: turn to %s is %s, want %s", text, to, m.Turn, first[to])
		}
		delete(want, to)
	}
	if len(want) > 0 {
		t.Fatalf("%s: results missing: %v", text, want)
	}
	if !stored {
		return
	}

	// Successors and predecessors by index, as sets.
	w := newScratch(p.fast)
	successors, ends := w.AppendSuccessors(nil, index)
	if wins := ends&engine.WinsNow != 0; wins != (len(finished) > 0) || wins != p.slow.WinsNow(text) || wins != w.test.wins(position.(Position)) {
		t.Fatalf("%s: wins now = %v", text, wins)
	}
	if got, want := p.texts(successors), p.canonical(t, inProgress); !maps.Equal(got, want) {
		t.Fatalf("%s: %d successors, want %d", text, len(got), len(want))
	}
	stays := text
	if rotated {
		stays = naive.Rotate(text)
	}
	before := map[string]int{}
	for q, n := range p.slow.Predecessors(stays) {
		if p.slow.Reachable(q) {
			before[q] = n
		}
	}
	if got, want := p.texts(w.AppendPredecessors(nil, index)), p.canonical(t, before); !maps.Equal(got, want) {
		t.Fatalf("%s: %d predecessors, want %d", text, len(got), len(want))
	}
}

// canonical returns positions, all reachable, turned to how they are stored.
func (p pair) canonical(t *testing.T, positions map[string]int) map[string]bool {
	set := map[string]bool{}
	for q := range positions {
		if !p.slow.Reachable(q) {
			t.Fatalf("%s is not reachable", q)
		}
		if p.slow.Board.Minimizes() && strings.IndexByte(q, 'Y') >= len(q)/2 {
			q = naive.Rotate(q)
		}
		set[q] = true
	}
	return set
}

// texts returns the positions of some indices.
func (p pair) texts(indices []uint64) map[string]bool {
	set := map[string]bool{}
	for _, i := range indices {
		set[p.fast.Text(p.fast.At(i))] = true
	}
	return set
}

// TestConformance runs the kit: all edges of the small variants from both ends with
// their multiplicity, random ones of the large.
func TestConformance(t *testing.T) {
	for _, p := range pairs(t) {
		t.Run(p.name, func(t *testing.T) {
			o := enginetest.Options{Seed: 1, Exhaustive: 40000, Samples: 60, Moves: 20}
			if p.fast.board.symmetric {
				o.Positions = 2 * p.fast.Size()
				o.Twins = func(q engine.Position) []engine.Position {
					return []engine.Position{p.fast.board.rotated(q.(Position))}
				}
			}
			if testing.Short() {
				o.Exhaustive = 20000
			}
			o.NotPositions = []string{"", "x", "....", "-", "+", "#", "999999999999999999999", "+99999999999999"}
			enginetest.Run(t, registered(t, p.fast), o)
		})
	}
}

// registered returns the variant with its spec.
func registered(t *testing.T, v *Variant) engine.Game {
	t.Helper()
	r := games.NewRegistry(Definition())
	spec, err := r.Parse(fmt.Sprintf("pushfight:board=b,movers=%d,pushers=%d", v.movers, v.pushers), func(string) ([]byte, error) {
		return []byte(v.board.text), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	g, err := r.Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	return g
}
