// Package report says how a solved game feels, for its designer.
//
//	f, err := report.Study(ctx, db, report.Options{})
//	if err != nil {
//		return err
//	}
//	return report.WriteHTML(w, []*report.Figures{f})
//
// # What it finds out
//
//   - Who wins: by perfect play, and in games that opponents of package opponent play against
//     themselves, strong ones and ones that move at random.
//   - How long games are, and how many end with a winner.
//   - How often the player to move has a single move, in all positions and in those games; how often
//     just one of several moves keeps what the position is worth, by ply.
//   - The openings as a tree with values, the longest wins, and drawn positions that are
//     symmetric: the same when the board is turned or mirrored, with colours swapped or not.
//
// Games begin at the start. Where a game has none they begin at random stored positions, each
// strength at the same ones, and there is no tree.
//
// # Limits
//
// Games are broken off after 300 plies, or where a position comes for the third time; both count as drawn.
// All but the counts of the table is from samples, whose size each figure has. The same seed gives
// the same figures with any number of workers, unless time runs out.
package report
