// Package pushfight computes parts of the solution of the full Push Fight game without a database:
// the published files of chunks, the positions without a turn, and the value of a position by a
// bounded search. Formats and published results are those of the public solution
// (maksverver/pushfight).
//
// The engine package of the same name has the rules and the loops over positions. This
// package divides the work among workers, writes files and reports progress.
package pushfight
