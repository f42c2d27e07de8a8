//go:build !linux

package solver

// largePages does nothing here.
func largePages[T any]([]T) {}
