// Package awari is awari. Two players sow stones round twelve pits and capture. The score of a
// position is the difference of their captures from there on.
//
// # Rules
//
// Each player has six pits. In a turn the mover takes all stones of one of his pits and sows them
// one by one into the next pits, counter-clockwise. The stones also go into the opponent's pits.
// Further laps skip the emptied pit. If the last stone makes two or three in a pit of the
// opponent's, it captures them. The capture continues with the pits right before, as long as they
// are the opponent's and hold two or three. A turn may leave the opponent without a stone only if
// every turn does. A player without a stone cannot move: the game is over, and the opponent takes
// all stones. Endless play without captures is worth 0 to both.
//
// These are the rules of J. Romein and H. Bal ("Solving the Game of Awari using Parallel Retrograde
// Analysis", IEEE Computer 36, 2003), as in their published program for looking up scores. A turn
// leaves the opponent without stones if it captures all of them, or if the opponent had none before
// and receives none.
//
// # Stones of an endless cycle
//
// Some rules divide the stones that remain in a cycle between the players; others leave them on the
// board. The margin is 0 under either rule, so one table serves both. Earlier versions had a
// parameter "cycle" with the values shared and stay. Databases with "cycle=shared" or "cycle=stay"
// in their spec open under their old name. New specs refuse the parameter. An interrupted solve of
// such a spec has to begin again.
//
// # Positions
//
// A position does not include captured stones. The combinatorial number system ranks the positions
// with the same number of stones. Those with n stones take C(n+11, 11) indices, and those with up
// to N stones take C(N+12, 12). The mover's pits come first.
//
// The published count of 889,063,398,406 positions covers those that a game with 48 stones can
// reach. It leaves out the C(n+5, 11) positions of n stones where the player not to move has stones
// in all six pits: he has just emptied one. It leaves out 47 stones, since captures take two or
// more. It includes the start. The parameter "reachable" selects these positions.
package awari
