// Package fast has the optional parts that make a game faster to solve: predecessors, scans
// for immediate wins, seeds, searches that stop early, layer evaluators, batches and families
// of keys, slabs and sweeps. A game works without any of them.
//
// A game hands its parts to the solver in the fields of engine.Scratch (parts that need a worker's
// memory), engine.Parts (parts that need none) and engine.Rules (parts of games that define only
// rules). A nil field means that the game does not have the part.
//
// # Concurrency
//
// A part of a scratch belongs to one goroutine. The other parts are safe for concurrent use,
// unless the contract of the part says otherwise.
package fast
