package solver

import "github.com/foregone-db/foregone/engine"

// newArray makes an array of zeros that is read and written at random. A large one asks
// the system for large pages, where it has them: the processor remembers where few pages
// are, and looks up the others in memory each time.
func newArray[T any](n uint64) []T {
	a := make([]T, n)
	largePages(a)
	return a
}

// newSet is [engine.NewSet] with such an array.
func newSet(first, n uint64) *engine.Set {
	s := engine.NewSet(first, n)
	largePages(s.Words())
	return s
}
