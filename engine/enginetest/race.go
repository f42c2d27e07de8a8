//go:build race

package enginetest

// raceEnabled says that the race detector is on, under which allocations are not
// what they are without.
const raceEnabled = true
