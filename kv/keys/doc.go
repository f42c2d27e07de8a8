// Package keys stores the keys of the positions of games that define only rules. It keeps the keys
// of each slice in ascending order, in a few bits each. A lookup of a rank or a key decodes one
// block.
//
// [Write] and [Create] write a file. [Open] reads a file into memory and checks it; its parts are
// [discover.KeySet]s. [Folder] keeps the lists of a discovery that does not fit into memory, as
// files with one part each.
//
// # Format
//
// Numbers are little-endian. A file is
//
//	magic     8 bytes, 89 46 47 4B 0D 0A 1A 0A
//	blocks    of all parts, in order
//	indexes   of all parts, in order: for each block its first key and its offset in
//	          the file, 8 bytes each
//	header    JSON: {"format":1,"game":SPEC,"parts":[{"number":N,"targets":[…],
//	          "size":KEYS,"index":OFFSET}…]}
//	trailer   24 bytes: offset of the header (8), its length (4), CRC-32C of all bytes
//	          before this field (4), magic 0A 1A 0A 0D 4B 47 46 89 (8)
//
// A part is a slice of the game. It has the number that the rules give the slice, the places of the
// parts that its moves lead to, the number of its keys, and the offset of its index. A block holds
// 128 keys; the last block of a part holds the rest:
//
//	first     8 bytes, the first key
//	count     1 byte, the number of keys less 1
//	width     1 byte, w: how many low bits of a key are stored as they are; or 255
//	length    2 bytes, of the high bits, or the gaps, in bytes
//
// The rest of the block has the shorter of two codings. The coding of Elias and Fano takes w+2 bits
// a key, with w about the logarithm of the average gap:
//
//	low bits  of key - first, w bits each, from the lowest bit of the first byte on,
//	          filled up to a whole byte
//	high bits a bit is set at ((key - first) >> w) + i for the key with i keys before it
//	          in the block, from the lowest bit of the first byte on
//
// If keys come in clusters, the second coding is shorter. The width 255 marks it. For each key
// except the first it stores the difference to the key before, less 1, as an unsigned LEB128
// number.
package keys
