// Package enginetest is the conformance kit that every game passes. For tests of solvers it has a
// naive solver, simple enough to verify by reading, and random games with loops, draws, ends and
// exits of all kinds.
//
// A game's test begins with
//
//	func TestConformance(t *testing.T) {
//		enginetest.Run(t, game, enginetest.Options{})
//	}
//
// The kit cannot test a rule that never applies in the variant. Choose a small variant in which
// every rule occurs, and name the rules in the options. The kit reports those that never occurred.
//
//	enginetest.Run(t, game, enginetest.Options{Occurs: map[string]func(enginetest.Situation) bool{
//		"a capture":   func(s enginetest.Situation) bool { return slices.ContainsFunc(s.Moves, captures) },
//		"a stalemate": func(s enginetest.Situation) bool { return s.Finished && s.End == engine.Tie },
//	}})
//
// The kit checks every position of a small game, and a random sample of a large one, which is the
// same in each run.
package enginetest
