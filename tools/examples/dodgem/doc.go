// Command dodgem is a game of one's own with the whole command line of Foregone: Dodgem, by
// Colin Vout, the example of the tutorial in
//
//	go doc github.com/foregone-db/foregone/engine
//
// It is a module of its own. To make another game of it, copy the folder, name the
// module in go.mod, let its replace directive show to a clone of Foregone, and keep at
// first
//
//   - rules.go, the game: a start, keys for its positions, and the moves;
//   - parts.go, what is the same by symmetry and what cannot be undone; without it go a line of
//     contract in rules.go and Twins in rules_test.go, too;
//   - notation.go, how people write positions and moves; a game can do without;
//   - rules_test.go, the tests that every game must pass;
//   - main.go, without rankedDefinition() and fullDefinition().
//
// The others are for later: ranked.go stores no key for a position, full.go tells predecessors,
// and levels_test.go compares the three. As it is,
//
//	go test .
//	go run . solve dodgem                # 4 by 4 squares, 3 cars each: a second
//	go run . moves 'X...X...X....OOO X'
//	go run . serve                       # the analyzer page at http://127.0.0.1:8080
//	go run . solve dodgem-full:size=5    # 5 by 5 squares, 3 cars each
//
// # Figures
//
// The first player wins on 3 by 3 squares, in 19 plies (Winning Ways has the winner). On
// 4 by 4 and 5 by 5 nobody does (David des Jardins, 1996); the longest wins take 41 and 81
// plies. On 5 by 5 squares with 3 cars each the first player wins in 43. Of 3 by 3, 4 by 4
// and 5 by 5 squares 1,332, 276,600 and 119,999,650 positions are stored, 4,796,100 with 3
// cars each. (Plies and counts are this program's own.)
package main
