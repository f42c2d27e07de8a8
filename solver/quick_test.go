//go:build !long

package solver

const (
	slow  = false
	seeds = 3
)
