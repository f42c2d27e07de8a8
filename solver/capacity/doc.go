// Package capacity plans the solve by slabs of a large game whose counts per value are known. It
// times each kind of work on random samples, on one core of this machine, and computes core-hours,
// memory and disk from the counts. These come with the game; see [Counts].
package capacity
