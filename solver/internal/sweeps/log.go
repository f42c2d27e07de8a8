package sweeps

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/klauspost/compress/zstd"

	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/solver/internal/ledger"
)

// The log of a slice has the sets of positions that each phase won and lost, phase after phase, in files
// that begin and end with a phase. kv/FORMAT.md has their format. An interrupted solve goes on from the log, the values of
// the slice are made of it, and the slices that exit into this one read it phase by phase along with
// their own.

// unitBytes is about the size of the sets that a frame of the log has.
const unitBytes = 32 << 10

// units divides blocks into units, a frame of the log each: it returns the number of blocks of a unit, and of units.
func units(blocks int, size uint64) (of, n int) {
	of = max(1, int(unitBytes/(16*wordsOf(size))))
	return of, (blocks + of - 1) / of
}

// writePhase writes the sets of a phase: sets returns those of a block that are won and lost, and whether any position is in them.
func (s *solver) writePhase(ctx context.Context, blocks int, size uint64, write func(part []byte) error, sets func(on *worker, block int) (won, lost []uint64, any bool)) error {
	of, n := units(blocks, size)
	frames := make([][]byte, 4*len(s.workers))
	for from := 0; from < n; from += len(frames) {
		some := min(len(frames), n-from)
		err := s.each(ctx, some, func(on *worker, unit int) (err error) {
			first := (from + unit) * of
			filled := false
			on.bytes = on.bytes[:0]
			for block := first; block < min(first+of, blocks); block++ {
				won, lost, any := sets(on, block)
				filled = filled || any
				for _, set := range [][]uint64{won, lost} {
					for _, x := range set {
						on.bytes = binary.LittleEndian.AppendUint64(on.bytes, x)
					}
				}
			}
			frames[unit], err = on.appendFrame(frames[unit][:0], filled)
			return err
		})
		if err != nil {
			return err
		}
		for _, frame := range frames[:some] {
			if err := write(frame); err != nil {
				return err
			}
		}
	}
	return nil
}

// appendFrame appends the length of a frame of the worker's bytes, and the frame; nothing but the length 0 if
// none is set.
func (on *worker) appendFrame(dst []byte, filled bool) (_ []byte, err error) {
	if on.encoder == nil {
		on.encoder, err = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1),
			zstd.WithEncoderCRC(false), zstd.WithLowerEncoderMem(true))
		if err != nil {
			return nil, err
		}
	}
	dst = append(dst, 0, 0, 0, 0)
	if filled {
		dst = on.encoder.EncodeAll(on.bytes, dst)
		binary.LittleEndian.PutUint32(dst, uint32(len(dst)-4))
	}
	return dst, nil
}

// reader reads the log of a slice.
type reader struct {
	*solver
	number, blocks int
	size           uint64
	note           ledger.SweepsNote
	phase          int // the next one
	parts          int // that were begun
	file           vfs.File
	in             *bufio.Reader
	crc            uint32
}

// newReader returns a reader of the log that the ledger knows of a slice, or nil if there is none.
func (s *solver) newReader(number int) (*reader, error) {
	r := &reader{solver: s, number: number}
	r.blocks, r.size = s.game.Blocks(number)
	if found, err := s.Ledger.Note(ledger.SweepsName(number), &r.note); err != nil || !found {
		return nil, err
	}
	return r, nil
}

// done reports whether all phases have been read.
func (r *reader) done() bool { return r.phase > r.note.Plies }

// next calls use for each block in which the next phase decided any positions, with the sets of those won and lost, on all
// workers. It leaves out units for which skip returns true, unless skip is nil. Each file is checked
// once it is read: an error that wraps [kv.ErrCorrupt] comes after its sets were used.
func (r *reader) next(ctx context.Context, skip func(block int) bool, use func(block int, won, lost []uint64)) error {
	of, n := units(r.blocks, r.size)
	frames, blocks := make([][]byte, 4*len(r.workers)), make([]int, 4*len(r.workers))
	for unit := 0; unit < n; {
		some := 0
		for ; unit < n && some < len(frames); unit++ {
			frame, err := r.frame(frames[some][:0], 16*int(wordsOf(r.size))*of)
			if err = errors.Join(err, context.Cause(ctx)); err != nil {
				return fmt.Errorf("read %s: %w", r.Values.SavedPath(r.number, r.parts-1), err)
			}
			frames[some], blocks[some] = frame, unit*of
			if len(frame) > 0 && (skip == nil || !skip(unit*of)) {
				some++
			}
		}
		err := r.each(ctx, some, func(on *worker, n int) error {
			return on.readFrame(frames[n], blocks[n], min(of, r.blocks-blocks[n]), wordsOf(r.size), use)
		})
		if err != nil {
			return err
		}
	}
	if r.phase++; r.done() {
		return r.close()
	}
	return nil
}

// frame reads the next frame, which has at most that many bytes uncompressed.
func (r *reader) frame(dst []byte, most int) ([]byte, error) {
	var length [4]byte
	for {
		if r.in != nil {
			_, err := io.ReadFull(r.in, length[:])
			if err == nil {
				break
			}
			if err != io.EOF {
				return nil, errors.Join(kv.ErrCorrupt, err)
			}
			if err := r.close(); err != nil {
				return nil, err
			}
		}
		if err := r.open(); err != nil {
			return nil, err
		}
	}
	n := int(binary.LittleEndian.Uint32(length[:]))
	if n > most+most/100+1024 {
		return nil, kv.ErrCorrupt
	}
	if cap(dst) < n {
		dst = make([]byte, n)
	}
	dst = dst[:n]
	_, err := io.ReadFull(r.in, dst)
	r.crc = durable.Update(durable.Update(r.crc, length[:]), dst)
	if err != nil {
		return nil, errors.Join(kv.ErrCorrupt, err)
	}
	return dst, nil
}

// open opens the next file.
func (r *reader) open() (err error) {
	if r.parts == len(r.note.Parts) {
		return kv.ErrCorrupt
	}
	if r.file, err = r.Disk.Open(r.Values.SavedPath(r.number, r.parts)); err != nil {
		return err
	}
	r.in, r.crc = bufio.NewReaderSize(r.file, 1<<20), 0
	r.parts++
	return nil
}

// close closes the open file, if any, which must have been read to its end.
func (r *reader) close() error {
	if r.in == nil {
		return nil
	}
	_, err := r.in.ReadByte()
	whole := err == io.EOF && r.crc == r.note.Parts[r.parts-1]
	err = r.file.Close()
	if r.in = nil; !whole {
		return errors.Join(fmt.Errorf("%s %w: its checksum is wrong", r.Values.SavedPath(r.number, r.parts-1), kv.ErrCorrupt), err)
	}
	return err
}

// stop closes the open file before its end.
func (r *reader) stop() {
	if r.in != nil {
		r.file.Close()
	}
}

// readFrame passes the sets of a unit to use.
func (on *worker) readFrame(frame []byte, first, blocks int, words uint64, use func(block int, won, lost []uint64)) (err error) {
	size := 16 * int(words) * blocks
	if on.decoder == nil {
		on.decoder, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecodeAllCapLimit(true))
		if err != nil {
			return err
		}
	}
	if cap(on.bytes) < size {
		on.bytes = make([]byte, 0, size)
	}
	if on.bytes, err = on.decoder.DecodeAll(frame, on.bytes[:0]); err != nil || len(on.bytes) != size {
		return errors.Join(kv.ErrCorrupt, err)
	}
	both := on.get(2 * words)
	for n := range blocks {
		part := on.bytes[16*int(words)*n:]
		for i := range both {
			both[i] = binary.LittleEndian.Uint64(part[8*i:])
		}
		if !empty(both) {
			use(first+n, both[:words], both[words:])
		}
	}
	on.free()
	return nil
}

// advance makes the sets of the next phase of a log those of the phase before on a board.
func (r *reader) advance(ctx context.Context, b *board) error {
	for block := range b.counts {
		b.rest(block)
	}
	if r.done() {
		return nil
	}
	return r.next(ctx, nil, func(block int, won, lost []uint64) {
		b.take(block, won, lost, fast.Count(won), fast.Count(lost))
	})
}
