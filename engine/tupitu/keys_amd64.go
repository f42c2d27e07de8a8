package tupitu

import "golang.org/x/sys/cpu"

// vectors reports whether the processor supports the loops in assembly.
var vectors = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI && cpu.X86.HasBMI2

//go:noescape
func raiseFromVectors(dst *byte, src *[blockSize]byte, from *uint16, n int)

//go:noescape
func raiseVectors(dst, src *byte, n int)

//go:noescape
func storeKeysVectors(dst *[blockSize]byte, values *byte, n int)

//go:noescape
func prefetchLines(first *byte, n int)

// prefetch makes the processor fetch values that are needed soon.
func prefetch(values []byte) {
	if len(values) > 0 {
		prefetchLines(&values[0], len(values))
	}
}

// storeKeys stores the keys of values in dst.
func storeKeys(dst *[blockSize]byte, values []byte) {
	if !vectors || len(values) == 0 || len(values) > blockSize {
		storeKeysGo(dst, values)
		return
	}
	storeKeysVectors(dst, &values[0], len(values))
}

// raise sets each key of dst to the maximum of itself and the key of src in the same place. src
// must be as long as dst.
func raise(dst, src []byte) {
	if !vectors || len(dst) == 0 {
		raiseGo(dst, src)
		return
	}
	raiseVectors(&dst[0], &src[:len(dst)][0], len(dst))
}

// raiseFrom sets each key of dst to the maximum of itself and the key of src at the index in from.
// from must be as long as dst.
func raiseFrom(dst []byte, src *[blockSize]byte, from []uint16) {
	if !vectors || len(dst) == 0 {
		raiseFromGo(dst, src, from)
		return
	}
	raiseFromVectors(&dst[0], src, &from[:len(dst)][0], len(dst))
}
