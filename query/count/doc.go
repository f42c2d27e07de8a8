// Package count counts what play of a game reaches, by its rules alone: sequences of
// turns ply by ply ([Perft]), and complete games by who wins them ([Games]). Such figures
// tell whether two programs mean the same rules.
package count
