// Package rpsw implements rock-paper-scissors-well on a board of up to 8 by 8 squares, with at most
// one piece of each kind a side.
//
// # Rules
//
// Row 1 is the mover's base row, the last row the opponent's. A move is one king step of an own
// piece to an empty square or onto an opposing piece that it takes. Rock takes scissors, paper
// takes rock and well, scissors take paper, well takes rock and scissors. The mover wins at once
// when the moved piece lands on the opponent's base row or the opponent has no piece left. A player
// without a move has lost; on the default board that does not happen. After a move the sides swap
// and the board turns by 180°, so that the mover always plays upwards.
//
// The universe is every placement with at least one piece a side, own pieces off the last row and
// opposing ones off row 1, reachable or not. Of two positions that mirror each other left to right
// one is stored.
//
// # Slices
//
// Moves within a slice keep the pieces. Sides swap with every move, so a slice is an unordered pair
// of sets of kinds. A slice lists the positions with the first set to move, then those with the
// other set to move.
//
// # Indices
//
// The order of the pieces is own before opposing, and within a side rock, paper, scissors, well.
// The first piece off the middle column stands on the left half of the board. With an even width
// there is no middle column, so this is the first piece. On boards of odd width a position with all
// pieces on the middle column is its own twin and weighs 1 instead of 2.
//
// A form groups placements by the own pieces on row 1 and by the piece that decides which twin is
// stored. Within a form the number of squares left to each piece does not depend on the squares of
// the pieces before it. The index is therefore a number in mixed radix with one digit for each
// piece: the number of lower free squares that are open to it. No table grows with the number of
// positions. The last opposing piece is the lowest digit, so neighboring indices share all other
// pieces.
//
// # How it works
//
// The declaration, in package placement, gives the rules by keys and the notation. The solver works
// by indices, on the types described here.
//
// A quiet move leaves the next mover's pieces on their squares. These are the high digits of the
// next index. The successors of a position thus differ in the low digits only, and lie close
// together. The frame generates moves as the next mover sees them, mirrored as the next position is
// stored.
//
// The next mover's immediate wins depend on a few squares: the targets on the last row that his
// pieces can step onto, and the pieces that he can take. The seed scan finds these once per
// position. They show for each quiet move whether it prevents the wins, so that the scan lists
// captures only.
//
// A move of a piece changes its own digit. It also changes by one the digits of later pieces that
// stand above its new or old square. One subtraction of words with a byte for each piece finds
// these pieces, and a table gives their effect on the index. Successors and predecessors are
// numbered this way. If a piece that did not move could have won at once before the move, a solve
// skips that predecessor.
//
// An edge counts once for each move that makes it. Twins have the same moves up to mirroring, so
// the counts from both ends are equal if both ends have the same weight. At a position that is
// its own twin, moves come in mirrored pairs. The move to the left counts, in both directions,
// which balances the remaining edges.
package rpsw
