//go:build !race

package enginetest

// raceEnabled says that the race detector is on.
const raceEnabled = false
