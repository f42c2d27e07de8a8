// Package solver turns a game into its table: it finds for every position who
// wins and in how many turns, by retrograde analysis.
//
// [Solve] does everything, from an empty folder or from where an interrupted solve
// stopped; [Verify] checks a table by other means; [EstimateFor] says what a solve
// will need.
//
// # Phases
//
// Phase k finds the positions of remoteness k, in chunks. A seed scan finds what
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
// # Slices and exits
//
// Slices are solved leaves first. A position with an exit that is lost for the
// opponent in r plies is seeded as a win in phase r+1, unless it is decided earlier.
// Where the moves within the slice are all lost but an exit delays the end, the loss
// is seeded in the phase it belongs to.
//
// A slice that no move stays in is a layer: it needs no phases, one pass over its
// positions finds their values from those of its exits. That is the only way to solve
// games of scores. The values of finished layers that are still needed stay in memory;
// all of them lie in files, from which an interrupted solve goes on.
//
// # Memory
//
// There are four bits a position: won, lost, the frontier, what is found. Four bytes
// a position for the successor watched and one or two for counters are taken where
// the budget has room. When not even the bits fit, the solve spills: the counters of
// each chunk lie in a file, updates are gathered by destination chunk and written to
// disk, and chunks are worked on one after another. Only games with predecessors can
// do that.
//
// # What was tried, and what it brought
//
// On pushfight:movers=1,pushers=2, user time of a whole solve, each measured on the
// version before it:
//
//   - testing wins in one from the edge of the board inwards instead of by listing
//     moves: 128 s to 53 s (the seed scan alone 12 times faster);
//   - looking forward only from predecessors of new wins, where they are few: 53 s
//     to 42 s;
//   - watching one successor that is not won: 42 s to 23 s;
//   - committing small chunks without waiting for the disk each: nothing in user
//     time; three times the speed in wall time on games of a few hundred positions.
package solver
