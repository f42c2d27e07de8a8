// Package store is where a solve writes down what it finds out: sets of positions, one [Record] per chunk
// and phase, and notes (small JSON documents), in a Pebble database. Changes come in
// batches. After a crash each [Batch] is there whole or not at all, none before an earlier
// one, and all up to the last whose [Batch.Commit] returned.
//
// It also locks the folder of the database, for one process at a time has a store open, be
// it only for reading. Locks are advisory, and on network file systems only as good as
// those make them.
//
// FORMAT.md, beside this file, has keys and values byte by byte. Keys sort by type, slice,
// phase and chunk; a record is a roaring bitmap with a checksum, and beside it stands
// its number of positions, so that what there is can be listed without reading it.
//
// # Failure
//
// When Pebble cannot write, as on a full disk, the call that waits for it returns
// a [kv.ErrFailed], and so does every later one. What was committed is safe. Parts of
// Pebble stay parked in the process, which ought to end; started again, the same
// work goes on where it was.
package store
