package policy

import (
	"context"
	"iter"
)

// Policy chooses a turn for each position.
type Policy interface {
	// Answer yields a turn for each of the positions, in their order. Positions and turns are in
	// the notation of the game. It ends early, with an error in its last pair, if it fails or ctx
	// is done. Calls are not concurrent.
	Answer(ctx context.Context, positions []string) iter.Seq2[string, error]
}

// Func is a policy that answers one position after the other.
type Func func(position string) (turn string, err error)

// Answer implements [Policy].
func (f Func) Answer(ctx context.Context, positions []string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, p := range positions {
			turn, err := "", ctx.Err()
			if err == nil {
				turn, err = f(p)
			}
			if !yield(turn, err) || err != nil {
				return
			}
		}
	}
}
