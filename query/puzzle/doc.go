// Package puzzle finds puzzles in tables: positions in which exactly one move wins.
//
//	found, err := puzzle.Find(ctx, db, puzzle.Options{Turns: 3, N: 10})
//
// [Find] examines all positions that are won in the requested number of turns, or a random sample
// if there are too many. It ranks those with exactly one winning move by hardness, and drops
// near-duplicates of harder ones.
//
// # Hardness
//
// Hardness is the sum of
//
//   - the least strength, 0 to 15, at which an opponent of package opponent always finds the move;
//   - log2(1 + tempting moves): a move tempts if it looks as good as the solution
//     at one strength less;
//   - log2(1 + losing moves among these) / 2;
//   - twice the difference, 0 to 1, between the solution and the tempting moves: the share of squares that
//     only one of two notations names.
//
// In games of scores a move wins if its score is positive. All other moves are tempting, and the
// least strength does not count.
//
// # One player
//
// The puzzles of a game of one player are its hardest starts: those that take the most moves, and of
// these the ones with the smallest share of right first moves, or the other way round ([Order]). A
// first move is right if it begins a shortest solution. Hardness is the number of moves plus the share
// of wrong first moves; or, by first moves, 100 times that share plus a thousandth of the number of moves.
//
// # Near-duplicates
//
// Two puzzles are near-duplicates if their drawn boards, turned and mirrored in any way, differ in
// at most two squares, or if their solutions reach the same position within two plies.
package puzzle
