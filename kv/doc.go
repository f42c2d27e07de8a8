// Package kv keeps what a solve finds out, in the folder of a database:
//
//	DIR/store/           the store: a Pebble database, while a solve is unfinished
//	DIR/table.foregone   the finished table, package table
//	DIR/inplace.json     instead of all others: a file elsewhere is the database, package raw
//	DIR/status.json      what a running solve is doing; see [WriteStatus]
//	DIR/scratch/         spill files of a running solve
//	DIR/solve.log        what a solve did and when, a JSON object a line
//	DIR/lock             locked by whoever has the store open
//	DIR/holder.json      who that is
//
// A [Store] holds sets of positions, one [Record] per chunk and phase, and notes
// (small JSON documents). Changes come in batches. After a crash each [Batch] is
// there whole or not at all, none before an earlier one, and all up to the last
// whose [Batch.Commit] returned.
//
// FORMAT.md, beside this file, has all of these byte by byte. Keys sort by type, slice,
// phase and chunk; a record is a roaring bitmap with a checksum, and beside it stands
// its number of positions, so that what there is can be listed without reading it.
//
// # Failure
//
// When Pebble cannot write, as on a full disk, the call that waits for it returns
// an [ErrFailed], and so does every later one. What was committed is safe. Parts of
// Pebble stay parked in the process, which ought to end; started again, the same
// work goes on where it was.
//
// # Caveats
//
// One process at a time has a store open, be it only for reading. Queries use the
// finished table and the status file instead.
//
// Locks are advisory, and on network file systems only as good as those make them.
package kv
