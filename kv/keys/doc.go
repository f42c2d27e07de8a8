// Package keys stores the keys of the positions of games that bring only their rules:
// the keys of each slice in ascending order, a few bits each, so that the rank of a key
// and the key of a rank are found without unpacking more than one block.
//
// [Write] and [Create] make a file, [Open] reads one into memory and checks it; its parts
// are [discover.KeySet]s. [Folder] keeps the lists of a discovery that does not fit into
// memory; these are such files, too, of one part each.
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
// A part is a slice of the game: the number that the rules give it, the parts that its
// moves lead to (by their place), how many keys it has, and where its index stands. A
// block holds 128 keys, the last of a part what is left:
//
//	first     8 bytes, the first key
//	count     1 byte, the number of keys less 1
//	width     1 byte, w: how many low bits of a key are stored as they are; or 255
//	length    2 bytes, of the high bits, or the gaps, in bytes
//
// What follows is coded in the one of two ways that takes less. After Elias and Fano, with
// w about the logarithm of the average gap, it is w+2 bits a key:
//
//	low bits  of key - first, w bits each, from the lowest bit of the first byte on,
//	          filled up to a whole byte
//	high bits a bit is set at ((key - first) >> w) + i for the key with i keys before it
//	          in the block, from the lowest bit of the first byte on
//
// Where keys crowd, with few wide gaps between the crowds, each gap is stored by itself,
// which the width 255 says: for each key but the first how many numbers lie between the
// key before and it, seven bits a byte, lowest first, the top bit set in all bytes of a
// number but its last.
package keys
