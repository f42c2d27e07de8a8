// Package discover makes games of rules: a [engine.Game] of a [engine.Rules].
//
// [Game] finds the positions that can be reached, sorts their keys, and numbers the
// positions by the ranks of their keys. [Find] is the same in a budget of memory, with
// files for what does not fit, and can be interrupted. [Keyed] makes the game of slices
// whose keys are known: those that were found, or a [KeySet] that reckons keys and ranks by
// a formula, which is how a game of rules becomes a ranked one.
//
// Of rules with [fast.MovingFamilies] a layer is found as bits, and solved family by family.
//
// # Words
//
// A key is what the rules call a position, any uint64. Its rank is the number of keys below
// it in its slice, or what a formula makes of it.
package discover
