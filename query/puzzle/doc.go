// Package puzzle finds puzzles in tables: positions in which exactly one move wins.
//
//	found, err := puzzle.Find(ctx, db, puzzle.Options{Turns: 3, N: 10})
//
// It looks at every position of the length asked for, or at random ones where there are
// more than it may look at, ranks those with one winning move by how hard they are, and
// leaves out what is nearly the same as a harder one.
//
// # Hardness
//
// Hardness is the sum of
//
//   - the least strength of the opponents of package opponent that is sure to find the move,
//     0 to 15;
//   - the binary logarithm of one more than the moves that tempt: those that look as good
//     to the best player who is not sure to find it;
//   - half of that of one more than those of them that lose;
//   - twice the difference of the move from those, 0 to 1: by squares that their notations
//     do not share.
//
// In games of scores, where nobody wins in so many turns, a move wins that ends ahead. All other
// moves tempt, and there is no least strength.
//
// # Near-duplicates
//
// Two puzzles are nearly the same where their drawn boards differ in two squares at most,
// turned and mirrored as one likes, or where their solutions come to one position within two plies.
package puzzle
