// Package slabs solves games whose turns are made of steps ([fast.Slabs]), on bitmaps.
//
// Turns are never listed. A rearrangement acts on the bitmap of a whole slab, and only
// links lead from slab to slab. For the positions of remoteness r:
//
//   - Losses give wins: unlink the losses, and rearrange what that leads to. What is met
//     and not won is won.
//   - Wins give losses: a configuration is open while one of its links leads to a position
//     that is not known to be won. Those that a new win unlinks to are looked at again: all
//     their links are made, and one bit of each result is read. What closes is taken from
//     the open ones, and what can no longer be rearranged into an open one is lost.
//
// All of these are sets: every step may be done twice with the same result.
//
// # State
//
// A slab is live when some of its positions are not won at once. Only live slabs take
// part; a link into another one leads to a win. Of each live slab there are two bitmaps:
// won, in memory, since it is read at random; and open, in memory where there is room, or
// else in a file. Both hold all configurations, stored positions or not, so that the
// values of the others can be counted, too.
//
// Configurations that links lead to are handed over as records of four bytes, gathered by
// chunk, a run of slabs ([exchange]). Where memory does not hold the records of all
// chunks, a phase goes round: each round gathers those of some chunks, and solves these.
//
// # The log
//
// What a phase decides is appended to the log, chunk by chunk, with checksums. The log
// is the solution, but for wins at once, which are found again in a minute; everything
// else in memory and in files is made of it when a solve goes on ([log]).
//
// # The table
//
// The published order of indices is not that of slabs. The values of a part of the table
// are gathered in memory, part by part, and streamed into the table from there.
package slabs
