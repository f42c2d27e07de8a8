package britishsquare

import (
	"testing"

	"github.com/foregone-db/foregone/engine"
)

func open(t testing.TB, text string) engine.Game {
	t.Helper()
	r := engine.NewRegistry(Definition())
	spec, err := r.Parse(text, nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := r.Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// BenchmarkDiscover finds all positions of the standard board.
func BenchmarkDiscover(b *testing.B) {
	for range b.N {
		g := open(b, "british-square")
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(g.Size()), "ns/position")
	}
}

// BenchmarkSuccessors lists the successors of all positions, as solving does.
func BenchmarkSuccessors(b *testing.B) {
	g := open(b, "british-square")
	scratch := g.NewScratch()
	var list []uint64
	b.ResetTimer()
	edges := 0
	for range b.N {
		for i := range g.Size() {
			list, _ = scratch.AppendSuccessors(list[:0], i)
			edges += len(list)
		}
	}
	b.ReportMetric(float64(edges)/float64(b.N), "edges")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(edges), "ns/edge")
}
