// Package report tells the designer of a game how the solved game plays.
//
//	f, err := report.Study(ctx, db, report.Options{})
//	if err != nil {
//		return err
//	}
//	return report.WriteHTML(w, []*report.Figures{f})
//
// # Contents
//
//   - The winner: by perfect play, and in games that strong and random opponents of package opponent play against
//     themselves.
//   - The lengths of games, and the share of games with a winner.
//   - How often the player to move has a single move, in all positions and in those games; how often
//     only one of several moves keeps the value of the position, by ply.
//   - The openings as a tree with values, the longest wins, and symmetric drawn positions,
//     which stay the same when the board is turned or mirrored, with colours swapped or not.
//
// Games begin at the start. In a game without one they begin at random stored positions, the same
// for each strength, and there is no tree.
//
// # Limits
//
// A game is cut after 300 plies, or when a position occurs for the third time, and counts as drawn.
// All figures except the counts of the table come from samples, and state the sample size. The same
// seed gives the same figures with any number of workers.
package report
