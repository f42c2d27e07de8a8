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
// The kit looks at every position of a small game and at random ones of a large
// game, the same ones each time.
package enginetest
