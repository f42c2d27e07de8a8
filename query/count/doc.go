// Package count counts what play of a game reaches, by its rules alone: sequences of
// turns ply by ply ([Perft]), complete games by who wins them ([Games]), and which positions
// play can come to ([Reachable]). Such figures tell whether two programs mean the same rules.
package count
