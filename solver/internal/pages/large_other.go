//go:build !linux

package pages

// largePages does nothing here.
func largePages[T any]([]T) {}

func (*array) advise(bool) {}
