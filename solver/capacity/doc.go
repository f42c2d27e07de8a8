// Package capacity plans the solve of a game that is too large to be tried: it times
// each kind of work on random samples, on one core of this machine, and reckons
// core-hours, memory and disk from how many positions have each value. These counts
// come with the game; see [Counts].
package capacity
