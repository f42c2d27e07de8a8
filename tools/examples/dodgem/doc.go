// Command dodgem is a game of one's own with the whole command line of Foregone: Dodgem, by
// Colin Vout, the example of the tutorial in
//
//	go doc github.com/foregone-db/foregone/engine
//
// It is a module of its own. To make another game of it, copy the folder, name the
// module in go.mod, let its replace directive show to a clone of Foregone (or remove
// it, to use a released version), and change
//
//   - rules.go, the game: a start, keys for its positions, and the moves;
//   - notation.go, how people write positions and moves, which may be left out;
//   - parts.go, what is the same by symmetry and what cannot be undone, which may be
//     left out;
//   - ranked.go, the same game without a stored key for each position, and full.go, with
//     predecessors: later, when there are 10⁸ positions or more.
//
// Then
//
//	go test .                             # is it a proper game?
//	go run . solve dodgem                 # 4 by 4 squares, 3 cars each: a second
//	go run . moves 'X.../X.../X.../.OOO X'
//	go run . serve                        # the analyzer page at http://127.0.0.1:8080
//	go run . solve dodgem-full:size=5     # 5 by 5 squares, 3 cars each
//
// # Figures
//
// The first player wins on 3 by 3 squares, in 19 plies (Winning Ways has the winner). On
// 4 by 4 nobody does (David des Jardins, 1996). On 5 by 5 squares with 3 cars each, of
// which 4,796,100 positions are stored, the first player wins in 43 plies. (Plies and the
// last figures are this program's own.)
package main
