package policy

import (
	"context"
	"iter"
)

// Policy says which turn it would play.
type Policy interface {
	// Answer gives a turn for each of the positions, in their order, both in the
	// notation of the game. It ends early, with an error as its last pair, where it
	// cannot go on or ctx is done.
	//
	// It may range over the positions in another goroutine and ahead of its answers,
	// once, and has stopped that when it ends.
	Answer(ctx context.Context, positions iter.Seq[string]) iter.Seq2[string, error]
}

// Func is a policy that answers one position after the other.
type Func func(position string) (turn string, err error)

// Answer implements [Policy].
func (f Func) Answer(ctx context.Context, positions iter.Seq[string]) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for p := range positions {
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
