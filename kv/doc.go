// Package kv is the folder of a database, as far as all rooms know it: what its files
// are called, and the status that a running solve tells.
//
//	DIR/table.foregone   the finished table, package table
//	DIR/keys.foregone    the keys of a game that brings only its rules, package keys
//	DIR/inplace.json     instead of all others: a file elsewhere is the database, package raw
//	DIR/store/           what a solve has found, while it is unfinished
//	DIR/status.json      what a running solve is doing; see [WriteStatus]
//	DIR/scratch/         spill files of a running solve
//	DIR/solve.log        what a solve did and when, a JSON object a line
//	DIR/lock             locked by whoever solves here
//	DIR/holder.json      who that is
//
// FORMAT.md, beside this file, has all of these byte by byte but the store, which only
// the solver reads and writes: one process at a time has it open, be it only for reading.
// Queries use the finished table and the status file instead, and so need no lock.
package kv
