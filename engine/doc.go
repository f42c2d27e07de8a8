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
//     10⁸ positions take a minute on two cores and 2 GB of memory.
//   - Ranked: type [Game], a bijection between positions and the dense indices
//     0 ≤ index < [Game.Size], and the successors of an index. discover.Keyed makes one of
//     rules and a formula for the indices.
//   - Full: the game's [Scratch] also has an [Unmover] (predecessors; [OpenUnmover]
//     leaves some out that do not matter), a [WinScanner] (immediate wins of a run of
//     indices), a [Searcher] (membership tests that stop early) or a [Seeder] (what a
//     position comes to but for moves within its slice). Slices are declared by
//     [Game.Slices].
//
// What a game can do besides what it must stands in two structs: [Parts] of the game, and
// [Scratch] of a worker, for what needs working memory. A field that is nil says that the
// game cannot, and the solver does without. When a game is opened, [CheckParts] refuses
// parts that make no sense together; "foregone info GAME" lists those that a game has and
// what the others would bring.
//
// # A game of one's own
//
// What a designer needs is an idea and modest Go; the strong solution, the table and the
// analyzer page come the same day. The folder tools/examples/dodgem of the repository is a
// whole game to copy, a module of its own, and the one that is measured below: Dodgem, on
// a square board of any size. The package's examples, in its files example*_test.go, are
// the same steps with a game of 30 positions.
//
// First come the rules alone (the example of the package; rules.go of Dodgem, some 90
// lines). Decide what a key is: a uint64 that says everything about a position that
// matters for the rest of the game. A bit for each square and side does well on boards of
// up to 32 squares, with the mover's pieces apart from the opponent's, so that one routine
// moves both. Write Start and AppendMoves; a position without moves is lost for the mover
// unless you say how it ended ([Ends]). Where a finished position can be won for the
// player to move, choose the kind [Wide]. That is a [Definition] with NewRules, and
//
//	func main() { cli.Main(games.NewRegistry(definition())) }
//
// (packages tools/cli and engine/games) is the whole command line: games, solve, moves,
// play, serve and the others. Run enginetest.Run on a small variant in a test.
//
// All else is a field of [Rules]. Positions are written as hexadecimal keys until there is
// a Notation, moves as the positions they lead to until there is a MoveText. Where Board
// draws the squares with column letters below and row numbers before them, there are
// pictures of positions, and where KeyText begins with the same squares in the same order,
// the analyzer page sets up positions and makes moves by clicks.
//
// Then say what else you know, a few lines each (parts.go): a [Symmetry] stores positions
// once that are the same by symmetry, as those are where the players have changed places;
// Slice or Layer say that something cannot be undone, so that less has to be in memory at
// a time. Both have examples.
//
// Ranked is the same game with a formula in place of the list of keys: a KeySet of
// package discover that knows the key of a rank and the rank of a key (the example "ranked";
// ranked.go). discover.Keyed makes the game of it, and rules, notation and tests stay as
// they are. Its ranks need not follow the order of the keys, as those of stored keys do, as
// long as Key and Rank are each other's inverse and every position that a stored one leads
// to has a rank; positions that cannot be reached are stored and solved, too. Nothing has
// to be found before solving, and no key is stored. [RankMultiset] is a formula for a
// start, slow but right.
//
// Full is that game with predecessors: a type that embeds the [Game] and hands out its
// [Scratch] with an [Unmover] as well (the example of Unmover; full.go). Of games without
// predecessors the solver makes lists of them, in memory or in files, before it goes
// backwards, or it goes through all undecided positions in every phase; a game that tells
// them needs neither lists nor their memory, and one of the kind [Byte] can be solved with
// one bit a position in memory. A [WinScanner], a [Searcher] and a [Seeder] are for games
// that can tell more quickly than by listing all moves; an [OpenUnmover] leaves
// out predecessors that are immediate wins, where that is no more work than to list them.
//
// Measured on two cores of a machine that did other things too: Dodgem on 5 by 5 squares
// with 3 cars each, and with 4, from the rules to the table, in processor time and peak
// memory, where --memory does not say otherwise up to 18 GiB:
//
//	level            positions   time  memory     positions   time  memory
//	rules alone      6,049,369  6.4 s  573 MB
//	  + slices       6,049,369  6.9 s  443 MB
//	  + symmetry     4,795,328  6.7 s  415 MB   119,989,511  437 s  8.9 GB
//	ranked           4,796,100  2.8 s  320 MB   119,999,650   89 s  7.2 GB
//	  in 1 GiB                                  119,999,650  138 s  1.0 GB
//	full             4,796,100  4.4 s   99 MB   119,999,650  190 s  1.0 GB
//	  in 384 MiB                                119,999,650  143 s  0.4 GB
//
// So slices and symmetry bring memory, and a smaller table; ranking brings two to five
// times the speed, and no 176 MB of keys beside the table; predecessors bring a third to a
// seventh of the memory, and less where there is less: in 384 MiB, where lists of them have
// no room, the ranked game had decided 22 million positions when it was stopped after 340
// s. With room for lists they bring no speed here, where a position has at most twelve
// moves and taking them back costs as much as making them. Measure before you write them:
//
//	go test -run - -bench Solve -benchtime 1x    # in tools/examples/dodgem
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
