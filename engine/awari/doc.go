// Package awari is awari: two players sow stones round twelve pits and capture, and the
// difference of what they capture from a position on is its score.
//
// # Rules
//
// Each player has six pits. A turn: take all stones of an own pit and sow them one by one
// into the pits after it, counter-clockwise, the opponent's among them and, in further laps,
// all but the emptied one. If the last stone falls into a pit of the opponent's that holds
// two or three stones then, these are captured, and so are those of the pits right before
// it, as long as they are the opponent's and hold two or three. A turn that leaves the
// opponent without a stone is allowed only where every turn does so. A player without a
// stone cannot move: the game is over, and all stones are the opponent's. Play that goes on
// for ever with nothing captured any more is worth nothing to either.
//
// These are the rules of J. Romein and H. Bal ("Solving the Game of Awari using Parallel
// Retrograde Analysis", IEEE Computer 36, 2003) as their published program for looking up
// scores has them: capturing everything, like not feeding an opponent without stones, is a
// turn that leaves him none.
//
// # Stones of an endless cycle
//
// Some rules share the stones that are left in a cycle, others leave them on the board. The
// margin is 0 under either rule, so one table serves both. Earlier versions had a parameter
// "cycle" with the values shared and stay. Databases with "cycle=shared" or "cycle=stay" in
// their spec open under the name they have. New specs refuse the parameter; an interrupted
// solve of such a spec has to begin again.
//
// # Positions
//
// Captured stones are not part of a position. Positions with a number of stones are ranked
// by the combinatorial number system, so that C(n+11, 11) of n stones take as many indices,
// and C(N+12, 12) in all have up to N. The mover's pits come first.
//
// The 889,063,398,406 positions that were published are those that can come up in a game
// with 48 stones: the player who has just moved has emptied a pit, so that positions with
// stones in all six pits of the player who is not to move are left out, C(n+5, 11) of n
// stones; there are never 47 stones, since captures take two or more; and the start is there
// besides. That is what "reachable" stands for.
package awari
