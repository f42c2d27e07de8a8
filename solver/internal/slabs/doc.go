// Package slabs solves games whose turns are made of steps ([fast.Slabs]), on bitmaps. A slab is the
// set of all positions with the same placement of the opponent's pieces: a layer of the game that the
// mover's pieces move in. It solves a whole game, not a slice.
//
// The solver never lists turns. A rearrangement acts on the bitmap of a whole slab, and only
// links lead from slab to slab. For the positions of remoteness r:
//
//   - Losses give wins: the solver unlinks the losses and rearranges the results. Every
//     configuration it reaches that is not yet won is won.
//   - Wins give losses: a configuration is open while one of its links leads to a position
//     that is not known to be won. The solver unlinks each new win, makes all links of the
//     configurations it reaches, and reads one bit for each link. Configurations that close
//     leave the open set. A configuration that can no longer be rearranged into an open one
//     is lost.
//
// All of these are sets, so every step is idempotent.
//
// # State
//
// A slab is live when some of its positions are not won at once. The solver keeps only live
// slabs; a link into another slab leads to a win. Each live slab has two bitmaps: won, always
// in memory because reads are random; and open, in memory if there is room, or else in a
// file. Both hold all configurations, stored positions or not, because rearrangements pass
// through all.
//
// Workers pass the targets of links as records of four bytes, gathered by chunk, a run of
// slabs ([exchange]). If memory does not hold the records of all chunks, a phase takes
// several rounds; each gathers the records of some chunks and solves these chunks.
//
// # The log
//
// Each phase appends its decisions to the log, chunk by chunk, with checksums. The log holds
// the solution except for live slabs and wins at once, which take two looks at each slab to find
// again. A resumed solve rebuilds all other memory and files from the log ([log]).
//
// # Several machines
//
// Several machines divide the slabs into parts ([team], [part]). They decide positions by the same steps on bitmaps. But a
// machine cannot read bits of the parts of others. So it counts, for each configuration, the links that lead to positions not known
// to be won, and links travel as messages. That takes five bitmaps in place of two, so a machine alone keeps its own way ([whole]).
//
// # The table
//
// The published order of indices differs from that of slabs. The solver gathers the values of
// one part of the table in memory, streams them into the table, and continues with the next.
package slabs
