// Package graph is the game of an explicit graph in a text file. It is for any two-player game,
// planning problem or reachability question whose positions can be listed.
//
// Each line of the file lists the moves of a position, or gives the value of a finished position
// for the player to move:
//
//	start: left right     # two moves
//	left:  start goal
//	right:                # no move: lost for the mover
//	goal = loss
//
// Names are any text without blanks and colons. # starts a comment. Every position needs a line of
// its own. The lines number the positions in order, and the first one is the start. Values are of
// the wide kind because a finished position can be won for the player to move. The notation of a
// move is the name of the position it leads to.
//
// The graph stays in memory. It takes four bytes for each move, and five bytes plus the name for
// each position. A database stores the content of the file.
package graph
