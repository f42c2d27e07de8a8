package placement

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkNumbering measures ranks and unranks of the positions on the boards of
// solver/decisions/placements.md: in the order of indices and at random, as sets of squares and as a
// byte for each square.
func BenchmarkNumbering(b *testing.B) {
	for _, board := range []struct {
		name                 string
		squares, least, most int // pieces of each side
	}{{"16 squares, 4 and 4", 16, 4, 4}, {"25 squares, 0-5 and 0-5", 25, 0, 5}, {"24 squares, 0-9 and 0-9", 24, 0, 9}} {
		n, err := (&Declaration{Squares: board.squares, Groups: []Group{
			{Name: "X", Min: board.least, Max: board.most}, {Name: "O", Side: 1, Min: board.least, Max: board.most},
		}}).Number()
		if err != nil {
			b.Fatal(err)
		}
		for _, order := range []string{"in order", "at random"} {
			const many = 1 << 12 // a round is short, so that other processes seldom interrupt it
			indices, positions, r := make([]uint64, many), make([]Position, many), rand.New(rand.NewPCG(1, 2))
			for i := range indices {
				if indices[i] = (n.Size/3 + uint64(i)) % n.Size; order == "at random" {
					indices[i] = r.Uint64N(n.Size)
				}
			}
			var wire []byte
			var keys []uint64
			for _, way := range []struct {
				name string
				run  func()
			}{
				{"unrank", func() {
					cursor := n.NewCursor()
					for i, index := range indices {
						p, _ := cursor.Seek(index)
						positions[i] = *p
					}
				}},
				{"rank", func() {
					for i := range positions {
						if index, _ := n.Index(&positions[i]); index != indices[i] {
							b.Fatalf("%d has the index %d", indices[i], index)
						}
					}
				}},
				{"unrank to bytes", func() { wire = n.AppendWire(wire[:0], indices) }},
				{"rank bytes", func() { keys, _ = n.ReadWire(keys[:0], wire) }},
			} {
				b.Run(board.name+", "+order+": "+way.name, func(b *testing.B) {
					least := 0.0
					for b.Loop() {
						before := b.Elapsed()
						way.run()
						if time := float64(b.Elapsed() - before); least == 0 || time < least {
							least = time
						}
					}
					b.ReportMetric(least/many, "ns/position") // of the fastest round
				})
			}
		}
	}
}
