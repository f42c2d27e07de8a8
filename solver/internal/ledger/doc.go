// Package ledger owns the store of a running solve: which tasks and steps are done, the
// records of what they found, and notes. The store is a Pebble database in the folder of
// the solve's database.
//
// A [Record] is a set of positions of one chunk in one phase; a note is a small JSON document. A
// [Change] holds records and notes that are committed together. Commit unites records with those
// that the ledger has, and replaces notes, so a change is idempotent. To learn how much was found,
// count the records.
//
// After a crash each change is in the ledger whole or not at all, and only together with all earlier
// ones. The last change whose commit waited for the disk survives, with those before it.
//
// The package also locks the folder: one process at a time has a ledger open, even to read
// it. Locks are advisory; on a network file system they hold as far as that file system
// supports them.
//
// FORMAT.md in this folder has keys and values byte by byte. Keys sort by type, slice, phase and
// chunk. A record is a roaring bitmap with a checksum. Its number of positions has a key of its
// own, so that records can be listed and counted without reading them.
//
// # Failure
//
// When Pebble cannot write, as on a full disk, the call that waits for it returns a [kv.ErrFailed],
// and so does every later one. Committed data is safe. Parts of Pebble stay parked in the process,
// which should end. A new process resumes from the last commit.
package ledger
