package durable

import "hash/crc32"

// ChecksumSize is the number of bytes of a checksum.
const ChecksumSize = crc32.Size

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Checksum returns the checksum of p; that of no bytes is 0.
func Checksum(p []byte) uint32 { return crc32.Checksum(p, castagnoli) }

// Update returns the checksum of bytes whose checksum is sum, followed by p.
func Update(sum uint32, p []byte) uint32 { return crc32.Update(sum, castagnoli, p) }
