// Package graph is the game of an explicit graph, read from a text file: any two-player
// game, planning or reachability question that can be written down position by position.
//
// A line of the file says where the moves of a position lead, or what a finished position
// is worth to the player who would move there:
//
//	start: left right     # two moves
//	left:  start goal
//	right:                # no move: lost for the mover
//	goal = loss
//
// Names are any text without blanks and colons; # starts a comment. Every name that a move
// leads to needs a line of its own. Positions are numbered in the order of their lines, and
// the first one is the start. Values are of the wide kind, as finished positions can be won
// for the player to move. A move is written as the name of the position that it leads to.
//
// The graph and its reverse are kept in memory: eight bytes for each move, twelve and the
// name for each position. A database holds the content of the file.
package graph
