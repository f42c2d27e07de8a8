// Package morris implements the family of men's morris: three, six, nine men and others.
//
// # Rules
//
// The text of the definition states them. On the board of one ring and a centre, three men's morris
// is the same game: a mill takes one man of three, which wins.
//
// # Positions
//
// A position is the men of the mover and of the opponent, and the number of men placed, which gives
// the men in hand. Symmetric positions are one: by the 8 symmetries of the square and, on two and
// three rings, those that also exchange the innermost ring with the outermost. Positions that
// differ in the player to move are one, too. Positions in which a player has too few men are
// stored, as lost in 0 plies.
//
// Weights count symmetric positions and the possible sides to move. Men in hand determine that
// side. With none in hand, both are possible in nearly all positions. A search finds the others. On
// three rings both sides count everywhere.
//
// On one and two rings the positions are the reachable ones. On three rings, and if all men are
// placed from the start, arithmetic numbers the positions: by own men up to symmetry, then by the
// opponent's among the points left. Burnside's lemma gives the number of positions for each number
// of men. Workers look up indices in tables, generate predecessors, and stop a search at the first
// move that decides it. The slices are then by men placed and taken, or by men on the board.
//
// # Figures
//
// On two rings, without symmetry and with each side to move counted separately, there are 4,111,151
// positions with 4 men, 17,844,721 with 5, 42,372,745 with 6, and 42,383,945 with 6 and flying (all
// published). Each start is a draw. The counts tell apart different readings of the rules. If a
// move that closes two mills takes two men, there are 17,836,281 positions with 5 men and
// 42,276,729 with 6. If men in mills are not protected, there are 17,850,905 and 42,545,561. If
// they are protected even when all are in mills, so that none is taken, there are 4,111,471 with 4.
// The counts include the empty board, placing, and finished positions.
//
// Nine men's morris has 8,904,593,601 positions with three to nine men a side and none in hand.
// Gasser (Solving Nine Men's Morris, 1996) published 7,673,759,269. His count leaves out positions
// in which a side has a mill while the other has all its men, because they are unreachable.
// TestNineMen counts them.
//
// With flying, the usual rule, and no men in hand, 4,325,452,782 of all 8,923,566,153 positions are
// won and 1,832,093,880 drawn, and the longest win takes 203 plies. The start is a draw
// (published). A search over the placing, which looks up its leaves in that table, finds the same
// (TestPublishedStart). The plan for the whole game (info morris:men=9) is 11 GiB of memory, and
// some hours on two cores.
//
// The first player wins three men's morris with diagonals in 9 plies; without diagonals it is a
// draw.
package morris
