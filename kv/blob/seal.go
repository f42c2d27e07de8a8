package blob

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
)

// A stored object is its content and a seal: the length of the content in eight bytes,
// little-endian, the SHA-256 of content and length, and sealMagic.
const (
	sealMagic = "FGblob1\n"
	sealSize  = 8 + sha256.Size + len(sealMagic)
)

// seal returns a content with its seal.
func seal(content []byte) []byte {
	raw := make([]byte, 0, len(content)+sealSize)
	raw = append(raw, content...)
	raw = binary.LittleEndian.AppendUint64(raw, uint64(len(content)))
	sum := sha256.Sum256(raw)
	return append(append(raw, sum[:]...), sealMagic...)
}

// unseal returns the content of a stored object. If the seal is wrong, it fails with [ErrCorrupt].
func unseal(name string, raw []byte) (content []byte, err error) {
	n := len(raw) - sealSize
	if n >= 0 && string(raw[len(raw)-len(sealMagic):]) == sealMagic && binary.LittleEndian.Uint64(raw[n:]) == uint64(n) {
		if sum := sha256.Sum256(raw[:n+8]); bytes.Equal(sum[:], raw[n+8:n+8+sha256.Size]) {
			return raw[:n:n], nil
		}
	}
	return nil, fmt.Errorf("get %s: %w", name, ErrCorrupt)
}
