//go:build long

package morris

import (
	"os"
	"sync"
	"testing"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/table"
)

// TestPublishedStart checks that the start is a draw, as published for nine men's morris with
// flying (R. Gasser, Solving Nine Men's Morris, 1996) and by others for two rings. FOREGONE_MORRIS
// names the folder of a solved game with placed=true. The test holds its outcomes, two bits each,
// and 2 GiB of answers in memory: 5.2 GiB for nine men. It needs two answers: the first player gets
// a draw, and he gets no win.
func TestPublishedStart(t *testing.T) {
	dir := os.Getenv("FOREGONE_MORRIS")
	if dir == "" {
		t.Skip("FOREGONE_MORRIS names no solved game with placed=true")
	}
	values, err := table.Open(kv.TablePath(dir), table.ReaderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer values.Close()
	g := open(t, values.Header().Game)
	r := g.(ranked).fields.rules
	if !r.placed {
		t.Fatalf("%s has men in hand", g.Spec())
	}
	begun := time.Now()
	outcomes := readOutcomes(t, g, values)
	t.Logf("%d outcomes read in %v", g.Size(), time.Since(begun).Round(time.Second))
	for _, win := range []bool{false, true} {
		t.Run(map[bool]string{false: "draw", true: "win"}[win], func(t *testing.T) {
			t.Parallel()
			number := numberer(g)
			o := newOpening(r, 24, func(p position) engine.Outcome {
				i := number(p)
				return engine.Outcome(outcomes[i/4] >> (i % 4 * 2) & 3)
			})
			begun := time.Now()
			if got := o.reaches(position{}, win); got == win {
				t.Errorf("the first to move gets at least that: %v, want %v", got, !win)
			}
			t.Logf("searched %d positions with men in hand, looked up %d without, in %v", o.searched, o.looked, time.Since(begun).Round(time.Second))
		})
	}
}

// readOutcomes reads the outcomes of all positions, four to a byte.
func readOutcomes(t *testing.T, g engine.Game, values *table.Reader) []uint8 {
	t.Helper()
	const run = 1 << 20
	kind, outcomes := g.Kind(), make([]uint8, g.Size()/4+1)
	var wait sync.WaitGroup
	for part := range uint64(2) {
		wait.Go(func() {
			buffer := make([]byte, run*kind.Width())
			for first := part * run; first < g.Size(); first += 2 * run {
				n := min(run, g.Size()-first)
				if err := values.ReadValues(buffer[:n*uint64(kind.Width())], first); err != nil {
					t.Error(err)
					return
				}
				for o := range n {
					v := engine.Value(buffer[o])
					if kind == engine.Wide {
						v = engine.Value(buffer[2*o]) | engine.Value(buffer[2*o+1])<<8
					}
					outcomes[(first+o)/4] |= uint8(kind.Outcome(v)) << (o % 4 * 2)
				}
			}
		})
	}
	wait.Wait()
	return outcomes
}
