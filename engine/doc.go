// Package engine says what a game is: its positions and their indices, its
// moves, its values, and how a variant is named.
//
// A game plugs in at one of three levels, and the solver uses what it finds.
//
//   - Rules only: type [Rules], a start position, an encoding of positions into
//     uint64 keys, and the moves. [Discover] finds the reachable positions,
//     sorts their keys, and the rank of a key is its index. Rules may also say that
//     the game has layers and no loops ([KeyLayers]), which positions are the same by
//     symmetry ([KeySymmetry]) and what a finished position scores ([KeyScorer]).
//     10⁸ positions take a minute on two cores and 2 GB of memory.
//   - Ranked: type [Game], a bijection between positions and the dense indices
//     0 ≤ index < [Game.Size], and the successors of an index.
//   - Full: the game's [Scratch] also implements [Unmover] (predecessors),
//     [WinScanner] (immediate wins of a run of indices) and [Searcher]
//     (membership tests that stop early). Slices are declared by [Game.Slices].
//
// # Words
//
// A position's side to move is "the mover". An index numbers the positions a
// game stores, symmetric twins left out where the game can do that. A slice is a
// contiguous range of indices that play can leave but never come back to. The
// remoteness of a position is the number of turns (plies) until the game ends
// when the winner hurries and the loser delays.
//
// # Concurrency
//
// A [Game] is immutable after construction and safe for concurrent use. A
// [Scratch] belongs to one goroutine.
//
// # Caveats
//
// Hot methods (those of [Scratch] and its optional interfaces) return no errors:
// an index out of range there is a bug of the caller and may panic.
package engine
