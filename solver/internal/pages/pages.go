// Package pages makes the large arrays of a solve, which are read and written at random:
// how the system maps them is its whole knowledge.
package pages

import (
	"github.com/foregone-db/foregone/engine/fast"
)

// New makes an array of zeros that is read and written at random. A large one asks
// the system for large pages, where it has them: the processor remembers where few pages
// are, and looks up the others in memory each time.
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
