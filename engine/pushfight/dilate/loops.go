package dilate

// gatherGo stores in pack the units of src at the places rows, and reports whether any bit
// is set.
func gatherGo(pack, src []uint64, rows []uint32) bool {
	var any uint64
	for i, at := range rows {
		from := (*[unitWords]uint64)(src[at:])
		to := (*[unitWords]uint64)(pack[i*unitWords:])
		*to = *from
		any |= from[0] | from[1] | from[2] | from[3]
	}
	return any != 0
}

// scatterGo adds the units of pack to dst. The unit of missing rows is clear in pack.
func scatterGo(dst, pack []uint64, rows []uint32) {
	for i, at := range rows {
		from := (*[unitWords]uint64)(pack[i*unitWords:])
		to := (*[unitWords]uint64)(dst[at:])
		to[0] |= from[0]
		to[1] |= from[1]
		to[2] |= from[2]
		to[3] |= from[3]
	}
}

// sweepGo adds to every square the bits of its neighbours that it allows, until nothing
// changes.
func sweepGo(pack, allowed []uint64, p path) {
	forth, back := p[:len(p)/2], p[len(p)/2:]
	for {
		if !passGo(pack, allowed, forth) || !passGo(pack, allowed, back) {
			return
		}
	}
}

func passGo(pack, allowed []uint64, p path) bool {
	var changed uint64
	for ; len(p) >= stepSize; p = p[stepSize:] {
		to := (*[packWords]uint64)(pack[p[0]:])
		may := (*[packWords]uint64)(allowed[p[0]:])
		a := (*[packWords]uint64)(pack[p[2]:])
		b := (*[packWords]uint64)(pack[p[3]:])
		c := (*[packWords]uint64)(pack[p[4]:])
		d := (*[packWords]uint64)(pack[p[5]:])
		for w := range to {
			more := (a[w] | b[w] | c[w] | d[w]) & may[w] &^ to[w]
			to[w] |= more
			changed |= more
		}
	}
	return changed != 0
}

// transposeGo stores in dst the transpose of a block of 64 by 64 bits. Rows of src are srcStride
// words apart, rows of dst dstStride. It reads the first srcRows rows, as the others are clear, and
// writes the first dstRows rows.
func transposeGo(dst []uint64, dstStride, dstRows int, src []uint64, srcStride, srcRows int, add bool) {
	var b [64]uint64
	for r := range srcRows {
		b[r] = src[r*srcStride]
	}
	transpose64(&b)
	if add {
		for r := range dstRows {
			dst[r*dstStride] |= b[r]
		}
		return
	}
	for r := range dstRows {
		dst[r*dstStride] = b[r]
	}
}

// transpose64 transposes a block of 64 by 64 bits in place: it exchanges the off-diagonal
// quarters of ever smaller squares.
func transpose64(b *[64]uint64) {
	exchange := func(j int, mask uint64) {
		for base := 0; base < 64; base += 2 * j {
			for k := base; k < base+j; k++ {
				t := (b[k]>>j ^ b[k+j]) & mask
				b[k] ^= t << j
				b[k+j] ^= t
			}
		}
	}
	exchange(32, 0x00000000ffffffff)
	exchange(16, 0x0000ffff0000ffff)
	exchange(8, 0x00ff00ff00ff00ff)
	exchange(4, 0x0f0f0f0f0f0f0f0f)
	exchange(2, 0x3333333333333333)
	exchange(1, 0x5555555555555555)
}
