// Package solver turns a game into its table: it finds for every position who
// wins and in how many turns, by retrograde analysis.
//
// [Open] makes the game, for which it may have to find all positions; [Solve] does the
// rest, from an empty folder or from where an interrupted solve stopped; [Verify] checks
// a table by other means; [EstimateFor] says what a solve will need.
//
// # How
//
// A slice is solved phase by phase: phase k finds the positions of remoteness k (in the
// wide kind, phases 2k and 2k+1 do) from those of the phase before it, backwards or
// forwards, whichever is cheaper just then. A slice that no move stays in takes one pass
// instead, and a game whose turns are made of steps is solved on bitmaps ([fast.Slabs]).
// The result never depends on the way, nor on workers, chunks, memory or interruptions:
// what is found is committed chunk by chunk, and a solve that is killed goes on from there.
// A budget that is too small is refused before anything is done.
//
// The rooms of the folder internal have the rest, each in its comment: phases (the ways of
// finding a phase), layers, scores, slabs, budget (memory and disk). To solve games in another way
// as a whole, begin at chooseWay (slabs.go) and at solve (run.go).
//
// # Decisions
//
// The folder decisions, beside this file, says why the solver is as it is, and speed.md
// there what was tried, and what it brought. DESIGN.md of the repository has the whole.
package solver
