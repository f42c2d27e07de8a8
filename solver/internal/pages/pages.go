// Package pages makes the large arrays of a solve, which are read and written at random, and
// asks the system to map them by large pages.
package pages

import (
	"github.com/foregone-db/foregone/engine/fast"
)

// New makes an array of zeros for random access. For an array of 8 MiB or more it asks the
// system for large pages, because the processor caches the addresses of few pages and looks up
// the others in memory.
func New[T any](n uint64) []T {
	a := make([]T, n)
	largePages(a)
	return a
}

// NewSet is [fast.NewSet] with such an array.
func NewSet(first, n uint64) *fast.Set {
	s := fast.NewSet(first, n)
	largePages(s.Words())
	return s
}
