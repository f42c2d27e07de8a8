// Package teeko is Teeko, John Scarne's game of four pieces a side.
//
// # Rules
//
// The board has 5 by 5 squares and is empty at first. The players take turns to place a piece on an
// empty square until each has four on the board. From then on a turn moves an own piece to an
// adjacent empty square, along its row, column or a diagonal. A player wins with his four pieces in
// a line of adjacent squares, in any direction, or in a 2 by 2 block: 44 patterns. In advanced
// Teeko the corners of any larger square with sides along those of the board win, too: 14 more
// patterns. Repetition is a draw. A player who cannot move would lose, but on this board there is
// always a move.
//
// # Positions
//
// A position is the mover's pieces and the opponent's. It stands for the 8 symmetries of the board
// and for both sides to move; weights count symmetries only. Finished positions are not stored: a
// winning move leads to no position.
//
// # Figures
//
// Standard Teeko is a draw, and the first player wins advanced Teeko (Guy Steele, 1998). A plain
// retrograde analysis without symmetry confirms both; the win takes 13 plies. The longest wins,
// with all pieces on the board, take 39 plies in standard and 59 in advanced Teeko. The tables
// store 12,023,620 positions of standard Teeko, 9,403,934 of them with all pieces on the board. Of
// advanced Teeko they store 11,999,919 and 9,382,655. Without symmetry there are 96,107,284 and
// 95,921,826 positions. (This package computed these counts.)
package teeko
