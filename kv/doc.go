// Package kv and the packages below it are the key-value database of positions: the key of a
// position is its index, and its value is in a table or in a file used in place. This package has
// the names of the files in a database's folder, the errors of storage, and the status of a running
// solve. The folder holds:
//
//	DIR/table.foregone   the finished table, package table
//	DIR/keys.foregone    the keys of a game that defines only rules, package keys
//	DIR/inplace.json     instead of all others: a file elsewhere is the database, package raw
//	DIR/store/           the results of an unfinished solve
//	DIR/status.json      the progress of a running solve; see [WriteStatus]
//	DIR/scratch/         spill files of a running solve
//	DIR/solve.log        the log of a solve, one JSON object a line
//	DIR/lock             locked by the process that solves here
//	DIR/holder.json      that process, for messages
//
// FORMAT.md in this folder describes all of them byte by byte, except the store. Only the solver
// reads and writes the store, one process at a time. Queries read the finished table and the status
// file, so they need no lock.
package kv
