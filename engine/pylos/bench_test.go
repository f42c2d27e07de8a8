package pylos

import (
	"strings"
	"testing"
)

// BenchmarkMoves lists the moves, or the predecessors, of runs of a hundred positions all over the whole
// game.
func BenchmarkMoves(b *testing.B) {
	for _, name := range []string{"children/successors", "children/predecessors", "standard/successors", "standard/predecessors", "mature/successors", "mature/predecessors"} {
		b.Run(name, func(b *testing.B) {
			rules, kind, _ := strings.Cut(name, "/")
			g := open(b, "pylos:rules="+rules).(*game)
			s := &scratch{numbering: g.numbering}
			var list []uint64
			all, at := 0, uint64(0)
			b.ResetTimer()
			for n := range b.N {
				if n%100 == 0 {
					at = (at + 1_000_003*97) % (g.Size() - 100)
				}
				if kind == "successors" {
					list, _ = s.AppendSuccessors(list[:0], at+uint64(n%100))
				} else {
					list = s.AppendPredecessors(list[:0], at+uint64(n%100))
				}
				all += len(list)
			}
			b.ReportMetric(float64(all)/float64(b.N), "moves/op")
		})
	}
}
