//go:build !amd64

package tupitu

// prefetch does nothing here.
func prefetch([]byte) {}

// storeKeys stores the keys of values in dst.
func storeKeys(dst *[blockSize]byte, values []byte) { storeKeysGo(dst, values) }

// raise makes every key of dst at least the one in the same place of src, which is
// as long.
func raise(dst, src []byte) { raiseGo(dst, src) }

// raiseFrom makes every key of dst at least the one of src that the same place of
// from, which is as long, names.
func raiseFrom(dst []byte, src *[blockSize]byte, from []uint16) { raiseFromGo(dst, src, from) }
