// Package table reads and writes finished tables: the value of every position of
// a game, by index, in one file that answers alone.
//
// [Create] writes a table, [Open] reads one. Equal headers and values make equal
// files, byte for byte, whatever the number of workers.
//
// # File format
//
// FORMAT.md, beside this file, has it byte by byte:
//
//	prefix    magic, version of the format, length and checksum of the header
//	header    canonical JSON of [Header]
//	blocks    the values, one zstd frame each, or as they are where that is not longer
//	index     offset, length and checksum of each block
//	summary   canonical JSON of [Summary]: counts per value, digest of all values
//	trailer   where the parts lie, their checksums, length of the file, end mark
//
// Every byte is under a checksum (CRC-32C), so that no damage goes unnoticed where
// it matters: [Open] checks all but the blocks and a large index, a block is checked when
// it is read first, and a group of entries of a large index too; [Reader.Check] checks all of it, and the digest and counts besides.
//
// A random look-up takes some 5 µs of one core where its block is in no cache but that of
// the system, and reads the disk once where it is not. The record kv/decisions/tables.md
// has the measurements of block sizes and codecs.
//
// # Caveats
//
// A table must not be changed while it is open. One that is cut short then, or
// whose disk fails, gives errors; one that is overwritten in place may be noticed
// or not.
//
// The bytes of compressed blocks are those of one version of one zstd encoder at
// one level. Another version may make other bytes of the same values; the digest
// is of the values and stays.
package table
