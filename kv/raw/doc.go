// Package raw is about files of bare values: one byte per index and nothing else,
// as the public Push Fight solution is distributed ("minimized files"). It reads
// them, plain or compressed, and lets a database be such a file that stays where it
// is.
//
// # Files
//
// A plain file has the value of index i at byte i; holes are read as zeros. An .xz
// file (told by its first bytes, not its name) holds the same bytes compressed. It
// is read where it lies, block by block, and so must consist of blocks that are
// small and do not depend on each other, with a check that is not "none":
//
//	xz --block-size=65536 --check=crc32 minimized.bin
//
// Several streams one after the other and padding between them are fine; filters
// other than LZMA2 are not. The index of the file is read once, when it is opened:
// 8 bytes per block are kept in memory. A look-up reads and decodes one block,
// which a cache keeps. What a block holds is proved by its check every time it is
// decoded; the values of a plain file are under no checksum.
//
// # In place
//
// The folder of a database that is such a file holds a description of it and
// nothing else:
//
//	DIR/inplace.json   {"source":{…},"crc32c":"…"}
//
// The source is the JSON of [Description]; crc32c is the CRC-32C (Castagnoli), in
// hexadecimal, of the bytes of the source as they stand. It says which indices the
// file holds: an explicit list, for in a file that was copied in part what is
// missing looks like draws.
//
// # Caveats
//
// A file must not be changed while it is used. A plain file that was changed since
// it was described is found out when its size differs, or when its time of change
// does and samples of its known parts too; smaller changes are not.
package raw
