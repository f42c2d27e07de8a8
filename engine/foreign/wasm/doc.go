// Package wasm runs games that are WebAssembly modules, on wazero, without cgo.
//
// A module is compiled once, and its machine code kept in the user's cache folder. Each
// instance has a linear memory of its own of at most 64 MiB. It reaches no file, no network
// and no clock, and finds the same random numbers every time, so that it answers the same
// every time; what little of WASI it finds is in host.go.
//
// # Steps
//
// A module that does not end must be stopped, and checking a clock in every loop would
// cost as much as the game. So the module is rewritten before it is compiled: a counter of
// steps, a global of its own, is taken down in each round of each loop, in each function
// that calls others, and by the length of what is copied. Below zero it traps. A
// call that takes too long so ends after the same number of steps on every machine.
package wasm
