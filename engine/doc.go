// Package engine defines a game: its positions and their indices, its moves, its values and the
// names of its variants.
//
// A game is implemented at one of three levels. The solver uses every part that the game has.
//
//   - Rules only: type [Rules] has a start position, an encoding of positions into uint64 keys,
//     and the moves. Package discover finds the reachable positions and sorts their keys; the
//     rank of a key is its index. Rules may add layers or slices, a [Symmetry], and the scores
//     of finished positions. Discovery of 10⁸ positions takes a minute on two cores and 2 GB of
//     memory. Solving takes some minutes more: twelve in all for the 246,803,167 positions of
//     Dōbutsu shōgi.
//   - Ranked: type [Game] has a bijection between positions and the dense indices
//     0 ≤ index < [Game.Size], and the successors of an index. discover.Keyed makes one from
//     rules and a formula for the indices.
//   - Full: the game's [Scratch] also has parts that make it faster (package fast), such as a
//     [fast.Unmover], which lists predecessors, or a [fast.WinScanner], which finds immediate
//     wins. [Game.Slices] declares slices.
//
// [Game] is the required contract. Optional parts are fields of two structs: [Parts] belongs to the
// game, [Scratch] to a worker, which owns its memory. A nil field means that the game does not have
// the part, and the solver works without it. [CheckParts] refuses combinations that make no sense
// when a game is opened. "foregone info GAME" lists the parts of a game, and the gain that the
// missing ones would bring.
//
// To write a game, begin with the examples in the files example*_test.go: they implement one small
// game at each level. LEVELS.md, in the same folder, explains the same steps and measures their
// gain. Package drawing describes pictures of positions.
//
// # Words
//
// The mover is the player to move. An index numbers the positions that a game stores; symmetric
// twins share one where the game supports that. A slice is a contiguous range of indices that play
// can leave but never re-enter. The remoteness of a position is the number of turns (plies) until
// the game ends when the winner hurries and the loser delays.
//
// # Concurrency
//
// A [Game] is immutable after construction and safe for concurrent use. A [Scratch] belongs to one
// goroutine.
//
// # Caveats
//
// Hot methods (those of [Scratch] and its parts) return no errors. An index out of range is a bug
// of the caller, and the method may panic.
package engine
