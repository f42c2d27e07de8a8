// Package engine says what a game is: its positions and their indices, its
// moves, its values, and how a variant is named.
//
// A game plugs in at one of three levels, and the solver uses what it finds.
//
//   - Rules only: type [Rules], a start position, an encoding of positions into
//     uint64 keys, and the moves. Package discover finds the reachable
//     positions, sorts their keys, and the rank of a key is its index. Rules may also say that
//     the game has layers and no loops, which positions are the same by symmetry
//     ([Symmetry]) and what a finished position scores.
//     To find 10⁸ positions takes a minute on two cores and 2 GB of memory, to solve
//     them some minutes more: 246,803,167 positions of Dōbutsu shōgi took twelve in all.
//   - Ranked: type [Game], a bijection between positions and the dense indices
//     0 ≤ index < [Game.Size], and the successors of an index. discover.Keyed makes one of
//     rules and a formula for the indices.
//   - Full: the game's [Scratch] also has an [fast.Unmover] (predecessors; [fast.OpenUnmover]
//     leaves some out that do not matter), a [fast.WinScanner] (immediate wins of a run of
//     indices), a [fast.Searcher] (membership tests that stop early) or a [fast.Seeder] (what the
//     rules and finished slices alone say of a position). Slices are declared by
//     [Game.Slices].
//
// What a game must do is [Game]; what it can do besides is in two structs: [Parts] of the
// game, and [Scratch] of a worker, for what needs working memory. A field that is nil says that the
// game cannot, and the solver does without. When a game is opened, [CheckParts] refuses
// parts that make no sense together; "foregone info GAME" lists those that a game has and
// what the others would bring.
//
// A game of one's own begins with the examples of this package, in its files
// example*_test.go, which are one small game from level to level; LEVELS.md beside them
// goes through the same steps and has what each of them brings.
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
