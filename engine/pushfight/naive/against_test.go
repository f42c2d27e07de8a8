package naive

import (
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/pushfight"
)

// pair is a variant in both implementations.
type pair struct {
	name string
	fast *pushfight.Variant
	slow Game
}

// pairs are the small boards and some variants on the full board.
func pairs(t *testing.T) (list []pair) {
	boards := append(slices.Clip(enginetest.Boards),
		enginetest.Board{Name: "1+1 narrow", Text: "...\n...\n...\n...", Movers: 1, Pushers: 1},
		enginetest.Board{Name: "1+1", Text: FullText, Movers: 1, Pushers: 1},
		enginetest.Board{Name: "0+3", Text: FullText, Movers: 0, Pushers: 3},
		enginetest.Board{Name: "1+2", Text: FullText, Movers: 1, Pushers: 2},
		enginetest.Board{Name: "full", Text: FullText, Movers: 2, Pushers: 3})
	for _, b := range boards {
		list = append(list, pair{b.Name, variant(t, b), game(t, b.Text, b.Movers, b.Pushers)})
	}
	return list
}

func variant(t *testing.T, b enginetest.Board) *pushfight.Variant {
	t.Helper()
	board, err := pushfight.ParseBoard(b.Text)
	if err != nil {
		t.Fatal(err)
	}
	v, err := pushfight.New(board, b.Movers, b.Pushers)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestAgainstFast compares indices, turns, successors and predecessors of package pushfight with
// these rules. It checks all positions of the small variants, and random ones of the large.
func TestAgainstFast(t *testing.T) {
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
			samples := 20
			if p.fast.Size() > 100000 || testing.Short() {
				samples = 5
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
		if got := p.fast.Parts().Indices(position)[2][1]; got != fmt.Sprint(sign, index) {
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
	w := p.fast.NewScratch()
	successors, ends := w.AppendSuccessors(nil, index)
	wins := ends&engine.WinsNow != 0
	if wins != (len(finished) > 0) || wins != p.slow.WinsNow(text) || wins != pushfight.NewGenerator(p.fast).Wins(position.(pushfight.Position)) {
		t.Fatalf("%s: wins now = %v", text, wins)
	}
	if got, want := p.texts(successors), p.canonical(t, inProgress); !maps.Equal(got, want) {
		t.Fatalf("%s: %d successors, want %d", text, len(got), len(want))
	}
	stays := text
	if rotated {
		stays = Rotate(text)
	}
	before := map[string]int{}
	for q, n := range p.slow.Predecessors(stays) {
		if p.slow.Reachable(q) {
			before[q] = n
		}
	}
	if got, want := p.texts(w.Unmover.AppendPredecessors(nil, index)), p.canonical(t, before); !maps.Equal(got, want) {
		t.Fatalf("%s: %d predecessors, want %d", text, len(got), len(want))
	}
}

// canonical returns positions in the orientation in which they are stored. All must be reachable.
func (p pair) canonical(t *testing.T, positions map[string]int) map[string]bool {
	set := map[string]bool{}
	for q := range positions {
		if !p.slow.Reachable(q) {
			t.Fatalf("%s is not reachable", q)
		}
		if p.slow.Board.Minimizes() && strings.IndexByte(q, 'Y') >= len(q)/2 {
			q = Rotate(q)
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

// TestScansAgainstFast compares the scans of [pushfight.Lookahead] with these rules.
func TestScansAgainstFast(t *testing.T) {
	samples := 30
	if testing.Short() {
		samples = 5
	}
	for _, p := range pairs(t) {
		t.Run(p.name, func(t *testing.T) {
			o := pushfight.NewLookahead(p.fast)
			rng := rand.New(rand.NewSource(6))
			for range samples {
				i := rng.Uint64() % p.fast.Permutations()
				digits := make([]byte, 8)
				o.ScanLosses(digits, i)
				text := p.slow.Position(i)
				if got, want := digits[0]%3, p.slow.digit(text); got != want {
					t.Errorf("%s: %d, want %d", text, got, want)
				}
			}
		})
	}
}

// digit returns 2 if the position is won this turn, 1 if every turn leads to a position won for the
// opponent, else 0.
func (g Game) digit(text string) byte {
	if g.WinsNow(text) {
		return 2
	}
	next, _ := g.Successors(text)
	for q := range next {
		if !g.WinsNow(q) {
			return 0
		}
	}
	return 1
}

// TestLostAgainstFast checks that positions found by the search for lost ones have no turn.
func TestLostAgainstFast(t *testing.T) {
	for _, p := range pairs(t) {
		if all := p.fast.Permutations(); all > 1<<20 || all > 1<<17 && testing.Short() {
			continue
		}
		search := pushfight.NewLostSearch(p.fast)
		var found []uint64
		for task := range search.Tasks() {
			found = search.Append(found, task)
		}
		for k := 0; k < len(found); k += max(1, len(found)/20) {
			if text := p.slow.Position(found[k]); len(p.slow.Turns(text)) > 0 {
				t.Errorf("%s has a turn", text)
			}
		}
	}
}
