package phases

import (
	"context"
	"math/bits"

	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/region"
)

// confirm keeps the undecided lost positions in Found of a chunk.
func confirm(ctx context.Context, b *region.Bits, w *crew.Worker, chunk int) error {
	first, _ := b.Span(chunk)
	found, won, lost := b.Words(b.Found, chunk), b.Words(b.Won.Words(), chunk), b.Words(b.Lost.Words(), chunk)
	for k := range found {
		if found[k] != 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		for open := found[k] &^ (won[k] | lost[k]); open != 0; open &= open - 1 {
			if !b.AllWon(w.Searcher, first+uint64(k<<6+bits.TrailingZeros64(open))) {
				found[k] &^= open & -open
			}
		}
	}
	return nil
}
