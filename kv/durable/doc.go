// Package durable writes files that are there whole or not at all, whatever stops the
// writer, and has the one checksum of all formats.
//
// A [File] is written under a temporary name beside its own, synced, moved to its name
// in one step, and its folder synced. So a file under its own name is whole, also after
// a power failure. What a killed writer leaves is a temporary file, which readers
// pass over and a later writer removes.
//
// [Checksum] is the CRC-32C (Castagnoli): reflected polynomial 0x82F63B78, initial value
// and final xor 0xFFFFFFFF.
package durable
