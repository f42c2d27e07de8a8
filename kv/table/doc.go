// Package table reads and writes finished tables: the value of every position of
// a game, by index, in one file that answers alone.
//
// [Create] writes a table, [Open] reads one. Equal headers and values make equal
// files, byte for byte, whatever the number of workers.
//
// # File format, version 1
//
// Integers are unsigned and little-endian. A checksum is a CRC-32C (Castagnoli) of
// the bytes named. The parts follow each other without gaps:
//
//	prefix    24 bytes
//	  0   8   magic: 89 46 47 54 0D 0A 1A 0A
//	  8   4   format version: 1
//	 12   4   length of the header
//	 16   4   checksum of the header
//	 20   4   checksum of bytes 0 to 19
//	header    JSON, see below
//	blocks    the values, see below
//	index     16 bytes per block
//	  0   8   offset of the block in the file
//	  8   4   length of the block as stored
//	 12   4   checksum of the block as stored
//	summary   JSON, see below
//	trailer   48 bytes, the last of the file
//	  0   8   offset of the index
//	  8   8   number of blocks
//	 16   4   checksum of the index
//	 20   4   length of the summary
//	 24   4   checksum of the summary
//	 28   8   length of the file
//	 36   4   checksum of bytes 0 to 35 of the trailer
//	 40   8   end mark: 0A 1A 0A 0D 54 47 46 89
//
// The prefix keeps its shape in all versions to come. A reader checks it first and
// refuses versions it does not know.
//
// The header is the JSON of [Header]: one object without blanks, with its fields in
// this order, strings as Go's encoding/json writes them:
//
//	format       1
//	game         canonical spec of the game, such as "quixo:size=4"
//	files        contents of the spec's file parameters by name, sorted; left out where there are none
//	kind         "byte", "wide" or "score"
//	positions    number of positions
//	slices       [{"name","first","size"}…], which cover 0 ≤ index < positions in order
//	block        positions per block, 1 to 1048576
//	compression  "zstd" or "none"
//	max_phase    left out in a complete table; else the last phase (remoteness in plies) that
//	             was solved, and value 0 means unknown
//
// Values are one byte each in the byte and score kinds and two in the wide kind.
// Block b holds the values of the indices from b·block on, as many as block says,
// the last block what is left. A block is stored as it is when its stored length
// is the length of its values, which is always so with compression "none": the
// value of index i is then at 24 + length of the header + i·width. Otherwise it is
// one zstd frame (RFC 8878) with its content size and no checksum of its own, and
// shorter than the values. What values mean says [engine.Kind].
//
// The summary is the JSON of [Summary], in the same form:
//
//	counts       [{"value","positions","weighted","first"}…], ascending by value: how many
//	             positions have it, how many with symmetric twins counted, the lowest index
//	sha256       hexadecimal digest of all values in index order, uncompressed
//
// Every byte is under a checksum, so that no damage goes unnoticed where it
// matters: [Open] checks all but the blocks, and a block is checked when it is read
// first; [Reader.Check] checks all of it, and the digest and counts besides.
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
