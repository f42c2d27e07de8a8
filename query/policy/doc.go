// Package policy tests rules of thumb against a database: how often the move of a
// policy is a best one, how often it gives a win or a draw away, where it fails worst,
// and whether it keeps what the start of the game is worth against best play.
//
//	report, err := policy.Test(ctx, db, policy.Command{Line: "./greedy"}, policy.Options{Sample: 1000})
//	if err != nil {
//		return err
//	}
//	fmt.Println(report.Kept(), "of", report.Asked, "answers keep the outcome")
//
// A policy is a program ([Command]), a function ([Func]), or whatever implements
// [Policy].
//
// # Answers
//
// Positions are asked as the database stores them, of symmetric twins one; those in
// which there is nothing to move are left out, and so are those whose value is not
// known. A position counts once, however many twins it has. A forced move is asked for,
// too.
//
// An answer keeps the outcome where a won position stays won and a drawn one drawn, and
// is optimal where no move is better: then a win comes no later, and a loss no sooner,
// than it must. Scores are won, lost and drawn by their sign, and optimal where no point
// is given away.
//
// # From the start
//
// The policy plays the side for which the start is won, or each of them where it is
// drawn, and the opponent every reply of the best value: the quickest win, the
// slowest loss, the highest score, any draw. All positions that can arise so are
// asked, each once, those after fewer turns first. The policy fails where the outcome gets worse than that of
// the start, or, from a won start, where play can come back to a position for ever.
// What a policy answers to a position is taken to be always the same.
package policy
