// Package tictacchec is Tic Tac Chec, Don Green's game of chessmen that are placed, moved and
// taken, until four stand in a line.
//
// # Rules
//
// They are in the text of the definition: those of Dream Green's edition, with pawns that
// take in the direction in which they travel.
//
// # Positions
//
// A position is what the mover sees: the square of each piece or that it is in hand, and for
// pawns on the inner rows which way they go. In the opening it is also the number of turns taken; after it there
// are all positions with any pieces on the board, whether play can lead there or not. A
// position and its mirror image, left to right, are one; only the empty board is its own image.
// The board turns with every move, so that the mover plays upwards.
//
// # Indices
//
// Numbers have no gaps: first what is on the board, then the states of the pawns (24 of one, a
// square and a way, 536 of two on different squares), then the squares of the others among those that are
// left. Of mirror images that one is numbered whose first piece, pawns before others, stands on
// the left half.
//
// # Figures
//
// The published counts are of the same positions before the mirror: 2,462,360,745 after the opening, the sum over
// a non-pawns on the board of C(6,a)·(P(16,a) + 2·24·P(15,a) + 536·P(14,a)), and 14,236,865
// in it. Among these are positions in which the mover has a line, too, or both sides have, and to
// which no play leads: 18,516,912 positions with a line of either side are published as lost
// in no plies, twice 9,275,016 less 33,120 with two lines. They are finished and lost for
// the mover here as well.
//
// Solved, the empty board is a draw. After the opening 184,895,598 positions are won,
// 24,178,920 lost and 2,253,286,227 drawn; the longest win takes 41 plies. These, and the numbers by
// plies, are the published ones (FOREGONE_TICTACCHEC, TestTicTacChec of package solver); the
// values have the digest d06c2aa6f37d55c229e7c4ae5a38a70b78fef49125c0cc13301d6b144686f749.
package tictacchec
