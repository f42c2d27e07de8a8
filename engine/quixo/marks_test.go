package quixo

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/fast"
)

// TestMarksConformance runs the kit on all boards of size 3, and on boards with many marks.
func TestMarksConformance(t *testing.T) {
	for spec, positions := range map[string]uint64{
		"quixo:marks=1,size=3":  19_683 - 1,
		"quixo:marks=6,size=3":  512 + 9*256 + 36*128 + 84*64,
		"quixo:marks=14,size=4": 1<<16 + 16<<15 + 120<<14,
	} {
		t.Run(spec, func(t *testing.T) {
			enginetest.Run(t, open(t, spec), enginetest.Options{Positions: positions, NotPositions: []string{".........", "XXXXX", "é"}})
		})
	}
}

// TestMarksAreTheSame compares the value and the moves of every reachable position in both games.
// The game by marks also stores unreachable positions, which this test does not visit.
func TestMarksAreTheSame(t *testing.T) {
	plain, all := open(t, "quixo:size=3"), open(t, "quixo:marks=1,size=3")
	values, want := enginetest.Naive(all), enginetest.Naive(plain)
	for i := range plain.Size() {
		text := plain.Text(plain.At(i))
		if text == "........." {
			continue
		}
		p, err := all.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		j, ok := all.Index(p)
		if !ok || values[j] != want[i] {
			t.Fatalf("%s is %s of all boards, want %s", text, all.Kind().Text(values[j]), plain.Kind().Text(want[i]))
		}
		results := func(g engine.Game, p engine.Position) (list []string) {
			for _, m := range g.Moves(p) {
				list = append(list, m.Turn+" "+g.Text(m.To))
			}
			return list
		}
		p, q := all.At(j), plain.At(i)
		if a, b := len(all.Moves(p)), len(plain.Moves(q)); a != b {
			t.Fatalf("%s has %d moves, want %d", text, a, b)
		}
		parsed, _ := all.Parse(text)
		if a, b := results(all, parsed), results(plain, parse(t, plain, text)); !slices.Equal(a, b) {
			t.Fatalf("%s has the moves %v, want %v", text, a, b)
		}
	}
}

// TestMarksOfFive checks the number of positions of size 5, and random indices.
func TestMarksOfFive(t *testing.T) {
	g := open(t, "quixo:marks=21,size=5")
	total := uint64(0)
	for _, s := range g.Slices() {
		for i := s.First; i < s.First+s.Size; {
			weight, end := g.Parts().WeightRun(i)
			total += weight * (end - i)
			i = end
		}
	}
	if want := uint64(1<<25 + 25<<24 + 300<<23 + 2300<<22 + 12650<<21); total != want {
		t.Errorf("%d positions, want %d", total, want)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		i := rng.Uint64N(g.Size())
		if j, ok := g.Index(g.At(i)); !ok || j != i {
			t.Fatalf("#%d is %s, which is #%d", i, g.Text(g.At(i)), j)
		}
	}
	if size := open(t, "quixo:size=5").Size(); size != 107_207_255_529 {
		t.Errorf("%d positions of the whole are stored", size)
	}
}

// addSingly does the work of pull.add bit by bit.
func addSingly(p *pull, dst, src []uint64) {
	for z := range uint64(1) << p.bits {
		if z>>p.still&1 != 0 {
			continue
		}
		y := uint64(0)
		for j, i := range p.from[:p.wide] {
			y |= z >> i & 1 << j
		}
		dst[z/64] |= src[y/64] >> (y % 64) & 1 << (z % 64)
	}
}

// TestPull compares pulls by words, and pulls of listed numbers, with pulls bit by bit.
func TestPull(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for n := range 400 {
		size := wordBits + n%8
		from := rng.Perm(size + n&1)
		p := pull{bits: size, wide: len(from), still: size}
		if n&1 == 0 {
			p.still = rng.IntN(size)
		}
		if n%3 == 0 { // only two bits change their places
			slices.Sort(from)
			a, b := rng.IntN(len(from)), rng.IntN(len(from))
			from[a], from[b] = from[b], from[a]
		}
		for j, i := range from {
			p.from[j] = uint8(i)
		}
		src, got, want := make([]uint64, 1<<len(from)/64), make([]uint64, 1<<size/64), make([]uint64, 1<<size/64)
		for i := range src {
			src[i] = rng.Uint64() & rng.Uint64()
		}
		p.add(got, src)
		addSingly(&p, want, src)
		if !slices.Equal(got, want) {
			t.Fatalf("%+v: %x, want %x", p, got, want)
		}
		clear(got)
		if p.addPlaces(got, fast.AppendPlaces(nil, src)); !slices.Equal(got, want) {
			t.Fatalf("%+v, listed: %x, want %x", p, got, want)
		}
	}
}

// BenchmarkSweep finds the predecessors of random sets, each of half the positions of its block.
func BenchmarkSweep(b *testing.B) {
	g := open(b, "quixo:marks=23,size=5")
	s := g.Parts().Sweeps()
	w := s.NewSweepScratch()
	slice := 0
	_, size := s.Blocks(slice)
	dst := make([]uint64, size/64)
	sets := func(slice, block int) []uint64 {
		_, size := s.Blocks(slice)
		return make([]uint64, size/64)
	}
	list := map[[2]int][]uint64{}
	rng := rand.New(rand.NewPCG(5, 6))
	const block = 30
	for _, to := range w.AppendLeads(nil, slice, block) {
		if list[to] == nil {
			list[to] = sets(to[0], to[1])
			for i := range list[to] {
				list[to][i] = rng.Uint64()
			}
		}
	}
	all := make([]uint64, len(dst))
	for n := range all {
		all[n] = ^uint64(0)
	}
	b.ResetTimer()
	for range b.N {
		w.Before(dst, all, slice, block, func(slice, block int) ([]uint64, uint64) {
			set := list[[2]int{slice, block}]
			return set, uint64(32 * len(set))
		})
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(dst)), "ns/word")
}
