// Package connectfour is Connect Four on boards of any size that a key can hold.
//
// # Rules
//
// The players take turns to drop a piece into a column that is not full; it comes to lie
// on those that are there. Whoever first has four pieces (or as many as the parameter
// "line" says) next to each other in a row, a column or a diagonal has won. When the board
// is full and nobody has won, the game is drawn.
//
// # Positions
//
// A position is all pieces; whose turn it is follows from their number, which is the
// layer. Of two positions that mirror each other left to right one is stored. Finished
// positions are not stored: a move that ends the game leads to none.
//
// # Figures
//
// Numbers of positions that can be reached, finished ones included (John Tromp), and how
// many of them are stored here:
//
//	width height  positions   not finished  stored
//	4     4       161,029     134,289       67,163
//	4     5       1,706,255   1,348,441     674,263
//	5     4       3,945,711   3,100,379     1,551,317
//	5     5       69,763,700  50,722,290    25,366,620
//
// All four are draws (Tromp). The usual board, 7 wide and 6 high, has 4,531,985,219,092
// positions, too many to be discovered. Its last two plies can be counted column by column
// (TestLastPlies, with -args -large, 46 minutes of processor time), mirror images apart, as published: of
// the full boards 713,298,878 are drawn and 746,034,021 lost for who would move, of those with 41
// pieces 1,033,139,763 are won for the mover, 2,496,557,393 drawn and 4,282,128,782 lost.
//
// # Levels
//
// With ranked=false the game is rules only: positions are found by playing, and their keys
// kept. With ranked=true positions are numbered by what is in the columns of the left and the
// right half of the board (file columns.go), and layers are solved whole (file evaluate.go): no
// key is stored, and nothing is found by playing. Stored are all positions with as many X as O, or
// one more, and without four in a line, some of which no play leads to: between 3 and 9 in 100
// on the boards above. Of columns whose heights are no mirror image of themselves one image is
// stored. Values of positions that can be reached are the same at both levels; indices are not.
//
// All three of the boards below are draws. A census by bitmaps (TestReached) counts what play
// reaches, twins and finished positions included, and finds the published numbers:
//
//	width height  positions      not finished   stored
//	5     6       1,044,334,437  721,742,415    387,762,082
//	7     4       2,265,792,710  1,550,191,915  796,194,036
//	6     5       2,818,972,642  1,885,431,122  961,324,019
//
// The board with 2,265,792,710 positions, sometimes called 4 by 7, is 7 wide: 4 wide and 7 high
// it has fewer than 700 million ways to be filled.
package connectfour
