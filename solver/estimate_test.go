package solver

import (
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver/internal/clock"
)

// TestEstimatedTime solves games, and compares the CPU time with the estimate. The tag long adds
// the other kinds of sampling.
func TestEstimatedTime(t *testing.T) {
	specs, most := []string{"dobutsu:pieces=2"}, 3.0 // fixed costs weigh more in a short solve
	if slow {
		specs, most = []string{"quixo", "quixo:ranked=true", "dobutsu:pieces=2", "british-square", "kalah", "morris:rings=2,men=5", "awari:stones=15"}, 2
	}
	for _, spec := range specs {
		g := open(t, spec, "")
		ratio, tries := 0.0, 0
		for ; tries < 3 && (ratio < 1/most || ratio > most); tries++ { // other programs share the caches
			o := Options{Dir: t.TempDir(), Workers: 2, Memory: 1 << 30}
			e, err := EstimateFor(g, o)
			if err != nil {
				t.Fatal(err)
			}
			begun := clock.Process()
			if _, err := Solve(t.Context(), g, o); err != nil {
				t.Fatal(err)
			}
			took := (clock.Process() - begun).Seconds()
			ratio = e.Seconds * float64(o.Workers) / took
			t.Logf("%s takes %.1f s of CPU time, the estimate is %.2f times that", spec, took, ratio)
		}
		if tries == 3 && (ratio < 1/most || ratio > most) {
			t.Errorf("%s: three estimates are off, the last is %.2f times the CPU time", spec, ratio)
		}
	}
}

// wideGame is a game of many positions without predecessors. No test solves it.
type wideGame struct{ engine.Game }

const widePositions = 200_000_000

func (wideGame) Size() uint64           { return widePositions }
func (wideGame) Slices() []engine.Slice { return []engine.Slice{{Name: "all", Size: widePositions}} }
func (wideGame) Parts() engine.Parts    { return engine.Parts{MaxSuccessors: 8} }

func (wideGame) NewScratch() engine.Scratch { return engine.Scratch{Generator: wideMoves{}} }

type wideMoves struct{}

func (wideMoves) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	for range 8 {
		for range 100 { // as much work as looking up a key
			i = i*0x9e3779b97f4a7c15 ^ i>>31
		}
		dst = append(dst, i%widePositions)
	}
	return dst, 0
}

// TestEstimatedSlower checks that an estimate has a factor for a solve without room for the reverse
// graph, and that the memory it recommends is enough for the graph.
func TestEstimatedSlower(t *testing.T) {
	g := wideGame{open(t, "tictactoe", "")}
	estimate := func(memory uint64) Estimate {
		e, err := EstimateFor(g, Options{Workers: 2, Memory: memory})
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	little := estimate(400 << 20)
	if little.Slower < 1.2 || little.Slower > 7 || little.MemoryReverse < 400<<20 {
		t.Fatalf("with 400 MiB it is %.1f times slower than with %d MiB", little.Slower, little.MemoryReverse>>20)
	}
	enough := estimate(little.MemoryReverse)
	if enough.Slower != 0 || enough.MemoryReverse != 0 || enough.Seconds >= little.Seconds {
		t.Errorf("with that it is %.1f times slower, and takes %.0f s where it took %.0f", enough.Slower, enough.Seconds, little.Seconds)
	}
}
