// Package tictacchec implements Tic Tac Chec, Don Green's game of chessmen. Players place, move and
// take pieces until four stand in a line.
//
// # Rules
//
// The text of the definition states them. They are those of Dream Green's edition, with pawns that
// take in the direction in which they travel.
//
// # Positions
//
// A position is the mover's view: for each piece, its square or the hand, and for each pawn on an
// inner row its direction. In the opening a position includes the number of turns taken. After the
// opening all placements of any pieces count, reachable or not. A position and its left-right
// mirror image are one; only the empty board is its own image. The board turns with every move, so
// that the mover plays upwards.
//
// # Indices
//
// Indices have no gaps. An index combines the set of pieces on the board, the states of the pawns,
// and the squares of the other pieces among the free ones. One pawn has 24 states, each a square
// and a direction; two pawns on different squares have 536. Of two mirror images the one whose
// first piece stands on the left half has the index. Pawns come before the other pieces.
//
// # Figures
//
// The published counts are of the same positions, but count mirror images separately. After the
// opening they give 2,462,360,745 positions: the sum over a non-pawns on the board of
// C(6,a)·(P(16,a) + 2·24·P(15,a) + 536·P(14,a)). In the opening they give 14,236,865. Both include
// unreachable positions, among them those in which the mover or both sides have a line. The
// publication counts 18,516,912 positions with a line of either side as lost in 0 plies: 2 ×
// 9,275,016, less 33,120 with two lines. They are finished and lost for the mover here as well.
//
// The empty board is a draw. After the opening 184,895,598 positions are won, 24,178,920 lost and
// 2,253,286,227 drawn; the longest win takes 41 plies. These counts, and the counts by plies, equal
// the published ones (FOREGONE_TICTACCHEC, TestTicTacChec of package solver). The values have the
// digest d06c2aa6f37d55c229e7c4ae5a38a70b78fef49125c0cc13301d6b144686f749.
package tictacchec
