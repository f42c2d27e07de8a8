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
// # A game of one's own
//
// What a designer needs is an idea and modest Go; the strong solution, the table and the
// analyzer page come the same day. The folder tools/examples/dodgem of the repository is a
// whole game to copy, a module of its own, and the one that is measured below: Dodgem, on
// a square board of any size. The package's examples are the same steps with a game of 30
// positions.
//
// First come the rules alone ([Example], rules.go of Dodgem in under 80 lines). Decide what a key is:
// a uint64 that says everything about a position that matters for the rest of the game. A
// bit for each square and side does well on boards of up to 32 squares, with the
// mover's pieces apart from the opponent's, so that one routine moves both. Write Start and
// AppendMoves; what has no move is lost for the mover unless you say how it ended
// ([Ends]). Where a finished position can be won for the player to move, choose the kind
// [Wide]. That is a [Definition] with NewRules, and
//
//	func main() { cli.Main(engine.NewRegistry(definition())) }
//
// (package tools/cli) is the whole command line: games, solve, moves, play, serve and
// the others. Run enginetest.Run on a small variant in a test. Positions are written as
// hexadecimal keys until there is a [KeyNotation], moves as the positions they lead to
// until there is a [MoveNotation]. Where a [KeyBoard] draws the squares with column
// letters below and row numbers before them, there are pictures of positions, and where
// KeyText begins with the same squares in the same order, the analyzer page sets up
// positions and makes moves by clicks.
//
// Then say what else you know, a few lines each (parts.go): [KeySymmetry] stores
// positions once that are the same by symmetry, as those are where the players have
// changed places ([ExampleKeySymmetry]); [KeySlices] or [KeyLayers] say that something cannot
// be undone, so that less has to be in memory at a time ([ExampleKeySlices]).
//
// Ranked is the same game with a formula in place of the list of keys: a [KeySet]
// that knows the key of a rank and the rank of a key ([ExampleKeyed], ranked.go).
// [Keyed] makes the game of it, and rules, notation and tests stay as they are. The ranks
// may follow any order, as long as Key and Rank are each other's inverse and every
// position that a stored one leads to has a rank; positions that cannot be reached are
// stored and solved, too. Nothing has to be found before solving, and no key is stored.
// [RankMultiset] is a formula for a start, slow but right.
//
// Full is that game with predecessors: a type that embeds the [Game] and hands out a
// [Scratch] that is an [Unmover] as well ([ExampleUnmover], full.go). The embedding hides what the inner
// game can do besides being a Game; hand on [Depicter]. Without predecessors the solver
// goes through all undecided positions in every phase, or, where it has the
// memory, makes lists of all predecessors first; with them it needs neither, and
// can solve games of which one bit a position fits in memory.
//
// MEASURED
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
