// Package discover makes an [engine.Game] from [engine.Rules].
//
// [Game] finds the reachable positions, sorts their keys, and numbers the positions by the ranks
// of their keys. [Find] does the same within a memory budget, with files for keys that do not fit,
// and can continue after an interruption. [Keyed] makes the game from slices with known keys: keys
// that were found, or a [KeySet] that computes keys and ranks by a formula. The formula turns a
// game of rules into a ranked game.
//
// # Words
//
// A key is the uint64 by which the rules name a position. Its rank is the number of smaller keys in
// its slice, or the result of a formula.
package discover
