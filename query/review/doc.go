// Package review judges whole games move by move against a table.
//
//	for _, g := range review.Parse("games.txt", text) {
//		r, err := review.Judge(ctx, db, g, true)
//		…
//		summary.Add(r)
//	}
//
// # Files
//
// A file holds games as turns separated by blanks or line breaks, in the notation of the game. A
// blank line, the tags of another game or a result (1-0, 0-1, 1/2-1/2, *) ends a game. A line
// "position: POSITION", or a tag FEN or Position, says where the game begins; without it that is
// the start. Tags of PGN ([White "Ann"]) give the players' names. Numbers of moves, comments in
// braces, after ";" or on a line that begins with "#", variations in parentheses, $ and !? are
// skipped. A line can also be a JSON object with "position" and "moves", as "line --json" writes it.
//
// # Judgement
//
// The value of a move is compared with that of the position before it, both for the player who
// moves. A move is best if they are equal; inexact if the outcome stays, but the win comes later,
// the loss sooner, or points are lost; a blunder if the outcome gets worse. Cost is 1 from a win to
// a draw or from a draw to a loss, and 2 from a win to a loss. Accuracy is the share of moves
// without a blunder among those made in positions that were not lost, which have something to lose.
package review
