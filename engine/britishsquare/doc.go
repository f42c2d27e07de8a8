// Package britishsquare is British Square. Two players fill a board and keep away from each other's
// pieces. The score is the difference of their pieces.
//
// # Rules
//
// In a turn the mover places a piece on an empty tile that is not orthogonally adjacent to an
// opponent's piece. Own pieces do not matter. The first player may not open on the centre tile. A
// player without a legal tile must pass; no other player may. The game is over as soon as neither
// player has a legal tile, without further passes. The score is the margin in pieces.
//
// # Positions
//
// A position is both sets of pieces and the player to move. Positions are the same if a symmetry of
// the board maps one to the other: 8 symmetries of a square, 4 of another rectangle. Symmetries do
// not exchange colours. The game stores finished positions.
//
// The package defines only rules, with two parts that speed up discovery:
//
//	layers: the number of turns played
//	the canonical form of a move's result, from the images of the position before it
package britishsquare
