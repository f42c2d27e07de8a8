// Package count counts by the rules of a game alone: sequences of turns ply by ply ([Perft]),
// complete games by their winner ([Games]), and the positions that play can reach ([Reachable]).
// Two programs with the same rules get the same figures.
package count
