// Package solver turns a game into its table: it finds for every position who wins and in how
// many turns, by retrograde analysis.
//
// [Open] makes the game and, if it brings only its rules, discovers its positions. [Solve] solves it,
// from an empty folder or from where an interrupted solve stopped. [Verify] checks a table by other
// means. [EstimateFor] predicts memory, disk and time.
//
// # How
//
// A slice is solved phase by phase: phase k finds the positions of remoteness k (in the wide kind,
// phases 2k and 2k+1 do) from those of the phase before, backward or forward, whichever is cheaper. A
// slice that no move stays in takes one pass, slices of scores go from the greatest score down, and
// games that act on whole bitmaps are solved by sweeps ([fast.Sweeps]) or slabs ([fast.Slabs]). The
// result never depends on the way, nor on workers, chunks, memory or interruptions: a solve commits
// what it finds chunk by chunk, and resumes there after a kill. It refuses a budget that is too small
// before it starts.
//
// ways.go lists the ways of solving slices. Package internal/way has their interface. Each package
// of internal has its own comment: phases, layers, scores, sweeps and chance (ways of solving a slice),
// slabs (a whole game), budget (memory and disk), values (solved slices).
//
// # Decisions
//
// The folder decisions explains the design. speed.md there lists the optimizations tried and their
// gains. DESIGN.md of the repository has the overview.
package solver
