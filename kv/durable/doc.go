// Package durable writes files atomically, and computes the checksum that all formats use.
//
// A [File] is written under a temporary name in the same folder and synced. An atomic rename gives
// it its path, and the folder is synced. So a file under its final name is complete, even after a
// power failure. A killed writer leaves a temporary file. Readers ignore it, and the next writer
// removes it.
//
// [Checksum] is the CRC-32C (Castagnoli): reflected polynomial 0x82F63B78, initial value
// and final xor 0xFFFFFFFF.
package durable
