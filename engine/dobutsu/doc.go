// Package dobutsu is Dōbutsu shōgi: take the lion, or bring your own across.
//
// # Rules
//
// They are in the text of the definition. On 4 rows the sides begin with elephant, lion and
// giraffe in the first row, seen from the left, and the chick before the lion; on 5 rows with one
// row more between them. On 3 rows there is no start. Fewer kinds of pieces, or no drops, make
// smaller games.
//
// # Positions
//
// A position is what the mover sees, and of two that mirror each other left to right one is
// stored, whether play could lead there or not. Not stored are those that are over: the mover
// can take the lion, or one of the lions has come across. All positions in which the mover
// can take the lion have one index, in a slice of its own, that is won in one ply; who brings
// his lion across where it cannot be taken wins with that move.
//
// # Indices
//
// A position has a place: the pair of lions, the squares of the giraffes, of the elephants and of
// the chicks, each as a set among what squares are left, what the mover has in hand, and a bit for
// each piece that says whose it is, and for each chick whether it is a hen. A set says which
// places are positions (package places). That the mover cannot take the lion depends, for an
// arrangement of the pieces, on the bits alone: all places of an arrangement are found at once,
// for any pieces in hand.
//
// Where both lions are on the middle column they do not tell a position from its mirror image.
// The lower place is stored, and an edge to or from a position that is its own image counts
// once.
//
// # Figures
//
// There are 121,134,668 positions that are not over; play from the start reaches 99,485,568 of
// them. Of these 56,474,473 are won, 40,328,395 lost and 2,682,700 drawn, as published
// ("foregone stats --reachable", whose counts have one won position more, the index of those
// in which the lion can be taken). With the reachable positions that are over, 246,803,167,
// there are 196,773,087 won ones and 47,347,380 lost ones (TestOver, with -tags long). The
// start is lost in 78 plies, and the longest win takes 173.
//
// Of 5 rows play reaches 3,359,910,526 positions, as published; the start is a draw, as published,
// and the longest win of all positions takes 191 plies. Published are 2,597,975,993 won, 683,720,498
// lost and 78,214,035 drawn ones; here they are 2,597,975,994, 683,720,507 and 78,214,025. All of the
// difference is a player who has no move at all: here he loses, as in shogi, and there he has a
// draw. Play reaches four such positions, and from them the mover's loss or win follows in six others
// (lost in four plies five of them, won in one the sixth), which makes the ten: with that rule the
// three counts are the published ones (TestOver, if FOREGONE_DOBUTSU names the folder of
// a table; it prints the ten). "foregone verify" found that each of the 1,655,582,546 values agrees with those of
// its successors. On 4 rows two positions have no move, which no play reaches, and nothing follows from them.
//
// The published counts of won positions by plies are of all positions, reachable or not, and
// take a position and its mirror image for two where both lions stand on the middle column:
// the program that made them tells mirror images apart by the lions alone. So counted, all rows
// agree (TestDobutsu of package solver).
package dobutsu
