//go:build long

package solver

// The tag "long" adds minutes to the tests.
const (
	slow  = true
	seeds = 40
)
