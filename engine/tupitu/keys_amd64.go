package tupitu

import "golang.org/x/sys/cpu"

// vectors says whether the processor has the instructions of the loops in assembly.
var vectors = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI && cpu.X86.HasBMI2

//go:noescape
func raiseFromVectors(dst *byte, src *[blockSize]byte, from *uint16, n int)

//go:noescape
func raiseVectors(dst, src *byte, n int)

//go:noescape
func storeKeysVectors(dst *[blockSize]byte, values *byte, n int)

//go:noescape
func prefetchLines(first *byte, n int)

// prefetch has the processor fetch values that are soon needed.
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

// raise makes every key of dst at least the one in the same place of src, which is
// as long.
func raise(dst, src []byte) {
	if !vectors || len(dst) == 0 {
		raiseGo(dst, src)
		return
	}
	raiseVectors(&dst[0], &src[:len(dst)][0], len(dst))
}

// raiseFrom makes every key of dst at least the one of src that the same place of
// from, which is as long, names.
func raiseFrom(dst []byte, src *[blockSize]byte, from []uint16) {
	if !vectors || len(dst) == 0 {
		raiseFromGo(dst, src, from)
		return
	}
	raiseFromVectors(&dst[0], src, &from[:len(dst)][0], len(dst))
}
