package dobutsu

import (
	"testing"
)

// BenchmarkWorker measures what a solve asks of a worker, for runs of positions of the game on 4 rows.
func BenchmarkWorker(b *testing.B) {
	v := open(b, "dobutsu")
	s := v.NewScratch()
	var list []uint64
	for name, work := range map[string]func(i uint64) int{
		"exits": func(i uint64) int {
			_, inside, _, _ := s.Seeder.AppendExits(list[:0], i)
			return inside
		},
		"successors": func(i uint64) int {
			list, _ = s.AppendSuccessors(list[:0], i)
			return len(list)
		},
		"predecessors": func(i uint64) int {
			list = s.Unmover.AppendPredecessors(list[:0], i)
			return len(list)
		},
		"weights": func(i uint64) int { return int(v.Weight(i)) },
	} {
		b.Run(name, func(b *testing.B) {
			const run, runs = 64, 1600
			step, edges := (v.Size()-run)/runs, 0
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
