package tictacchec

import (
	"math/bits"
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
	for _, text := range []string{"tictacchec:pieces=PR", "tictacchec:pieces=NB", "tictacchec:pieces=PNB", "tictacchec"} {
		t.Run(text, func(t *testing.T) {
			g := open(t, text)
			enginetest.Run(t, g, enginetest.Options{
				Samples: 1_000, Moves: 100,
				NotPositions: []string{"P", "PP..............", "P...", "P............... 7", "................ 1", "K..............."},
			})
		})
	}
}

// TestSize compares the number of positions with the published one.
func TestSize(t *testing.T) {
	g := open(t, "tictacchec")
	all := g.Slices()
	const opening, after = 14_236_865, 2_462_360_745
	sum := uint64(0)
	for _, s := range all[:6] {
		sum += 2 * s.Size
	}
	if sum-1 != opening || 2*all[6].Size-1 != after {
		t.Errorf("%d positions in the opening, %d after it; want %d, %d", sum-1, 2*all[6].Size-1, opening, after)
	}
}

// TestSections checks that the published parts are the slices of the opening, and the slice after
// it. The empty board comes first in both and is the only position that counts once.
func TestSections(t *testing.T) {
	g := open(t, "tictacchec")
	sections, play := g.Parts().Sections(), g.Slices()[6]
	if len(sections) != 2 || sections[0].Size != play.First || sections[1].First != play.First || sections[1].Size != play.Size {
		t.Errorf("sections %+v, play is %+v", sections, play)
	}
	for i := uint64(0); i < g.Size(); {
		weight, end := g.Parts().WeightRun(i)
		for _, j := range []uint64{i, (i + end) / 2, end - 1} {
			if got := g.Weight(j); got != weight {
				t.Errorf("position #%d weighs %d, its run from #%d on %d", j, got, i, weight)
			}
		}
		i = end
	}
}

// TestReach compares the tables of moves with rays followed square by square, for each set of
// occupied squares.
func TestReach(t *testing.T) {
	rays := map[int][][][]int{bishop: grid.Rays(placement.Bishop), rook: grid.Rays(placement.Rook)}
	for s := range uint8(squares) {
		for occupied := range 1 << squares {
			for _, kind := range []int{bishop, rook} {
				if got, want := reach(kind, s, uint16(occupied)), slide(rays[kind][s], uint16(occupied)); got != want {
					t.Fatalf("a %c on %s reaches %016b with %016b occupied, want %016b", letters[kind], squareName(s), got, occupied, want)
				}
			}
		}
	}
}

// TestLines compares the number of positions with a line of either side, which count as lost in no
// plies, with the published one. It visits all ways to fill a line.
func TestLines(t *testing.T) {
	const published = 18_516_912
	s := newSet([]int{pawn, knight, bishop, rook})
	k := newRanking(s)
	all := uint16(1<<squares - 1)
	one, both := uint64(0), uint64(0)
	for _, line := range placement.Sets[uint16](grid.Lines(s.n)) {
		one += states(k, line, s.n) * rest(k, all&^line)
		for _, other := range placement.Sets[uint16](grid.Lines(s.n)) {
			if line&other == 0 {
				both += states(k, line, s.n) * states(k, other, s.n)
			}
		}
	}
	if n := 2*one - both; n != published {
		t.Errorf("%d positions have a line, want the published %d", n, published)
	}
}

// states counts the ways to put a side's n pieces, one of them a pawn, on a set of n squares.
func states(k *ranking, on uint16, n int) uint64 {
	others := uint64(1)
	for j := 2; j < n; j++ {
		others *= uint64(j)
	}
	return pawns(k, on) * others
}

// pawns counts the states of a pawn on a set of squares.
func pawns(k *ranking, on uint16) (n uint64) {
	for state := range uint8(2 * squares) {
		up, s := state&1 != 0, state>>1
		if up && lastRow>>s&1 == 0 || !up && firstRow>>s&1 == 0 {
			n += uint64(on >> s & 1)
		}
	}
	return n
}

// rest counts the ways to put any subset of a pawn and three other pieces on a set of squares.
func rest(k *ranking, on uint16) (n uint64) {
	for others, ways := range []uint64{1, 3, 3, 1} {
		free := uint64(bits.OnesCount16(on))
		without, with := ways, ways*pawns(k, on)
		for j := range uint64(others) {
			without *= free - j
			with *= free - 1 - j
		}
		n += without + with
	}
	return n
}
