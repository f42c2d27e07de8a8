// Command dodgem is an example of a game of your own with the whole command line of Foregone. The
// game is Dodgem, by Colin Vout, the example of the tutorial in
//
//	go doc github.com/foregone-db/foregone/engine
//
// It is a separate module. To turn it into another game, copy the folder, name the module in
// go.mod, and point its replace directive to a clone of Foregone. At first, keep only these files:
//
//   - rules.go, the game: a start, keys for its positions, and the moves;
//   - parts.go, its symmetry and its irreversible moves; to omit it, also delete its line in
//     contract of rules.go, and Twins in rules_test.go;
//   - notation.go, the notation of positions and moves, which is optional;
//   - rules_test.go, the tests that every game must pass;
//   - main.go, without rankedDefinition() and fullDefinition().
//
// The other files are for later: ranked.go stores no key per position, full.go adds predecessors,
// and levels_test.go compares the three levels. To run the example unchanged:
//
//	go test .
//	go run . solve dodgem                # 4 by 4 squares, 3 cars each: a second
//	go run . moves 'X...X...X....OOO X'
//	go run . serve                       # the analyzer page at http://127.0.0.1:8080
//	go run . solve dodgem-full:size=5    # 5 by 5 squares, 3 cars each
//
// # Figures
//
// The first player wins on 3 by 3 squares, in 19 plies (Winning Ways names the winner). On 4 by 4
// and 5 by 5 neither player wins (David des Jardins, 1996); the longest wins take 41 and 81 plies.
// On 5 by 5 squares with 3 cars each the first player wins in 43 plies. The solver stores 1,332, 276,600
// and 119,999,650 positions of 3 by 3, 4 by 4 and 5 by 5 squares, and 4,796,100 with 3 cars each.
// (This program computed the plies and counts.)
package main
