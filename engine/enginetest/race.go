//go:build race

package enginetest

// raceEnabled reports whether the race detector is on. It changes the number of allocations.
const raceEnabled = true
