//go:build long

package solver

// With the tag "long" the tests take minutes more.
const (
	slow  = true
	seeds = 40
)
