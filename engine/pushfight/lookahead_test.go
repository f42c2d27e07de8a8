package pushfight

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
)

// plain evaluates positions one by one, without the shortcuts of a scan.
type plain struct {
	*Lookahead
	successors []Position
}

// digit returns 2 if p is won this turn, 1 if every turn leads to a position won for the opponent,
// else 0.
func (o *plain) digit(p Position) byte {
	if o.Wins(p) {
		return 2
	}
	o.successors = o.AppendSuccessors(o.successors[:0], p)
	for _, q := range o.successors {
		if !o.Wins(q) {
			return 0
		}
	}
	return 1
}

// compareScan compares both scans of a run of permutation indices with a plain
// evaluation. n is a multiple of 40.
func compareScan(t *testing.T, o *Lookahead, slow *plain, first, n uint64) Outcomes {
	t.Helper()
	bits, digits := make([]byte, n/8), make([]byte, n/5)
	wins := o.ScanWins(bits, first)
	counts := o.ScanLosses(digits, first)
	var want Outcomes
	for i := range min(n, o.walk.Permutations()-first) {
		digit := slow.digit(o.walk.AtPermutation(first + i))
		switch digit {
		case 0:
			want.Ties++
		case 1:
			want.Losses++
		case 2:
			want.Wins++
		}
		if got := bits[i/8] >> (i % 8) & 1; got != digit/2 {
			t.Fatalf("permutation index %d: win bit %d, want %d", first+i, got, digit/2)
		}
		if got := digits[i/5] / powers[i%5] % 3; got != digit {
			t.Fatalf("permutation index %d: %d, want %d", first+i, got, digit)
		}
	}
	if counts != want || wins != want.Wins {
		t.Fatalf("from permutation index %d: counts %+v and %d wins, want %+v", first, counts, wins, want)
	}
	return want
}

// TestScans compares the scans with a plain evaluation: on all positions of the small
// variants, unreachable ones included, and on random runs of the full game.
func TestScans(t *testing.T) {
	for _, p := range variants(t) {
		t.Run(p.name, func(t *testing.T) {
			o, slow := NewLookahead(p.fast), &plain{Lookahead: NewLookahead(p.fast)}
			if all := o.walk.Permutations(); all < 1<<17 || all < 1<<20 && enginetest.Long {
				t.Logf("%+v", compareScan(t, o, slow, 0, (all+39)/40*40))
				return
			}
			rng := rand.New(rand.NewSource(5))
			n, runs := uint64(200), 25
			if enginetest.Long {
				n = 2000
			}
			for range runs {
				compareScan(t, o, slow, rng.Uint64()%(o.walk.Permutations()-n), n)
			}
			compareScan(t, o, slow, 0, n)
			compareScan(t, o, slow, o.walk.Permutations()-n/2, n)
		})
	}
}

// TestScanPieces checks that a scan depends neither on its bounds nor on earlier calls of the
// Lookahead.
func TestScanPieces(t *testing.T) {
	v := full(t)
	o := NewLookahead(v)
	const first, n = 123456789000, 40 * 500
	whole := make([]byte, n/5)
	counts := o.ScanLosses(whole, first)
	for _, size := range []int{1, 8, 200} {
		var sum Outcomes
		for at := 0; at < n/5; at += size {
			part := make([]byte, size)
			c := o.ScanLosses(part, first+5*uint64(at))
			sum = Outcomes{sum.Ties + c.Ties, sum.Losses + c.Losses, sum.Wins + c.Wins}
			if !slices.Equal(part, whole[at:at+size]) {
				t.Fatalf("%d bytes from byte %d on differ", size, at)
			}
		}
		if sum != counts {
			t.Errorf("pieces of %d bytes: %+v, want %+v", size, sum, counts)
		}
	}
}

// TestWalk goes through all positions of a variant, also in steps over squares.
func TestWalk(t *testing.T) {
	v := variant(t, "....\n ....\n....", 1, 2)
	w := newWalk(v)
	rng := rand.New(rand.NewSource(1))
	for _, steps := range []bool{false, true} {
		at := uint64(0)
		w.seek(v.AtPermutation(0))
		for {
			if got := v.permute(w.position); got != at {
				t.Fatalf("at %d, want %d", got, at)
			}
			last, n := w.squares-1, uint64(1)
			if steps {
				last, n = w.run(rng.Intn(w.squares))
			}
			at += n
			if !w.skip(last) {
				break
			}
			if steps && rng.Intn(8) == 0 && at < v.Permutations()-1 {
				at++
				w.seek(v.AtPermutation(at))
			}
		}
		if at != v.Permutations() {
			t.Errorf("steps=%v: ends at %d, want %d", steps, at, v.Permutations())
		}
	}
}

// TestThreats checks that every threat found wins in all positions where it applies.
func TestThreats(t *testing.T) {
	for _, p := range variants(t) {
		v := p.fast
		b := v.board
		h := hunter{board: b}
		test := NewGenerator(v)
		rng := rand.New(rand.NewSource(2))
		found, won := 0, 0
		for range 20000 {
			q := v.AtPermutation(rng.Uint64() % v.Permutations())
			at := q
			wins := test.Wins(q)
			threats := h.find(&at, b.cells, 100)
			if len(threats) > 0 && !wins {
				t.Fatalf("%s: %s is not won, threats %+v", p.name, v.Text(q), threats)
			}
			for _, threat := range threats {
				if !threat.applies(&at) {
					t.Fatalf("%s: %s: %+v does not hold", p.name, v.Text(q), threat)
				}
				// Any position that agrees on its squares is won.
				r := v.AtPermutation(rng.Uint64() % v.Permutations())
				elsewhere := r
				if threat.applies(&elsewhere) && !test.Wins(r) {
					t.Fatalf("%s: %s is not won, but %+v of %s holds", p.name, v.Text(r), threat, v.Text(q))
				}
			}
			if wins {
				won++
				if len(threats) > 0 {
					found++
				}
			}
		}
		t.Logf("%s: threats found in %d of %d won positions", p.name, found, won)
	}
}

// TestLost compares the search for positions without a turn with a test of all positions. Package
// solver/pushfight tests the search on the published board.
func TestLost(t *testing.T) {
	for _, p := range append(variants(t), named{"1+1 narrow", variant(t, "...\n...\n...\n...", 1, 1)}) {
		if all := p.fast.Permutations(); all > 1<<20 || all > 1<<17 && !enginetest.Long {
			continue
		}
		t.Run(p.name, func(t *testing.T) {
			o := NewLookahead(p.fast)
			var want []uint64
			var next []Position
			for i := range p.fast.Permutations() {
				q := p.fast.AtPermutation(i)
				if next = o.AppendSuccessors(next[:0], q); len(next) == 0 && !o.Wins(q) {
					want = append(want, i)
				}
			}
			got := lost(p.fast)
			if !slices.Equal(got, want) {
				t.Errorf("%d lost positions, want %d", len(got), len(want))
			}
			t.Logf("%d lost positions", len(got))
		})
	}
}

func lost(v *Variant) []uint64 {
	l := NewLostSearch(v)
	var all []uint64
	for task := range l.Tasks() {
		all = l.Append(all, task)
	}
	slices.Sort(all)
	return all
}

const (
	chunkSize  = 54_054_000 // positions of a published chunk
	benchRun   = 1000       // positions of a run
	benchParts = 7          // runs of a chunk
)

// benchRuns returns the first indices of runs spread over the chunks whose hashes
// were published.
func benchRuns() (firsts []uint64) {
	for _, chunk := range []uint64{0, 1, 100, 101, 742, 1500, 2222, 3000, 3714, 4400, 5005, 5999, 6500, 7000, 7427, 7428} {
		for part := range uint64(benchParts) {
			firsts = append(firsts, chunk*chunkSize+(2*part+1)*chunkSize/(2*benchParts))
		}
	}
	return firsts
}

func BenchmarkChunkPhase0(b *testing.B) {
	benchScan(b, benchRun/8, func(o *Lookahead, dst []byte, first uint64) { o.ScanWins(dst, first) })
}

func BenchmarkChunkPhase1(b *testing.B) {
	benchScan(b, benchRun/5, func(o *Lookahead, dst []byte, first uint64) { o.ScanLosses(dst, first) })
}

// benchScan times a scan of a part of each chunk whose hash was published.
func benchScan(b *testing.B, size int, scan func(o *Lookahead, dst []byte, first uint64)) {
	o := NewLookahead(full(b))
	dst := make([]byte, size)
	firsts := benchRuns()
	round := func() {
		for _, first := range firsts {
			clear(dst)
			scan(o, dst, first)
		}
	}
	round()
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		round()
	}
	b.ReportMetric(float64(b.N*len(firsts)*benchRun)/b.Elapsed().Seconds(), "positions/s")
}

func ExampleLookahead_ScanLosses() {
	board, _ := ParseBoard(FullBoard)
	v, _ := New(board, 2, 3)
	digits := make([]byte, 200)
	fmt.Printf("%+v\n", NewLookahead(v).ScanLosses(digits, 54_054_000*742))
	// Output: {Ties:0 Losses:0 Wins:1000}
}
