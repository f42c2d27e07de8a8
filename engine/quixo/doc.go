// Package quixo is Quixo. Two players take cubes from the border of a square board and push them
// back in with their mark.
//
// # Rules
//
// In a turn the mover takes a cube from the border that is neutral or shows his mark. He turns it
// to his mark and pushes it in at an end of its row or column, but not where it came from. The
// cubes between move up. A corner cube can be pushed in at two ends, any other cube at three. A
// player with a full line (row, column or long diagonal) of his marks wins. A turn that completes a
// line of the opponent's wins for the opponent, even if it also completes an own line. There is
// always a move: a border without a cube to take is full of the opponent's lines. Games need not
// end. Repetition is a draw.
//
// # Positions
//
// A position is the view of the player to move: his marks and the opponent's. It stands for the 8
// symmetries of the board and for both sides to move, since the first player of the game has no
// effect on later play. The game stores finished positions, as won or lost for the player to move.
// He has won if the opponent completed a line for him. So values are of the wide kind.
//
// [engine.Symmetry.KeyWeight] counts positions with their side to move, if play from the empty
// board can reach them. Nearly all are reachable with either side to move. No simple function of
// the board identifies the exceptions. Of the 41,252,115 boards of size 4, as their movers see
// them, 2,641 occur only with the first player to move, among them the empty one, and 3,728 only
// with the second. All of these have few marks on one side, and a small search finds them (file
// rules.go).
//
// # Figures
//
// GamesmanOne (Berkeley) counts reachable positions, side to move included:
//
//	size  positions   up to symmetry  won         lost        drawn      start  longest
//	3     32,027      4,433           20,247      11,780      0          win-7  loss-8
//	4     82,497,861  10,339,244      49,953,979  29,330,646  3,213,236  win-21 loss-22
//
// Size 4 has 1,435,325,616 moves; different cubes with the same effect count separately. This
// package reproduces all of these figures. A plain retrograde analysis without symmetry confirms
// them. The tables store 2,219 positions of size 3 and 5,170,021 of size 4.
//
// # All boards, by marks
//
// With marks=M the game is all boards with at least M marks, reachable or not. The number of marks
// never falls. Size 5 is always such a game. GamesmanOne counts size 5 in the same way. Its
// 847,288,609,443 positions (441,815,157,309 won, 279,746,227,956 lost, 125,727,224,178 drawn) are
// 3^25: each board once, as the player to move sees it, without symmetry. In its classes (x, o) the
// player of the o moves. A slice is all boards with the same number of marks, and a section is a
// class (file level.go describes the numbering).
//
// The solver uses sweeps ([fast.Sweeps]) for such a slice. A number tells the owners of the marks,
// and a push permutes its bits. A sweep moves a set of such numbers as a whole, 64 bits or more at
// a time (file pull.go). Nearly all of the 44 pushes of size 5 leave the inside alone, whose cells
// are the low bits. Sets of few positions are processed one by one. Single moves serve queries and
// verification.
//
// # Levels
//
// The game has two levels. With ranked=false it has rules only: the engine finds positions by
// playing, and stores their keys. With ranked=true it is full: arithmetic numbers the positions,
// and they have predecessors (file ranking.go). Both levels give the same indices, so tables hold
// the same values in the same order. Times of size 4, on one core of a machine with other load:
//
//	                    ranked=false  ranked=true
//	opening the game    3 s           0.2 s
//	a successor         56 ns         12 ns
//	a predecessor       -             20 ns
//	solving, user time  14.1 s        4.4 s
//
// Two other rankings were measured. Squeezing the opponent's marks as one set of 16 cells, with a
// rank for each, took 5 to 8 % longer for a successor. One bit for each of the 3^16 boards took a
// third less, but its order, by the code in base 3, mixes slices.
package quixo
