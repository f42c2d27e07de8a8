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
// # Why blocks are as they are
//
// A random look-up should take less than 10 µs on one core when its block is in the
// page cache and in no other, and read the disk once when it is not. Within that the
// file should be small. BenchmarkFormats compares ways to store blocks on finished
// tables; size counts the block's entry in the index, time its checksum. Both are
// relative to zstd at its default level in blocks of 4096 positions:
//
//	                      rpsw:pieces=2     pushfight:movers=1,pushers=2
//	                      size     time     size     time
//	4 KiB  none           11.7     0.04     13.1     0.07
//	       packed          5.7     0.02      4.1     0.04    bits enough for the block's different values
//	       huff0           3.7     0.60      2.4     0.69    Huffman codes alone
//	       s2              1.70    0.34      1.68    0.43
//	       s2 better       1.59    0.41      1.50    0.44
//	       zstd fastest    1.05    1.02      1.10    1.02
//	       zstd default    1       1         1       1       86 and 77 bytes for 1000 positions; 5.3 and 4.3 µs
//	       zstd better     0.95    0.97      0.91    0.97
//	       zstd best       0.88    1.05      0.85    1.09
//	1 KiB  zstd default    1.47    0.33      1.64    0.41
//	16 KiB zstd default    0.84    2.4       0.71    2.7
//	64 KiB zstd default    0.76    6.7       0.52    7.8
//	256 KiB zstd default   0.72    20        0.45    26
//
// So 4 KiB it is: 16 KiB takes 12 to 13 µs. [Reader.Get] without a cache takes 5.2 and
// 4.4 µs on these tables, some 200,000 look-ups a second; with the default cache, which
// holds all of them, 0.03 and 0.07 µs. Medians of 7 runs (5 of Get) on one core of a
// machine that did other things too: take the ratios. In the table of rpsw, 5,532,209,088
// positions in 434 MB of page cache, one core makes 177,000 look-ups a second with the
// default cache, which holds little of it, and 223,000 without (BenchmarkGetFrom).
//
//	foregone solve rpsw:pieces=2 --db /tmp/db
//	FOREGONE_BENCH_TABLE=/tmp/db/table.foregone go test -run NONE -bench 'Formats|Get' -count 7 ./kv/table
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
