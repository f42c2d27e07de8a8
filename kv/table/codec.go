package table

import (
	"fmt"

	"github.com/klauspost/compress/zstd"
)

// level is part of the format: another level makes other bytes.
const level = zstd.SpeedDefault

// newEncoder returns an encoder whose output depends on nothing but its input.
// It belongs to one goroutine.
func newEncoder(blockBytes uint64) (*zstd.Encoder, error) {
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

// decode makes the values of a block, of which there are exactly len(dst) bytes,
// from what is stored of it.
func decode(d *zstd.Decoder, dst, stored []byte) error {
	values, err := d.DecodeAll(stored, dst[:0:len(dst)])
	if err != nil {
		return err
	}
	if len(values) != len(dst) {
		return fmt.Errorf("%d bytes where %d are due", len(values), len(dst))
	}
	if len(dst) > 0 && &values[0] != &dst[0] {
		copy(dst, values) // the decoder is free to allocate
	}
	return nil
}
