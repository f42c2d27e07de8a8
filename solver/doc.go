// Package solver turns a game into its table: it finds for every position who
// wins and in how many turns, by retrograde analysis.
//
// [Open] makes the game, for which it may have to find all positions; [Solve] does the
// rest, from an empty folder or from where an interrupted solve stopped; [Verify] checks
// a table by other means; [EstimateFor] says what a solve will need.
//
// # Phases
//
// Phase k finds the positions of remoteness k, in chunks. In the wide kind, where a
// remoteness has wins and losses, it takes two steps: the losses first, and then the wins,
// which go back to the losses of the phase before. A seed scan finds what
// the rules alone decide: finished positions, immediate wins, and what exits into
// finished slices are worth. From then on each phase goes on from the frontier, the
// positions of the phase before it:
//
//   - Losses give wins: an undecided position with a lost successor is won. The
//     predecessors of the new losses are marked, or, where that is cheaper, all
//     undecided positions look at their successors.
//   - Wins give losses: an undecided position is lost when all its successors are
//     won by the opponent. There are three ways. Forward, every undecided position
//     looks for a successor that is not won, and then watches that one: as long as
//     it is not won there is nothing to look at. Confirming, only the predecessors
//     of the new wins do so. With counters, each undecided position knows how many
//     of its successors are not won yet, and each new win takes one off its
//     predecessors.
//
// Which way is cheapest is measured on some positions before each phase. The choice
// never changes the result, nor do workers, chunks, memory or interruptions.
//
// The frontiers, in roaring bitmaps by phase and chunk, are the solution; compaction
// turns them into a table. A chunk's result is committed in one batch, and a solve
// that is killed goes on from the last one.
//
// # Slabs
//
// Where a game says that its turns are made of steps ([engine.Slabs]: a rearrangement of
// what is the mover's, then one link to a position of the opponent), no turn is listed at
// all. The positions that agree in what is the opponent's are a slab; a rearrangement acts
// on the bitmap of a slab, and links alone lead from slab to slab. Phases are the same, and
// so is the table, byte for byte; room slabs has the rest. It is what Auto takes where
// memory suffices: one bit a configuration of the slabs whose positions are not all won at
// once, and some chunks. Another bit for each is in memory where there is room, else in a
// file. A solve goes on in the way in which it was begun.
//
// # Slices and exits
//
// Slices are solved leaves first. A position with an exit that is lost for the
// opponent in r plies is seeded as a win in phase r+1, unless it is decided earlier.
// Where the opponent wins all exits, the slowest of them delays the loss: the position
// waits for that phase, and is lost in it if by then all its moves within the slice
// are, else when they are. So the values of finished slices are needed in the seed
// scan only.
//
// Where there are exits the scan lists the successors. It finds all immediate wins
// before, which is cheap for games that can tell them, and then knows what is lost
// against these and what every position has left; the immediate wins need not be
// unmoved in phase 2. Of games that can tell how many moves stay in the slice, and how
// many of these are no immediate wins of the opponent ([engine.Seeder]), exits alone
// are listed. Positions are taken some hundred at a time: all that has to be looked up
// is listed before the first of it is, so that the reads of memory overlap.
//
// No phase needs to come back to an immediate win. Games that can leave them out of the
// predecessors do ([engine.OpenUnmover]), and so do the lists of the reverse graph.
//
// A slice that no move stays in is a layer: it needs no phases, one pass over its
// positions finds their values from those of its exits. That is the only way to solve
// games of scores. The values of finished layers that are still needed stay in memory;
// all of them lie in files, from which an interrupted solve goes on.
//
// # Games that bring only their rules
//
// Their positions are found first ([Open]; the method is in package discover), in the
// budget of memory and with lists on disk where that is too little, and their keys are
// stored beside the table, for queries (package keys).
//
// Such games cannot unmove, and to look forward means to make all moves of a position and
// to look up the rank of each result, which is most of the work. So the seed scan, which
// does that anyway, hands each move, but for those of immediate wins, to the chunk that
// it leads into; sorted there, they are the reverse graph, and phases go back along it
// with counters, each list being read once. It is kept in memory or, when the budget is
// too small, in a file. Without room for its 4 bytes a position and the counters, or with
// the strategy forward, phases look forward at all undecided positions instead. That was
// never found to be cheaper.
//
// # Rooms
//
// This package has what a caller sees. What it stands on are the rooms of its internal
// folder, each of which owns one thing and says so in its comment; none imports one above
// it, and a test says so:
//
//	phases   layers   slabs      the order of the work; ways of solving, and of finding a phase
//	exchange region values       updates on their way; sets in memory; finished slices
//	crew     ledger              workers and what the game lets them do; what is certain
//	task     budget    progress  work as values; arithmetic of memory and disk; reports
//	store                        the ledger's records and notes in a Pebble database
//	phase    pages     files     what a phase number means; large arrays; durable files
//
// A slice is solved in steps of tasks. A task is a value, it may be done anywhere that has
// what it reads, in any order within its step, and more than once.
// internal/phases/dispatch.go is the one place that goes from a task to its result, and
// from there to what is known; work on several machines would begin there. To solve games in
// another way as a whole, begin at chooseWay (slabs.go) and at solve (run.go), where the
// ways that there are meet; for another way of finding a phase, at the interface way
// (internal/phases/choose.go).
//
// # Memory
//
// There are five or six bits a position: won, lost, rescued, waiting, the frontier, what
// is found. Four bytes a position for the successor watched and one or two for
// counters are taken where the budget has room, and so are the values of finished
// slices that others exit into.
//
// When the bits do not fit, the solve spills. One bit a position stays in memory:
// won. Predecessors of the frontier that are not won are gathered by destination chunk
// and written to disk, in rounds that bound both the disk and the work that a crash
// costs, and absorbed chunk by chunk. After losses, they are won; after wins, they are
// looked at once more. Values of exits that do not fit either lie in a file and are
// in memory a range at a time, and the scan looks at the exits of some chunks once for each.
// Only games with predecessors can do that. Less than one bit a position of the largest
// slice is refused.
//
// # Verification
//
// Verification gathers the values of all successors before it looks at them, so that many
// reads of memory are on their way at once.
//
// # Decisions
//
// The folder decisions, beside this file, says why the solver is as it is, and speed.md
// there what was tried, and what it brought. DESIGN.md of the repository has the whole.
package solver
