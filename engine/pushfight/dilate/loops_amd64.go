package dilate

import "golang.org/x/sys/cpu"

// vectors reports whether the processor has the instructions of the loops in assembly.
var vectors = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL &&
	cpu.X86.HasAVX512VBMI && cpu.X86.HasAVX512GFNI

//go:noescape
func gatherVectors(pack, src *uint64, rows *uint32, n int) bool

//go:noescape
func scatterVectors(dst, pack *uint64, rows *uint32, n int)

//go:noescape
func sweepVectors(pack, allowed *uint64, p *uint16, n int)

//go:noescape
func transposeVectors(dst *uint64, dstStride, dstRows int, src *uint64, srcStride, srcRows int, add bool, buffer *[64]uint64)

func gather(pack, src []uint64, rows []uint32) bool {
	if vectors {
		return gatherVectors(&pack[0], &src[0], &rows[0], len(rows))
	}
	return gatherGo(pack, src, rows)
}

func scatter(dst, pack []uint64, rows []uint32) {
	if vectors {
		scatterVectors(&dst[0], &pack[0], &rows[0], len(rows))
		return
	}
	scatterGo(dst, pack, rows)
}

func sweep(pack, allowed []uint64, p path) {
	if vectors {
		sweepVectors(&pack[0], &allowed[0], &p[0], len(p)/(2*stepSize))
		return
	}
	sweepGo(pack, allowed, p)
}

// transpose stores the transpose of src in dst, or adds it to dst.
func transpose(dst []uint64, dstStride, dstRows int, src []uint64, srcStride, srcRows int, add bool) {
	if vectors {
		var buffer [64]uint64
		transposeVectors(&dst[0], dstStride, dstRows, &src[0], srcStride, srcRows, add, &buffer)
		return
	}
	transposeGo(dst, dstStride, dstRows, src, srcStride, srcRows, add)
}
