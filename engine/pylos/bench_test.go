package pylos

import "testing"

// BenchmarkMoves lists the moves, or the predecessors, of runs of a hundred positions all over the whole
// game.
func BenchmarkMoves(b *testing.B) {
	g := open(b, "pylos").(*game)
	for _, kind := range []string{"successors", "predecessors"} {
		b.Run(kind, func(b *testing.B) {
			s := &scratch{numbering: g.numbering}
			var list []uint64
			all, at := 0, uint64(0)
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
