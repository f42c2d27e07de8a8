// Package solver turns a game into its table: it finds for every position who
// wins and in how many turns, by retrograde analysis.
package solver
