//go:build !amd64

package dilate

const vectors = false

func gather(pack, src []uint64, rows []uint32) bool { return gatherGo(pack, src, rows) }
func scatter(dst, pack []uint64, rows []uint32)     { scatterGo(dst, pack, rows) }
func sweep(pack, allowed []uint64, p path)          { sweepGo(pack, allowed, p) }

func transpose(dst []uint64, dstStride, dstRows int, src []uint64, srcStride, srcRows int, add bool) {
	transposeGo(dst, dstStride, dstRows, src, srcStride, srcRows, add)
}
