package wasm

import (
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/foreign"
)

// BenchmarkBoundary measures the cost a position of calls into a module, at the usual batch size.
// The game counts down, so its own work is negligible.
func BenchmarkBoundary(b *testing.B) {
	m, d := openHostile(b, mostSteps)
	i, err := m.Open(d, []int64{0})
	if err != nil {
		b.Fatal(err)
	}
	defer i.Close()
	keys := make([]uint64, i.Opened().Batch)
	for n := range keys {
		keys[n] = uint64(2 + n%19) // with two successors each
	}
	var heads []foreign.Head
	var successors []uint64
	for b.Loop() {
		if heads, successors, err = i.Expand(heads[:0], successors[:0], keys, false); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(keys)), "ns/position")
}

// BenchmarkSuccessors compares a game in C with the same game in Go.
func BenchmarkSuccessors(b *testing.B) {
	for _, text := range []string{"../../../tools/languages/games/quixo.c.wasm:size=3", "quixo:size=3"} {
		g := open(b, text)
		b.Run(text, func(b *testing.B) { enginetest.BenchmarkWorker(b, g) })
	}
}
