// Package enginetest is the conformance kit that every game passes, with the means
// to test solvers: a naive solver that is right by inspection, and random games in
// which loops, draws, ends and exits of all kinds occur.
//
// A game's test begins with
//
//	func TestConformance(t *testing.T) {
//		enginetest.Run(t, game, enginetest.Options{})
//	}
//
// What never happens in the variant is not tested. So let it be a small one in which every rule comes up, and name the
// rules in the options: the kit says which of them never occurred.
//
//	enginetest.Run(t, game, enginetest.Options{Occurs: map[string]func(enginetest.Situation) bool{
//		"a capture":   func(s enginetest.Situation) bool { return slices.ContainsFunc(s.Moves, captures) },
//		"a stalemate": func(s enginetest.Situation) bool { return s.Finished && s.End == engine.Tie },
//	}})
//
// The kit looks at every position of a small game and at random ones of a large
// game, the same ones each time.
package enginetest
