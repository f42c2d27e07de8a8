package uci

import (
	"testing"

	"github.com/foregone-db/foregone/engine/fast"
)

// BenchmarkExpand measures how many positions one engine process expands in a second.
func BenchmarkExpand(b *testing.B) {
	needEngine(b)
	r := registry(b, Options{})
	spec, err := r.Parse("uci:dobutsu", readSmall)
	if err != nil {
		b.Fatal(err)
	}
	rules, _, err := r.Rules(spec)
	if err != nil {
		b.Fatal(err)
	}
	batcher, m := rules.NewBatcher(), fast.Moves{}
	keys := []uint64{rules.Start}
	for n := 0; len(keys) < 128; n++ {
		if err := batcher.Expand(&m, keys[n:n+1]); err != nil {
			b.Fatal(err)
		}
		keys = append(keys, m.Keys...)
	}
	for b.Loop() {
		if err := batcher.Expand(&m, keys[:128]); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(128*float64(b.N)/b.Elapsed().Seconds(), "positions/s")
}
