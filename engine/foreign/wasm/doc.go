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
// counter of steps, a separate global. Each round of a loop and each function that calls others
// decrements the counter by one. A bulk copy subtracts a step for every 16 bytes. The module traps
// when the counter falls below zero. So a call that takes too long ends after the same number of
// steps on every machine.
package wasm
