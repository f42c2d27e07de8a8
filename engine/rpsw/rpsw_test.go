package rpsw

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

// open makes a variant from its spec.
func open(t testing.TB, spec string) *Variant {
	t.Helper()
	return enginetest.Open(t, Definition(), spec).(*Variant)
}

func variant(t testing.TB, width, height, pieces int) *Variant {
	t.Helper()
	return open(t, fmt.Sprintf("rpsw:width=%d,height=%d,pieces=%d", width, height, pieces))
}

// twin returns the mirror image of a position.
func (v *Variant) twin(t testing.TB, p engine.Position) engine.Position {
	text := v.Text(p)
	return parse(t, v, naive{width: v.board.width}.mirror(text))
}

// TestPublishedSizes checks the number of positions, in total and by pieces, and that numbering
// them is fast.
func TestPublishedSizes(t *testing.T) {
	start := time.Now()
	v := open(t, "rpsw")
	t.Logf("made in %v, %d slices", time.Since(start), len(v.Slices()))
	if v.Size() != 5532209088 {
		t.Errorf("%d positions, want 5532209088", v.Size())
	}
	got := map[[2]int]uint64{}
	for _, s := range v.Slices() {
		own, opp, _ := strings.Cut(s.Name, " v ")
		got[[2]int{len(own), len(opp)}] += s.Size
		if s.Weight != 2 {
			t.Errorf("slice %q has weight %d, want 2", s.Name, s.Weight)
		}
	}
	// The figures for unequal numbers count one side to move.
	for pieces, want := range map[[2]int]uint64{
		{4, 4}: 3196716192, {4, 3}: 2 * 919605888, {3, 3}: 250578432, {4, 2}: 2 * 92784096, {3, 2}: 2 * 24015744,
		{4, 1}: 2 * 3907008, {2, 2}: 2191968, {3, 1}: 2 * 963072, {2, 1}: 2 * 83904, {1, 1}: 3072,
	} {
		if got[pieces] != want {
			t.Errorf("%d v %d: %d positions, want %d", pieces[0], pieces[1], got[pieces], want)
		}
	}
	if small := open(t, "rpsw:pieces=1"); small.Size() != 3072 {
		t.Errorf("pieces=1 has %d positions, want 3072", small.Size())
	}
}

// TestConformance runs the kit on every position of small boards, of even and odd width, and on
// random positions of large boards.
func TestConformance(t *testing.T) {
	for _, c := range []struct {
		width, height, pieces int
		positions             uint64 // before symmetry, counted by trying all placements; 0 if not counted
	}{
		{4, 6, 1, 6144}, {3, 4, 2, 0}, {2, 4, 2, 0}, {2, 4, 4, 0}, {4, 4, 2, 0}, {5, 3, 2, 0}, {1, 5, 4, 0}, {1, 2, 4, 0},
		{2, 2, 4, 0}, {3, 2, 4, 0}, {3, 5, 2, 0}, {3, 3, 4, 0}, {4, 6, 2, 0}, {4, 6, 4, 2 * 5532209088}, {5, 6, 4, 0}, {8, 8, 4, 0}, {7, 8, 3, 0},
	} {
		v := variant(t, c.width, c.height, c.pieces)
		t.Run(v.Spec().String(), func(t *testing.T) {
			o := enginetest.Options{
				Seed: 1, Exhaustive: 12000, Samples: 600, Moves: 200, Positions: c.positions,
				Twins:        func(p engine.Position) []engine.Position { return []engine.Position{v.twin(t, p)} },
				NotPositions: []string{"R", "r", strings.Repeat(".", c.width*c.height)},
			}
			switch {
			case enginetest.Long:
				o.Exhaustive, o.Samples, o.Moves = 60000, 2000, 500
			case testing.Short():
				o.Exhaustive, o.Samples, o.Moves = 8000, 300, 100
			}
			enginetest.Run(t, v, o)
		})
	}
}

// TestIndexIsBijection checks random indices of large boards and both ends of every
// matter and form.
func TestIndexIsBijection(t *testing.T) {
	n := 200000
	if testing.Short() {
		n = 10000
	}
	for _, v := range []*Variant{open(t, "rpsw"), variant(t, 5, 6, 4), variant(t, 8, 8, 4), variant(t, 3, 5, 3)} {
		k := cursor{v: &v.numbering}
		check := func(i uint64) {
			t.Helper()
			k.seek(i)
			if got := v.rank(k.matter, k.own, k.opp); got != i {
				t.Fatalf("%v: index %d comes back as %d", v.Spec(), i, got)
			}
			if got := v.rank(k.matter, v.board.mirrorAll(k.own), v.board.mirrorAll(k.opp)); got != i {
				t.Fatalf("%v: index %d, mirrored, comes back as %d", v.Spec(), i, got)
			}
		}
		for _, m := range v.matters {
			for _, f := range m.forms {
				if f.size > 0 {
					check(m.first + f.first)
					check(m.first + f.first + f.size - 1)
				}
			}
		}
		rng := rand.New(rand.NewSource(1))
		for range n / 100 {
			i := rng.Uint64() % v.Size()
			for range 100 {
				check(i)
				i = min(i+rng.Uint64()%8, v.Size()-1)
			}
		}
	}
}

// TestNth compares nth with counting.
func TestNth(t *testing.T) {
	rng := rand.New(rand.NewSource(2))
	for range 2000 {
		set := rng.Uint64() & (rng.Uint64() | -(rng.Uint64() & 1))
		n := uint64(0)
		for bit := range uint8(64) {
			if set>>bit&1 == 0 {
				continue
			}
			if got := nth(set, n); got != bit {
				t.Fatalf("member %d of %#x is %d, want %d", n, set, got, bit)
			}
			n++
		}
	}
}
