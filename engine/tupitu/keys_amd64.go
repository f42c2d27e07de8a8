package tupitu

import "golang.org/x/sys/cpu"

// vectors says whether the processor has the instructions of the loops in assembly.
var vectors = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI

//go:noescape
func raiseFromVectors(dst *byte, src *[blockSize]byte, from *uint16, n int)

//go:noescape
func raiseVectors(dst, src *byte, n int)

//go:noescape
func storeKeysVectors(dst *[blockSize]byte, values *byte, n int)

// storeKeys stores the keys of values in dst.
func storeKeys(dst *[blockSize]byte, values []byte) {
	n := 0
	if vectors && len(values) >= 64 {
		n = min(len(values), blockSize) &^ 63
		storeKeysVectors(dst, &values[0], n)
	}
	storeKeysGo(dst, values, n)
}

// raise makes every key of dst at least the one in the same place of src, which is
// as long.
func raise(dst, src []byte) {
	if n := len(dst) &^ 63; vectors && n > 0 {
		raiseVectors(&dst[0], &src[:len(dst)][0], n)
		dst, src = dst[n:], src[n:]
	}
	raiseGo(dst, src)
}

// raiseFrom makes every key of dst at least the one of src that the same place of
// from, which is as long, names.
func raiseFrom(dst []byte, src *[blockSize]byte, from []uint16) {
	if n := len(dst) &^ 63; vectors && n > 0 {
		raiseFromVectors(&dst[0], src, &from[:len(dst)][0], n)
		dst, from = dst[n:], from[n:]
	}
	raiseFromGo(dst, src, from)
}
