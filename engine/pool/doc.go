// Package pool shares work among goroutines: units that are known by number ([Each]),
// pieces whose results are wanted in order ([InOrder]), and pieces that come one after the
// other ([Line]).
//
// It stands in this room, the lowest, because all rooms above have work to share. It
// knows none of them and nothing of games.
package pool
