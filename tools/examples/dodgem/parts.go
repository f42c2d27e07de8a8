package main

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine"
)

// Two optional parts of the rules; "go doc github.com/foregone-db/foregone/engine" describes their
// gains.

// KeySlice returns the number of cars that have left the board. No car returns.
func (r rules) KeySlice(key uint64) int { return 2*r.cars - bits.OnesCount64(key&^second) }

// Canonical returns the position with the players exchanged if the second is to move: stored
// positions have only the first to move.
func (r rules) Canonical(key uint64) uint64 { return key &^ second }

// AppendCanonicalMoves is AppendMoves with the players exchanged after the move.
func (r rules) AppendCanonicalMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	return r.AppendMoves(dst, key|second)
}

// KeyWeight counts the position and its twin.
func (r rules) KeyWeight(uint64) uint64 { return 2 }
