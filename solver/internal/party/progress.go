package party

import "context"

type progressKey struct{}

// WithProgress returns a context whose tasks call done when they are.
func WithProgress(ctx context.Context, done func()) context.Context {
	return context.WithValue(ctx, progressKey{}, done)
}

// Progress says that a task of a unit is done.
func Progress(ctx context.Context) {
	if done, ok := ctx.Value(progressKey{}).(func()); ok {
		done()
	}
}
