package table

import (
	"fmt"
	"math"
	"runtime/debug"

	"github.com/klauspost/compress/zstd"
)

// leastThorough is the number of positions from which thorough compression pays. For fewer
// positions an encoder takes longer to start than to compress.
const leastThorough = 1 << 18

// thoroughEncoder is the memory, in bytes, of an encoder that compresses thoroughly.
const thoroughEncoder = 6 << 20

// moderate is the number of positions from which the memory of a second thorough encoder is small
// compared with that of the rest of a solve.
const moderate = 1 << 23

// level returns the level at which blocks are compressed, and an upper bound on the encoders that
// work at a time. Thorough encoders together take a sixteenth of the process's memory limit at most
// ([debug.SetMemoryLimit]), but two always run for a table that is not small. Another level gives
// different bytes.
func (h *Header) level() (level zstd.EncoderLevel, encoders int) {
	switch {
	case h.Positions < leastThorough:
		return zstd.SpeedDefault, math.MaxInt
	case h.Positions < moderate:
		return zstd.SpeedBetterCompression, 1
	}
	return zstd.SpeedBetterCompression, int(max(debug.SetMemoryLimit(-1)/16/thoroughEncoder, 2))
}

// newEncoder returns an encoder whose output depends on its input alone. It belongs to one
// goroutine.
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

// newDecoder returns a decoder that never decompresses more than blockBytes.
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

// appendNarrow appends the low bytes of values of two bytes, and reports whether all high bytes are
// 0.
func appendNarrow(dst, values []byte) ([]byte, bool) {
	for i := 1; i < len(values); i += 2 {
		if values[i] != 0 {
			return dst, false
		}
		dst = append(dst, values[i-1])
	}
	return dst, true
}

// widen turns the low bytes in the first half of dst into values of two bytes.
func widen(dst []byte) {
	for i := len(dst)/2 - 1; i >= 0; i-- {
		dst[2*i], dst[2*i+1] = dst[i], 0
	}
}

// decode decompresses a stored block into dst, which has exactly the size of its values. A narrow
// block decompresses to half of that.
func decode(d *zstd.Decoder, dst, stored []byte, narrow bool) error {
	values, err := d.DecodeAll(stored, dst[:0:len(dst)])
	if err != nil {
		return err
	}
	narrow = narrow && 2*len(values) == len(dst)
	if len(values) != len(dst) && !narrow {
		return fmt.Errorf("%d bytes, want %d", len(values), len(dst))
	}
	if len(values) > 0 && &values[0] != &dst[0] {
		copy(dst, values) // the decoder may have allocated its own buffer
	}
	if narrow {
		widen(dst)
	}
	return nil
}
