// Package pushfight does parts of the solution of the full Push Fight game that need
// no database: the published files of chunks, the positions without a turn, and
// the value of a position by a bounded search. Formats and published results are
// those of the public solution (maksverver/pushfight).
//
// The engine package of the same name has the rules and the loops over positions;
// this one divides the work among workers, writes files and reports progress.
package pushfight
