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
package dobutsu
