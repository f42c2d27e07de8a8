// Package foreign makes games of rules that are written in another language and run
// outside the program's own code. PROTOCOL.md, beside this file, says what such rules are
// asked and what they answer; package wasm runs them as WebAssembly modules, package
// program as processes.
//
// A [Source] makes [Instance]s, of which each answers one question at a time. [New] makes a
// [Game] of a source: it hands instances out to whoever asks, checks every answer, and is
// the [engine.Rules] of the game. What breaks the protocol is a [Breach], which names the
// game, the key and the rule; the instance that broke it is given up.
//
// # What is checked
//
// Every answer: its length, the counts in it, the range of everything in it. Of the first
// 64 batches, and then of one in 16,384 positions: that the same question has the same
// answer again, that canonical keys are their own, and that both ways of expanding lead to
// the same positions. Of every new instance: that it starts from the same position.
package foreign
