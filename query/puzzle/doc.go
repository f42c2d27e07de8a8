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
// # Themes
//
// The puzzles have different themes, as far as there are some. [Find] goes through candidates from the
// hardest to easier ones, in rounds: in the n-th round the same theme, in the same slice of the table (such as a
// material) and with lengths of the same magnitude (2 and 3 turns, 4 to 7, …), may occur n times. The
// same last turn of the winner occurs again only when nothing else is left. The theme is the first of these that holds:
//
//   - a capture: the solution takes a piece;
//   - a sacrifice: after the solution or the best reply the winner has fewer pieces on the board;
//   - a forced reply: the solution leaves the loser one move;
//   - a trap: all tempting moves lose;
//   - an unlikely move: it names hardly a square of those that tempt (difference of 0.9 or more);
//   - a quiet move.
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
// at most two squares (boards of 36 squares or more also when all pieces move by a square), or if their solutions reach the same position within two plies.
package puzzle
