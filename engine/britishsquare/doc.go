// Package britishsquare is British Square: two players fill a board, keeping away from
// each other, and the difference of their pieces is the score.
//
// # Rules
//
// A turn: place a piece on an empty tile that is not orthogonally adjacent to a piece
// of the opponent's; own pieces do not matter. The first player may not open on the
// centre tile. Who has no legal tile must pass, and nobody else may. The game is over
// as soon as neither side has a legal tile; passes that would only close it are never
// played. The score is the margin in pieces.
//
// # Positions
//
// A position is both sets of pieces and the side to move. Positions are the same
// where a symmetry of the board takes one to the other, 8 of a square and 4 of another
// rectangle; colours are not exchanged. Finished positions are stored.
//
// Only the rules are written down here, with what makes discovering their positions
// fast: layers, the number of turns played, the canonical form of a move's result,
// found from the images of the position moved from, and families, the positions that share the
// first player's pieces, whose moves are listed together.
package britishsquare
