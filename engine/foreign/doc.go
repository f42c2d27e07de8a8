// Package foreign makes games from rules that are written in other languages and run outside the
// program's own code. PROTOCOL.md, in this folder, specifies the questions to such rules and their
// answers. Package wasm runs them as WebAssembly modules, package program as processes.
//
// A [Source] makes [Instance]s. An instance answers one question at a time. [New] makes a [Game]
// from a source. The game hands out instances to concurrent callers, checks every answer, and
// implements the [engine.Rules]. A violation of the protocol is a [Breach], which names the game,
// the key and the rule. The game closes the instance that caused it.
//
// # Checks
//
// The game checks the length, the counts and the ranges of every answer. It checks more for the
// first 64 batches, and then for one in 16,384 positions and at least every quarter second: the same
// question gets the same answer again, so do some questions from earlier in the solve, canonical keys are their own canonical keys, and both ways of expanding lead to the same
// positions. Every new instance must have the same start.
package foreign
