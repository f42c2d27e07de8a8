// Package kv has the shared parts of a database's folder: the names of its files, the errors of
// storage, and the status of a running solve.
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
