// Package morris is the family of men's morris: three, six, nine men and others.
//
// # Rules
//
// They are in the text of the definition. On the board of one ring and a centre, three men's
// morris is the same game: a mill takes a man of three, which wins.
//
// # Positions
//
// A position is the men of the mover and of the opponent and how many have been placed, which
// says how many are in hand. The 8 symmetries of the square, and on two and three rings those that also
// exchange the innermost ring with the outermost, are one position, and so are positions that
// differ in which player is to move. Positions in which a player has too few men are stored, as
// lost in no plies. Weights count symmetries and the sides that can be to move: which these
// are, men in hand say; with none in hand mostly both can be, and few positions with one side alone are
// found by visiting (on three rings both sides count everywhere).
//
// On one and two rings the positions are those that can be reached. On three rings, and where all men
// are placed from the start, they are numbered by arithmetic: by own men up to symmetry, then by
// the opponent's among the points left. How many there are of each number of men Burnside's lemma
// says. Workers find these numbers by tables, tell predecessors, and stop at the first move that
// answers; slices are then by men placed and taken, or by men on the board.
//
// # Figures
//
// Two rings, no symmetry, each side to move apart: with 4 men 4,111,151 positions, with 5
// 17,844,721, with 6 42,372,745, with flying 42,383,945 (all published), each a draw from the
// start. These counts tell readings of the rules apart: where two mills close at once and two
// men are taken there are 17,836,281 positions with 5 men and 42,276,729 with 6; where men in
// mills are not protected 17,850,905 and 42,545,561; where they are protected even if all are in
// mills, so that none is taken, 4,111,471 with 4. The counts include the empty board, placing, and
// finished positions.
//
// Nine men's morris has 8,904,593,601 positions with three to nine men a side and none in hand.
// Published are 7,673,759,269 (Gasser, Solving Nine Men's Morris, 1996): those in which no side has a mill while
// the other has all its men, since no others can be reached. TestNineMen counts them.
//
// With flying, as it is mostly played, and none in hand, 4,325,452,782 of all 8,923,566,153 positions are won and
// 1,832,093,880 drawn, and the longest win takes 203 plies. The start is a draw (published): a search over the placing
// that looks its ends up in that table finds it (TestPublishedStart). The whole game is planned (info morris:men=9): 11 GiB
// of memory, and some hours on two cores.
//
// Three men's morris with diagonals is won by who begins, in 9 plies; without, a draw.
package morris
