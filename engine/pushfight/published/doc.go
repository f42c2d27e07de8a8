// Package published looks one turn of each side ahead at the positions of Push Fight
// in the order of their permutation index, as the files of the public solution have
// them, and finds the positions without a turn. Package solver/pushfight makes the
// files with it.
//
// It knows the game through a few things of package pushfight only: a board as a
// [pushfight.Grid], a position as four words, the push, and the plain answers of a
// [pushfight.Generator].
//
// # How it works
//
// A win this turn depends on a few squares only: those of the row that is pushed over
// the edge, and the ways of at most two moves. A threat is that turn with these
// squares. Two things follow.
//
// All positions that agree on the squares of a threat are won. Taking the threat
// whose last square comes earliest, a scan in the order of the permutation index
// steps over all positions that agree on the squares up to there (walk).
//
// A position is lost when a threat of the opponent answers every turn. A threat
// answers every turn whose moves and push leave its squares alone, so a few threats
// answer nearly all turns, in sets and without making them (defence). Threats are
// kept from one position to the next, and so are the turns that showed positions
// not to be lost: neighbours in the order of the index differ little.
package published
