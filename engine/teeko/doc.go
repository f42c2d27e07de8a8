// Package teeko is Teeko, John Scarne's game of four pieces a side.
//
// # Rules
//
// The board has 5 by 5 squares and is empty at first. The players take turns to place a
// piece on an empty square until each has four on the board; from then on a turn moves
// an own piece to an empty square next to it, in its row, column or a diagonal. Whoever
// has his four pieces in a line of adjacent squares, in any direction, or on the squares
// of a 2 by 2 block, has won: 44 patterns. In advanced Teeko the corners of any larger
// square with sides along those of the board win, too: 14 patterns more. Play that
// repeats itself is drawn. A player who cannot move would lose, but on this board there is
// always a move.
//
// # Positions
//
// A position is the mover's pieces and the opponent's; the 8 symmetries of the board are
// one position, and so are positions that differ in which player is to move, so that
// weights count symmetries only. Finished positions are not stored: a move that wins
// leads to none.
//
// # Figures
//
// Standard Teeko is a draw, advanced Teeko is won by the first player (Guy Steele,
// 1998). A plain retrograde analysis without symmetry says so too, the latter in 13
// plies; the longest wins, with all pieces on the board, take 39 and 59. Stored are 12,023,620 positions, 9,403,934 of them with all pieces on the board,
// and 11,999,919 and 9,382,655 of advanced Teeko; before symmetry there are 96,107,284
// and 95,921,826. (These counts are this package's own.)
package teeko
