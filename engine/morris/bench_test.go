package morris

import "testing"

// BenchmarkWorker measures what a solve asks of a worker, for runs of positions of nine men's morris after placing.
func BenchmarkWorker(b *testing.B) {
	g := open(b, "morris:men=9,rings=3,placed=true")
	s := g.NewScratch()
	list, _ := s.AppendSuccessors(nil, 0)
	for name, work := range map[string]func(i uint64) int{
		"exits": func(i uint64) int {
			var inside int
			list, inside, _, _ = s.Seeder.AppendExits(list[:0], i)
			return inside + len(list)
		},
		"successors": func(i uint64) int {
			list, _ = s.AppendSuccessors(list[:0], i)
			return len(list)
		},
		"predecessors": func(i uint64) int {
			list = s.Unmover.AppendPredecessors(list[:0], i)
			return len(list)
		},
	} {
		b.Run(name, func(b *testing.B) {
			const run, runs = 64, 1600
			step, edges := (g.Size()-run)/runs, 0
			for range b.N {
				for r := range uint64(runs) {
					for i := range uint64(run) {
						edges += work(r*step + i)
					}
				}
			}
			positions := float64(b.N) * run * runs
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/positions, "ns/position")
			b.ReportMetric(float64(edges)/positions, "edges/position")
		})
	}
}
