// Package rpsw is rock-paper-scissors-well on a board: any board up to 8 by 8, and
// at most one piece of each kind a side.
//
// # Rules
//
// Row 1 is the mover's base row, the last row the opponent's. A move is one king
// step of an own piece to an empty square or onto an opposing piece that it takes:
// rock takes scissors, paper takes rock and well, scissors take paper, well takes
// rock and scissors. The mover wins at once when the moved piece lands on the
// opponent's base row or the opponent has no piece left. Who has no move has lost;
// on the default board that does not happen. After a move sides swap and the board
// turns by 180°, so that the mover always plays upwards.
//
// The universe is every placement with at least one piece a side, own pieces off
// the last row and opposing ones off row 1, whether a game can come to it or not.
// Of two positions that mirror each other left to right one is stored.
//
// # Slices
//
// Moves within a slice keep the pieces; sides swap with every move, so that a slice
// is an unordered pair of sets of kinds. In a slice come first the positions where
// the side named first is to move, then those where the other one is.
//
// # Indices
//
// Pieces are taken in order: own ones before opposing ones, and in each side rock,
// paper, scissors, well. The first piece that is not on the middle column is on the
// left half of the board: with an even width that is simply the first piece. On
// boards of odd width a position with all pieces on the middle column is its own
// twin and weighs 1 instead of 2.
//
// Placements fall into forms, by the own pieces that stand on row 1 and by the
// piece that decides which twin is stored. Within a form the number of squares left
// to each piece does not depend on where those before it stand, so that the index
// is a number in mixed radix with a digit for each piece: how many of the squares
// open to it are free and lower. No table grows with the number of positions. The
// last opposing piece is the lowest digit: neighbours share all pieces but that.
//
// # How it works
//
// After a move of no capture the next mover's pieces are where they were. They are
// the high digits of the index, so that the successors of a position differ in the
// low digits only, and lie close together. Moves are generated as the next mover
// sees them, mirrored as the next position is stored.
//
// What the next mover could win with at once is a matter of a few squares: the targets
// on the last row that his pieces can step onto, and the pieces that stand where they are
// taken. That is found once for a position, and tells for each quiet move whether it is an
// answer, so that the seed scan lists captures alone.
//
// Where a piece goes, its own digit changes and, by one, digits of later pieces: of
// those that it comes to stand below. Which these are is found for all pieces by one
// subtraction of words with a byte for each, and what they make of the index is looked up.
// Successors and predecessors are numbered like that. A predecessor in which a piece that
// did not move could have won at once is none that a solve has to look at.
//
// An edge counts once for each move that makes it. Twins have the same moves up to
// mirroring, which makes the counts from both ends equal where both ends weigh the
// same. At a position that is its own twin moves come in mirrored pairs: of each pair
// the one to the left counts, in both directions, which evens out the rest.
package rpsw
