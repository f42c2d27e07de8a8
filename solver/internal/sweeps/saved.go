package sweeps

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/solver/internal/files"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/phase"
)

// The decided positions of an unfinished slice are saved in parts, a file each: the positions decided
// since the part before. The note lists the valid parts; kv/FORMAT.md has their format.

const (
	// The next part follows after saveShare times the time that the last part took, but at least
	// SaveEvery and at most saveMost times SaveEvery.
	saveShare, saveMost = 30, 60
)

// saved describes the parts of a slice.
type saved struct {
	ledger.SweepsNote
	at   time.Time // the last part
	took time.Duration
}

// greatest returns the greatest value after phase r.
func (w *sweep) greatest(r int) engine.Value {
	return engine.Value(max(w.Codec.Win(r), w.Codec.Loss(r)) + 1)
}

// saveSometimes saves the positions that phases up to r decided, if the last part is old enough.
func (w *sweep) saveSometimes(ctx context.Context, r int) error {
	began := time.Now()
	if began.Sub(w.saved.at) < max(w.SaveEvery, min(saveShare*w.saved.took, saveMost*w.SaveEvery)) {
		return nil
	}
	since := engine.Value(0)
	if len(w.saved.Parts) > 0 {
		since = w.greatest(w.saved.Plies)
	}
	path := w.Values.SavedPath(w.number, len(w.saved.Parts))
	crc, err := files.Write(w.Values.Disk, path, true, false, func(write func([]byte) error) error { return w.eachNews(ctx, since, write) })
	if err != nil {
		return err
	}
	note := ledger.SweepsNote{Plies: r, Parts: append(slices.Clone(w.saved.Parts), crc)}
	_, err = w.Ledger.Commit(ledger.Change{
		Notes: map[string]any{ledger.SweepsName(w.number): note, ledger.ElapsedNote: w.Reporter.Elapsed()}, Sync: true,
	})
	w.saved = saved{note, time.Now(), time.Since(began)}
	return err
}

// eachNews calls use with the content of a part for each block: the values above since.
func (w *sweep) eachNews(ctx context.Context, since engine.Value, use func(news []byte) error) error {
	news := make([][]byte, max(len(w.workers), int(batch/max(w.size, 1))))
	for from := 0; from < w.blocks; from += len(news) {
		n := min(len(news), w.blocks-from)
		err := w.each(ctx, n, func(on *worker, unit int) (err error) {
			news[unit], err = on.appendNews(news[unit][:0], &w.codes[from+unit], since)
			return err
		})
		if err != nil {
			return err
		}
		for _, part := range news[:n] {
			if err := use(part); err != nil {
				return err
			}
		}
	}
	return nil
}

// appendNews appends the content of a part for a block.
func (on *worker) appendNews(dst []byte, c *codes, since engine.Value) (_ []byte, err error) {
	if on.encoder == nil {
		on.encoder, err = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1),
			zstd.WithEncoderCRC(false), zstd.WithLowerEncoderMem(true))
		if err != nil {
			return nil, err
		}
	}
	start := len(dst)
	dst = append(dst, 0, 0, 0, 0)
	var any bool
	if on.news, any = c.appendNews(on.news[:0], since); any {
		dst = on.encoder.EncodeAll(on.news, dst)
	}
	binary.LittleEndian.PutUint32(dst[start:], uint32(len(dst)-start-4))
	var places []uint32
	for place, v := range c.late {
		if v > since {
			places = append(places, place)
		}
	}
	slices.Sort(places)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(places)))
	for _, place := range places {
		dst = binary.LittleEndian.AppendUint32(dst, place)
		dst = binary.LittleEndian.AppendUint16(dst, uint16(c.late[place]))
	}
	return dst, nil
}

// resume reads the parts of an earlier run, and returns the first phase that is not done.
func (w *sweep) resume(ctx context.Context) (r int, err error) {
	w.saved.at = time.Now()
	var note ledger.SweepsNote
	if _, err := w.Ledger.Note(ledger.SweepsName(w.number), &note); err != nil || len(note.Parts) == 0 {
		return 0, err
	}
	for part, crc := range note.Parts {
		if err := w.load(ctx, part, crc); err != nil {
			if ctx.Err() != nil {
				return 0, err
			}
			w.Reporter.Warn("a slice is solved again", w.Plan.Slices[w.number].Name, err)
			for n := range w.codes {
				w.codes[n].clear()
			}
			return 0, nil
		}
	}
	w.saved.SweepsNote = note
	return note.Plies + 1, w.restore(ctx, note.Plies)
}

// load reads a part.
func (w *sweep) load(ctx context.Context, part int, crc uint32) (err error) {
	path := w.Values.SavedPath(w.number, part)
	f, err := w.Values.Disk.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(max(w.size, zstd.MinWindowSize)+64))
	if err != nil {
		return err
	}
	defer decoder.Close()
	in := &partReader{in: bufio.NewReaderSize(f, 1<<20)}
	for block := range w.blocks {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		if err := in.block(&w.codes[block], decoder); err != nil {
			return fmt.Errorf("read %s: %w", path, err)
		}
	}
	if in.crc != crc {
		return fmt.Errorf("%s %w: its checksum is wrong", path, kv.ErrCorrupt)
	}
	return nil
}

// partReader reads a part.
type partReader struct {
	in    io.Reader
	crc   uint32
	bytes []byte
	codes []byte
}

// next returns the next n bytes, valid until the next call.
func (p *partReader) next(n int) ([]byte, error) {
	p.bytes = slices.Grow(p.bytes[:0], n)[:n]
	_, err := io.ReadFull(p.in, p.bytes)
	p.crc = durable.Update(p.crc, p.bytes)
	return p.bytes, err
}

// number returns the next number, up to most.
func (p *partReader) number(most int) (int, error) {
	b, err := p.next(4)
	if err != nil {
		return 0, err
	}
	if n := binary.LittleEndian.Uint32(b); uint64(n) <= uint64(most) {
		return int(n), nil
	}
	return 0, kv.ErrCorrupt
}

// block adds the content of a part for a block.
func (p *partReader) block(c *codes, decoder *zstd.Decoder) error {
	size := len(c.of)
	length, err := p.number(2*size + 1024)
	if err != nil {
		return err
	}
	frame, err := p.next(length)
	if err != nil {
		return err
	}
	if length > 0 {
		if p.codes, err = decoder.DecodeAll(frame, p.codes[:0]); err != nil || len(p.codes) != size {
			return errors.Join(kv.ErrCorrupt, err)
		}
		for place, code := range p.codes {
			c.of[place] |= code
		}
	}
	count, err := p.number(size)
	if err != nil {
		return err
	}
	list, err := p.next(6 * count)
	for ; err == nil && len(list) > 0; list = list[6:] {
		place, v := binary.LittleEndian.Uint32(list), binary.LittleEndian.Uint16(list[4:])
		if uint64(place) >= uint64(size) || v < late {
			return kv.ErrCorrupt
		}
		c.put(place, engine.Value(v))
	}
	return err
}

// restore computes the state after phase r from the codes.
func (w *sweep) restore(ctx context.Context, r int) error {
	// notWon returns a predicate for values that are not won within r plies.
	notWon := func(r int) func(v engine.Value) bool {
		return func(v engine.Value) bool {
			return w.Codec.Kind().Outcome(v) != engine.Win || w.Codec.Remoteness(phase.Phase(v-1)) > r
		}
	}
	win, loss := engine.Value(w.Codec.Win(r)+1), engine.Value(w.Codec.Loss(r)+1)
	err := w.each(ctx, w.blocks, func(_ *worker, block int) error {
		c, b := &w.codes[block], &w.before
		c.among(w.open[block], w.size, func(v engine.Value) bool { return v == 0 })
		b.notWon.count[block] = c.among(b.notWon.of[block], w.size, notWon(r))
		b.won.count[block] = c.find(b.won.of[block], win)
		b.lost.count[block] = c.find(b.lost.of[block], loss)
		return nil
	})
	for to, b := range w.exits { // which the next phase advances
		codes := w.solver.codes[to]
		_, size := w.game.Blocks(to)
		err = errors.Join(err, w.each(ctx, len(codes), func(_ *worker, block int) error {
			b.notWon.count[block] = codes[block].among(b.notWon.of[block], size, notWon(r-1))
			return nil
		}))
	}
	for n := range w.codes {
		w.codes[n].tally(w.counts)
	}
	for _, v := range slices.Sorted(maps.Keys(w.counts)) {
		w.Reporter.Decided(w.Codec.Kind().Text(engine.Value(v)), w.counts[v])
	}
	return err
}
