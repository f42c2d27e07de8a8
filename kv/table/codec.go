package table

import (
	"fmt"
	"math"
	"runtime/debug"

	"github.com/klauspost/compress/zstd"
)

// leastThorough is how many positions make it worth while to compress thoroughly: an encoder
// takes more time to begin with than it does for as many.
const leastThorough = 1 << 18

// mostEncoders returns an upper bound on the encoders that work at a time. Thorough encoders may
// together take a sixteenth of the memory of the process ([debug.SetMemoryLimit]), but two always
// run for a table that is not small.
func (h *Header) mostEncoders() int {
	each := map[zstd.EncoderLevel]int64{zstd.SpeedBetterCompression: 6 << 20, zstd.SpeedBestCompression: 36 << 20}[h.level()]
	switch {
	case each == 0:
		return math.MaxInt
	case h.Positions < moderate:
		return 1
	}
	return int(max(debug.SetMemoryLimit(-1)/16/each, 2))
}

// level returns the level for blocks of a table. It is part of the format: another level makes
// other bytes.
func (h *Header) level() zstd.EncoderLevel {
	switch {
	case h.Positions < leastThorough:
	case h.Block <= DefaultBlock || h.Block == LargeBlock:
		return zstd.SpeedBestCompression
	case h.Block == FastBlock:
		return zstd.SpeedBetterCompression
	}
	return zstd.SpeedDefault
}

// newEncoder returns an encoder whose output depends on nothing but its input.
// It belongs to one goroutine.
func newEncoder(level zstd.EncoderLevel, blockBytes uint64) (*zstd.Encoder, error) {
	window := uint64(zstd.MinWindowSize)
	for window < blockBytes {
		window *= 2
	}
	return zstd.NewWriter(nil,
		zstd.WithEncoderLevel(level),
		zstd.WithEncoderConcurrency(1),
		zstd.WithEncoderCRC(false), // the index has one
		zstd.WithSingleSegment(true),
		zstd.WithWindowSize(int(window)),
		zstd.WithAllLitEntropyCompression(true),
		zstd.WithLowerEncoderMem(true),
	)
}

// newDecoder returns a decoder that never makes more than blockBytes of a block.
// It is safe for concurrent use.
func newDecoder(blockBytes uint64) (*zstd.Decoder, error) {
	limit := max(blockBytes, zstd.MinWindowSize)
	return zstd.NewReader(nil,
		zstd.WithDecoderConcurrency(0),
		zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxMemory(limit),
		zstd.WithDecoderMaxWindow(limit),
		zstd.WithDecodeAllCapLimit(true),
	)
}

// appendNarrow appends the low bytes of values of two bytes, and reports whether these are
// all there is to them.
func appendNarrow(dst, values []byte) ([]byte, bool) {
	for i := 1; i < len(values); i += 2 {
		if values[i] != 0 {
			return dst, false
		}
		dst = append(dst, values[i-1])
	}
	return dst, true
}

// widen makes values of two bytes of the low bytes that the first half of dst holds.
func widen(dst []byte) {
	for i := len(dst)/2 - 1; i >= 0; i-- {
		dst[2*i], dst[2*i+1] = dst[i], 0
	}
}

// decode makes the values of a block, of which there are exactly len(dst) bytes, from what
// is stored of it: these, or half as many where the block may be narrow.
func decode(d *zstd.Decoder, dst, stored []byte, narrow bool) error {
	values, err := d.DecodeAll(stored, dst[:0:len(dst)])
	if err != nil {
		return err
	}
	narrow = narrow && 2*len(values) == len(dst)
	if len(values) != len(dst) && !narrow {
		return fmt.Errorf("%d bytes where %d are due", len(values), len(dst))
	}
	if len(values) > 0 && &values[0] != &dst[0] {
		copy(dst, values) // the decoder is free to allocate
	}
	if narrow {
		widen(dst)
	}
	return nil
}
