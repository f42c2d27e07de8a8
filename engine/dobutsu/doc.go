// Package dobutsu implements Dōbutsu shōgi: take the opponent's lion, or bring your own across.
//
// # Rules
//
// The text of the definition states them. On 4 rows each side begins with elephant, lion and
// giraffe in its first row, from its left, and the chick before the lion. On 5 rows there is one
// more empty row between the sides. On 3 rows there is no start. Fewer kinds of pieces, or no
// drops, make smaller games.
//
// # Positions
//
// A position is the mover's view. Of two positions that mirror each other left to right one is
// stored, reachable or not. Finished positions are not stored: those in which the mover can take
// the lion, or in which one of the lions has come across. All positions in which the mover can take
// the lion share one index, in a separate slice, won in one ply. A player who brings his lion
// across where it cannot be taken wins with that move.
//
// # Indices
//
// A position has a place. Its digits are the pair of lions, then the squares of the giraffes, the
// elephants and the chicks, each as a set among the squares left, then the mover's hand. One bit
// for each piece gives its owner, and one for each chick tells whether it is a hen. A set marks
// which places are positions (package placement). For an arrangement of the pieces, only the bits
// determine whether the mover can take the lion. The package therefore finds all places of an
// arrangement at once, for every hand.
//
// If both lions stand on the middle column, they do not distinguish a position from its mirror
// image. The set then stores the lower place. An edge to or from a position that is its own image
// counts once.
//
// # Figures
//
// There are 121,134,668 unfinished positions; play from the start reaches 99,485,568 of them. Of
// these 56,474,473 are won, 40,328,395 lost and 2,682,700 drawn, as published ("foregone stats
// --reachable", whose counts have one more won position, the index of those in which the lion can
// be taken). With the finished positions that play reaches, there are 246,803,167: 196,773,087 won
// ones and 47,347,380 lost ones (TestOver, with -tags long). The start is lost in 78 plies, and the
// longest win takes 173.
//
// On 5 rows play reaches 3,359,910,526 positions and the start is a draw, both as published. The
// longest win of all positions takes 191 plies. The publication has 2,597,975,993 won, 683,720,498
// lost and 78,214,035 drawn positions; this package has 2,597,975,994, 683,720,507 and 78,214,025.
// The rule for a player without a move makes the whole difference: he loses here, as in shogi, and
// draws there. Play reaches four such positions. The mover's loss or win follows from them in six
// others: five are lost in four plies, and one is won in one. With the published rule these ten
// change, and the three counts equal the published ones (TestOver, if FOREGONE_DOBUTSU names the
// folder of a table; it prints the ten). "foregone verify" found that each of the 1,655,582,546
// values agrees with those of its successors. On 4 rows two positions have no move. Play does not
// reach them, and no other outcome depends on them.
//
// The published counts of won positions by plies cover all positions, reachable or not. They count
// a position and its mirror image as two if both lions stand on the middle column: the program that
// made them distinguishes mirror images by the lions alone. Counted this way, all rows agree
// (TestDobutsu of package solver).
package dobutsu
