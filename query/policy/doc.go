// Package policy tests rules of thumb against a database. It counts how often a policy plays a best
// move and how often it gives away a win or a draw, and it lists the worst failures. It also checks
// whether the policy keeps the value of the start against best play.
//
//	report, err := policy.Test(ctx, db, policy.Command{Line: "./greedy"}, policy.Options{Sample: 1000})
//	if err != nil {
//		return err
//	}
//	fmt.Println(report.Kept, "of", report.Asked, "answers keep the outcome")
//
// A policy is a program ([Command]), a function ([Func]), or whatever implements
// [Policy].
//
// # Answers
//
// The policy gets positions as the database stores them, one for all symmetric twins, and each
// counts once. The test skips positions without a move and positions of unknown value. It includes
// positions with a single move.
//
// An answer keeps the outcome if a won position stays won, a drawn one drawn and a lost one lost.
// It is optimal if no move is better: the policy wins as early and loses as late as possible. A
// score is a win, a loss or a draw by its sign, and an optimal answer gives no point away.
//
// # From the start
//
// The policy plays the side that wins from the start, or each side if the start is drawn. The
// opponent plays every reply of the best value: the quickest win, the slowest loss, the highest
// score, any draw. The policy gets every position that can arise once, in order of plies from the
// start. It fails if the outcome gets worse than that of the start, or if play from a won start can
// repeat positions for ever. The test assumes that a policy always gives the same answer to a
// position.
//
// # Games of chance
//
// [TestChance] plays games of chance against perfect play and says what the policy loses a move and a game.
// The sum of what its moves lose has the mean by which its result falls short of the value of the start.
//
// # The best opponent
//
// [Options.Exploit] replaces the opponent of these games by one who knows the policy and does what
// is best against it: he may leave perfect play. The policy is a function of stored positions; symmetric
// twins get the same answer. It may choose at random among several turns. The opponent then has a game of
// one player, a Markov decision process, which is solved exactly; with chance, until no result
// changes by more than 1e-13. [Exploit] is the result.
package policy
