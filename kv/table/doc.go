// Package table reads and writes finished tables: the value of every position of a game, by index,
// in one self-contained file.
//
// [Create] writes a table, [Open] reads one. Equal headers and values make equal
// files, byte for byte, whatever the number of workers.
//
// # File format
//
// FORMAT.md in this folder describes it byte by byte:
//
//	prefix    magic, version of the format, length and checksum of the header
//	header    canonical JSON of [Header]
//	blocks    the values, one zstd frame each, or as they are where that is not longer
//	index     offset, length and checksum of each block
//	summary   canonical JSON of [Summary]: counts per value, digest of all values
//	trailer   where the parts lie, their checksums, length of the file, end mark
//
// A checksum (CRC-32C) covers every byte. [Open] checks all parts except the blocks and a large
// index. A block, or a group of entries of a large index, is checked when it is first read.
// [Reader.Check] checks the whole file, the digest and the counts.
//
// A random lookup reads one block. If only the page cache holds the block, the lookup takes 20 to
// 30 µs of one core to decompress it. The record kv/decisions/tables.md has the
// measurements of block sizes and codecs.
//
// # Orders
//
// A table has its values in the order of the indices, or in an order of its game ([Header].Order), which puts
// the results of a turn into few blocks for readers over a network. [Reorder] writes such tables, and
// [Reader.UseGame] comes before the first lookup. The digest is that of the values by index.
//
// A table can leave out layers whose values follow in one ply from others ([Slice].Derived); [Reorder] writes such
// tables, too. [Reader.UseGame] gives the reader the rules that it needs for them.
//
// # Caveats
//
// Do not change a table while it is open. Reads fail if the file is cut short or the disk fails.
// They may miss that the file is overwritten in place.
//
// The bytes of compressed blocks depend on the version of the zstd encoder. Another version may
// write other bytes for the same values. The digest covers the values, so it stays the same.
package table
