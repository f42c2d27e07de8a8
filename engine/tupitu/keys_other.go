//go:build !amd64

package tupitu

// prefetch does nothing on this processor.
func prefetch([]byte) {}

// storeKeys stores the keys of values in dst.
func storeKeys(dst *[blockSize]byte, values []byte) { storeKeysGo(dst, values) }

// raise sets each key of dst to the maximum of itself and the key of src in the same place. src
// must be as long as dst.
func raise(dst, src []byte) { raiseGo(dst, src) }

// raiseFrom sets each key of dst to the maximum of itself and the key of src at the index in from.
// from must be as long as dst.
func raiseFrom(dst []byte, src *[blockSize]byte, from []uint16) { raiseFromGo(dst, src, from) }
