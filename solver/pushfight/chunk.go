package pushfight

import (
	"context"
	"fmt"
	"math/bits"
	"sync"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/pool"
	rules "github.com/foregone-db/foregone/engine/pushfight"
)

// Chunks of the published files.
const (
	Positions = 54_054_000 // permutation indices of a chunk
	Chunks    = 7429       // of the game

	// piece is the number of positions in a task: whole bytes in either format, and about a
	// thousandth of a chunk.
	piece = Positions / 1001
)

// Phase is a phase, numbered as in the publication.
type Phase int

const (
	// Wins (phase 0) tells which positions the mover wins this turn by pushing a
	// piece off: a bit for each, the least significant of a byte first.
	Wins Phase = 0
	// Losses (phase 1) adds the positions that are lost at once or after the
	// opponent's next turn: five a byte, the first with weight 1, values 0
	// (neither), 1 (lost) and 2 (won).
	Losses Phase = 1
)

// FileSize returns the number of bytes of a chunk's file: 6,756,750 or 10,810,800.
func (p Phase) FileSize() int {
	return Positions / p.perByte()
}

func (p Phase) perByte() int {
	if p == Wins {
		return 8
	}
	return 5
}

func (p Phase) check() error {
	if p != Wins && p != Losses {
		return engine.InputErrorf("phase %d: want 0 (wins of this turn) or 1 (also losses after one turn of each side)", p)
	}
	return nil
}

// Counts are the numbers of positions of a chunk by value. Phase 0 counts wins only.
type Counts struct{ Ties, Losses, Wins uint64 }

// ChunkOptions select the file of a chunk and the number of workers.
type ChunkOptions struct {
	Phase   Phase
	Chunk   int // 0 … Chunks-1
	Workers int // 0: one per core
	// Progress, if set, receives the number of positions done from time to time. Calls are
	// not concurrent.
	Progress func(done uint64)
}

// Chunk returns the content of the published file of a chunk, and the counts of its values. v must
// be the full game. The content does not depend on the number of workers. Chunk returns an
// [engine.InputError] for options out of range, and the context's error soon after ctx is done.
func Chunk(ctx context.Context, v *rules.Variant, o ChunkOptions) ([]byte, Counts, error) {
	var total Counts
	if err := o.Phase.check(); err != nil {
		return nil, total, err
	}
	if !v.IsPublished() {
		return nil, total, engine.InputErrorf("only the full game has chunks: want two movers and three pushers a side on the full board")
	}
	if o.Chunk < 0 || o.Chunk >= Chunks {
		return nil, total, engine.InputErrorf("chunk %d: want 0 to %d", o.Chunk, Chunks-1)
	}
	first := uint64(o.Chunk) * Positions
	content := make([]byte, o.Phase.FileSize())
	size := piece / o.Phase.perByte()
	var done uint64
	var mu sync.Mutex
	err := share(ctx, o.Workers, len(content)/size, func() func(int) {
		out := rules.NewLookahead(v)
		return func(i int) {
			part, at := content[i*size:(i+1)*size], first+uint64(i)*piece
			var c Counts
			if o.Phase == Wins {
				c.Wins = out.ScanWins(part, at)
			} else {
				c = Counts(out.ScanLosses(part, at))
			}
			mu.Lock()
			defer mu.Unlock()
			total.Ties += c.Ties
			total.Losses += c.Losses
			total.Wins += c.Wins
			done += piece
			if o.Progress != nil {
				o.Progress(done)
			}
		}
	})
	if err != nil {
		return nil, Counts{}, err
	}
	return content, total, nil
}

// share divides tasks 0 … n-1 among workers and calls newWorker in each of their goroutines. It
// ends early, with the context's cause, when ctx is done.
func share(ctx context.Context, workers, n int, newWorker func() func(task int)) error {
	work := make([]func(task int), pool.Workers(workers))
	return pool.Each(ctx, len(work), n, func(_ context.Context, worker, task int) error {
		if work[worker] == nil {
			work[worker] = newWorker()
		}
		work[worker](task)
		return nil
	})
}

// Count returns the counts of a file's content. It fails if the size is wrong or a byte is
// outside the format.
func (p Phase) Count(content []byte) (Counts, error) {
	var c Counts
	if len(content) != p.FileSize() {
		return c, fmt.Errorf("it has %d bytes: want %d for phase %d", len(content), p.FileSize(), p)
	}
	if p == Wins {
		for _, b := range content {
			c.Wins += uint64(bits.OnesCount8(b))
		}
		return c, nil
	}
	for i, b := range content {
		if b >= 243 {
			return Counts{}, fmt.Errorf("byte %d is %d: five values of 0 to 2 give at most 242", i, b)
		}
		for ; b > 0; b /= 3 {
			switch b % 3 {
			case 1:
				c.Losses++
			case 2:
				c.Wins++
			}
		}
	}
	c.Ties = Positions - c.Losses - c.Wins
	return c, nil
}
