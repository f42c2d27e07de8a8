// Package raw reads files of bare values, plain or compressed: one byte per index and nothing else.
// The public Push Fight solution is distributed as such a "minimized file". A database can use such
// a file in place.
//
// # Files
//
// A plain file has the value of index i at byte i; holes read as zeros. An .xz file (recognized by
// its first bytes, not its name) holds the same bytes compressed. The reader decodes single blocks,
// so the blocks must be small, independent, and have a check:
//
//	xz --block-size=65536 --check=crc32 minimized.bin
//
// Several streams and padding between them are allowed; filters other than LZMA2 are not. Opening
// the file reads its index, and keeps 8 bytes per block in memory. A lookup reads and decodes one
// block, which a cache keeps. Decoding a block verifies its check. The values of a plain file have
// no checksum.
//
// # In place
//
// The folder of such a database holds only a description of the file:
//
//	DIR/inplace.json   {"source":{…},"crc32c":"…"}
//
// The source is the JSON of [Description]; crc32c is the CRC-32C (Castagnoli), in hexadecimal, of
// the bytes of the source. The source lists the indices that the file holds, because the missing
// part of a partly copied file would read as draws.
//
// # Caveats
//
// Do not change a file while it is open. Opening a plain file detects a change if the size differs,
// or if the modification time and the sampled values differ. It does not detect smaller changes.
package raw
