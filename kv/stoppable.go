package kv

import (
	"context"
	"io"
)

// Stoppable returns a reader of r that fails when ctx is done.
func Stoppable(ctx context.Context, r io.Reader) io.Reader {
	return readFunc(func(b []byte) (int, error) {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		return r.Read(b)
	})
}

type readFunc func(b []byte) (int, error)

func (f readFunc) Read(b []byte) (int, error) { return f(b) }
