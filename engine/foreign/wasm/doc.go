// Package wasm runs games that are WebAssembly modules, on wazero, without cgo.
//
// A module is compiled once, and the user's cache folder keeps its machine code. Each instance has
// its own linear memory of at most 64 MiB. It has no access to files, the network or the real
// clock, and gets the same random numbers in every run. So its answers are reproducible. host.go
// has the small part of WASI that it may use.
//
// # Steps
//
// A module that does not end must be stopped, but checking a clock in every loop would take as long
// as the game itself. So this package rewrites the module before compiling it. The module gets a
// counter of steps, a separate global. Each round of a loop and each call of a function subtracts
// the steps of its instructions, a bulk copy a step for every 16 bytes. When the counter falls below
// zero, some milliseconds later, the module calls the host. The host stops it after too many steps,
// which are the same number on every machine, after too much time, or after an interrupt.
// solver/decisions/metering.md compares the cost with that of a check in every loop.
package wasm
