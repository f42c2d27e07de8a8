// Package connectfour is Connect Four on boards of any size that fits a key.
//
// # Rules
//
// The players take turns to drop a piece into a column that is not full. The piece lands on top of
// the column's other pieces. The first player with four adjacent pieces (or the number in the
// parameter "line") in a row, a column or a diagonal wins. A full board without a winner is a draw.
//
// # Positions
//
// A position is all pieces. Their number determines the player to move, and it is the layer. The
// game stores one of two positions that mirror each other left to right. It does not store finished
// positions: a move that ends the game leads to no position.
//
// # Figures
//
// The numbers of reachable positions include finished ones (John Tromp). The last column is the
// number of positions stored here:
//
//	width height  positions   not finished  stored
//	4     4       161,029     134,289       67,163
//	4     5       1,706,255   1,348,441     674,263
//	5     4       3,945,711   3,100,379     1,551,317
//	5     5       69,763,700  50,722,290    25,366,620
//
// All four are draws (Tromp). The usual board, 7 wide and 6 high, has 4,531,985,219,092 positions,
// too many to discover. A column-by-column count of its last two plies (TestLastPlies, with -args
// -large, 46 minutes of CPU time) confirms the published numbers, with mirror images counted
// separately. Of the full boards 713,298,878 are drawn, and 746,034,021 are lost for the player who
// would move. Of the boards with 41 pieces, 1,033,139,763 are won for the mover, 2,496,557,393
// drawn and 4,282,128,782 lost.
//
// # Levels
//
// With ranked=false the game has rules only. The engine finds positions by playing, and stores
// their keys.
//
// With ranked=true arithmetic on the columns of the left and right half of the board numbers the
// positions (file columns.go), and the solver evaluates whole layers (file evaluate.go). No key is
// stored, and no position is found by playing. The numbering covers all positions with as many X as
// O, or one more, and without four in a line. Play cannot reach some of them: 1 to 7 % on the
// boards below. If the column heights are not their own mirror image, one of the two images is
// stored. Reachable positions have the same values at both levels, but different indices.
//
// A census that shares nothing with the engine (TestReached) counts the positions that play reaches,
// including twins and finished positions. It finds the published numbers:
//
//	width height  positions        not finished    stored
//	5     6       1,044,334,437    721,742,415     387,762,082
//	7     4       2,265,792,710    1,550,191,915   796,194,036
//	6     5       2,818,972,642    1,885,431,122   961,324,019
//	6     6       69,173,028,785   43,650,516,109  22,188,258,865
//	7     5       112,829,665,923  69,592,814,750  35,516,646,264
//
// All but 6 by 6 are draws. The bitmaps of the two larger boards take gigabytes a layer. Single
// lookups do without: they count rows.
//
// The board with 2,265,792,710 positions, sometimes called 4 by 7, is 7 wide. A board 4 wide and 7
// high has fewer than 700 million fillings.
package connectfour
