// Package quixo is Quixo: two players take cubes from the border of a square board and
// push them back in with their mark.
//
// # Rules
//
// A turn: take a cube from the border that is neutral or shows the mover's mark, turn it
// to the mover's mark, and push it in again at an end of its row or its column, another
// than the one it came from; the cubes between move up. A cube of a corner can be pushed
// in at two ends, any other at three. Who has a full line (row, column or long diagonal)
// of his marks wins, but a turn that completes a line of the opponent's, alone or together
// with an own one, wins for the opponent. There is always a move: a border without a cube
// to take is full of lines of the opponent's. Games need not end: play that repeats itself
// is drawn.
//
// # Positions
//
// A position is what the player to move sees: his marks and the opponent's. It stands for
// the 8 symmetries of the board and for both sides to move, since which player began
// makes no difference to what follows. Finished positions are stored: won or lost for the
// player to move, who may have a line that the opponent completed. So values are of the
// wide kind.
//
// [engine.Symmetry.KeyWeight] counts positions with their side to move, as far as they
// can be reached from the empty board. Nearly all can be reached with either side to
// move. Which cannot is no simple function of the board: of the 41,252,115 boards of size
// 4, as their movers see them, 2,641 occur only with the first player to move, among them
// the empty one, and 3,728 only with the second. All of these have few marks on one side,
// and a small search finds them (file sides.go).
//
// # Figures
//
// Of GamesmanOne (Berkeley), positions that can be reached, side to move included:
//
//	size  positions   up to symmetry  won         lost        drawn      start  longest
//	3     32,027      4,433           20,247      11,780      0          win-7  loss-8
//	4     82,497,861  10,339,244      49,953,979  29,330,646  3,213,236  win-21 loss-22
//
// Size 4 has 1,435,325,616 moves, those counted apart that take different cubes to the same
// effect. These rules give all of these figures, by a plain retrograde analysis without
// symmetry too. Stored are 2,219 positions of size 3 and 5,170,021 of size 4.
//
// # All boards, by marks
//
// With marks=M the game is all boards with at least M marks, whether play can come there or
// not: the number of marks never falls. So is size=5 in any case. That is how GamesmanOne counts
// size 5: its 847,288,609,443 positions (441,815,157,309 won, 279,746,227,956 lost,
// 125,727,224,178 drawn) are 3^25, each board once, as the player to move sees it, no
// symmetry taken away. In its classes (x, o) it is the player of the o who moves. A slice is
// all boards with as many marks, a section a class (file level.go says how they are numbered).
//
// Such a slice is solved by sweeps ([fast.Sweeps]): to push a line moves bits of the number
// that says whose the marks are, and a set of such numbers is moved as a whole, 64 bits at a
// time and more (file pull.go). Of the 44 pushes of size 5 nearly all leave the inside
// alone, whose cells are the low bits. Sets of few positions are gone through one by one.
// Moves one by one are there for questions and to verify.
//
// # Levels
//
// The game comes at two levels. With ranked=false it is rules only: positions are found by
// playing, and their keys kept. With ranked=true it is full: positions are numbered by
// arithmetic and have predecessors (file ranking.go). Both number them alike, so that the
// tables hold the same values in the same order. Times of size 4, of one core of a machine
// that did other things too:
//
//	                    ranked=false  ranked=true
//	opening the game    3 s           0.2 s
//	a successor         56 ns         12 ns
//	a predecessor       -             20 ns
//	solving, user time  14.1 s        4.4 s
//
// Two other rankings were tried. Squeezing the opponent's marks as one set of 16 cells,
// with a rank for each, took 5 to 8 % longer for a successor. A bit for each of the 3^16
// boards took a third less, but orders positions by their code in base 3, in which slices
// mix.
package quixo
