package party

import "context"

type progressKey struct{}

// WithProgress returns a context in which each finished task calls done.
func WithProgress(ctx context.Context, done func()) context.Context {
	return context.WithValue(ctx, progressKey{}, done)
}

// Progress reports that a task of a unit is done.
func Progress(ctx context.Context) {
	if done, ok := ctx.Value(progressKey{}).(func()); ok {
		done()
	}
}
