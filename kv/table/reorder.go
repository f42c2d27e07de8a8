package table

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"os"
	"slices"

	"github.com/klauspost/compress/zstd"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
)

// SiteIndex is the size in bytes of the largest block index that a reader over a network keeps whole.
// [SiteBlock] follows from it.
const SiteIndex = DefaultRemoteIndex

// SiteBlock returns the number of positions in a block of a table without an order that is read over a
// network. The block index of up to 2^34 positions then takes at most [SiteIndex] bytes, so that a
// lookup takes one request. kv/decisions/sites.md has the measurements.
func SiteBlock(positions uint64) uint64 {
	block := uint64(DefaultBlock)
	for (positions+block-1)/block*entrySize > SiteIndex && block < MaxBlock {
		block += block / 3 &^ 8191 // 24,576; 32,768; 40,960; 49,152; 65,536; …
	}
	return min(block, MaxBlock)
}

// ReorderOptions of [Reorder]. The zero value of every field means its default.
type ReorderOptions struct {
	Block   uint64 // positions in a block; default: that of the order, or [SiteBlock]
	Workers int    // default: one per core
	Memory  uint64 // in bytes, about; default 1 GiB
	Replace bool   // allows the table to replace an existing file
	// Progress, when set, gets the positions done and in all. Each position counts twice in a table that
	// gets an order. Calls are not concurrent.
	Progress func(done, total uint64)
}

const (
	defaultReorder = 1 << 30
	leastReorder   = 16 << 20
	mostChunk      = 1 << 27 // positions
)

// ReorderDisk returns an upper estimate of the disk, in bytes, that [Reorder] takes in the folder of the
// new table: the table, and with an order a temporary file. length is the size of the source. The
// estimate follows from measurements: a table in the order of Push Fight is at most 2.5 times as large as
// the source, and so is the temporary file.
func ReorderDisk(g engine.Game, length int64) uint64 {
	if g.Parts().Order == nil {
		return uint64(2 * length)
	}
	return uint64(5 * length)
}

// Reorder writes the table of a game again, for readers over a network: in the order that the game
// declares ([engine.Parts].Order), if any, and in other blocks. The counts and the digest stay the same.
// It checks every block and the digest of the source. Equal sources and blocks give files with equal
// values, whatever the memory and the workers.
//
// With an order it works in two passes. The first sorts chunks of the source by group, and writes them
// to a temporary file next to the new table, compressed. The second merges the parts of runs of groups.
// The temporary file disappears with the end of Reorder; the next Reorder to the same path removes that of a
// killed process and begins again.
func Reorder(ctx context.Context, from *Reader, g engine.Game, path string, o ReorderOptions) (Summary, error) {
	if err := cmp.Or(from.CheckGame(g.Spec()), from.UseOrder(g)); err != nil {
		return Summary{}, err
	}
	h := from.Header()
	h.Format, h.Order, h.Compression = 0, "", Zstd
	s := &reordering{read: from.ReadValues, positions: h.Positions, o: o, width: from.width, digest: sha256.New()}
	if make := g.Parts().Order; make != nil && h.Positions > 0 {
		s.order = make()
		h.Order, h.Block = s.order.Name(), cmp.Or(o.Block, s.order.Block())
	} else {
		h.Block = cmp.Or(o.Block, SiteBlock(h.Positions))
	}
	s.o.Workers, s.o.Memory = pool.Workers(o.Workers), max(cmp.Or(o.Memory, defaultReorder), leastReorder)
	options := WriterOptions{Workers: s.o.Workers, Replace: o.Replace, Weight: WeightOf(g)}
	s.total = h.Positions
	if s.order != nil {
		known := from.Summary()
		options.summary, options.Weight, s.total = &known, nil, 2*h.Positions
	}
	out, err := Create(path, h, options)
	if err != nil {
		return Summary{}, err
	}
	defer out.Abort()
	s.write = out.Append
	if s.order == nil {
		err = s.copy(ctx)
	} else {
		err = s.sort(ctx, path)
	}
	if err == nil && hex.EncodeToString(s.digest.Sum(nil)) != from.Summary().SHA256 {
		err = kv.Corruptf(from.Path(), "the digest of its values is not that of its summary")
	}
	if err != nil {
		return Summary{}, err
	}
	return out.Finish()
}

// reordering is a run of [Reorder].
type reordering struct {
	read      func(values []byte, first uint64) error // of the source, by index
	write     func(values []byte) error               // to the table, in its order
	positions uint64
	order     fast.Order
	o         ReorderOptions
	width     uint64
	digest    hash.Hash // of the values in the order of the indices
	done      uint64
	total     uint64

	file     *os.File // temporary
	at       int64    // its length
	chunk    uint64   // positions
	runs     []groupRun
	sections [][]section // chunk → run of groups → where its part is
}

// groupRun is a run of groups whose values fit in memory together.
type groupRun struct{ from, to uint32 }

// section is a frame in the temporary file: for each group of a run the number of values of a chunk, as
// unsigned varints, and the values by group and index.
type section struct {
	at     int64
	length uint32
}

func (s *reordering) report(n uint64) {
	if s.done += n; s.o.Progress != nil {
		s.o.Progress(s.done, s.total)
	}
}

// copy passes the values on in the order of the indices.
func (s *reordering) copy(ctx context.Context) error {
	buffer := make([]byte, min(s.positions, 4<<20)*s.width)
	for first := uint64(0); first < s.positions; {
		values := buffer[:min(uint64(len(buffer)), (s.positions-first)*s.width)]
		if err := cmp.Or(ctx.Err(), s.read(values, first)); err != nil {
			return err
		}
		s.digest.Write(values)
		if err := s.write(values); err != nil {
			return err
		}
		n := uint64(len(values)) / s.width
		first += n
		s.report(n)
	}
	return nil
}

// sort passes the values on in the order of the game.
func (s *reordering) sort(ctx context.Context, path string) (err error) {
	if s.file, err = durable.Scratch(path); err != nil {
		return err
	}
	defer os.Remove(s.file.Name())
	defer s.file.Close()
	// On each worker a position of a chunk takes 4 bytes for its group, and its value about six times, since
	// results wait for their turn. Garbage takes as much again.
	s.chunk = min(max(s.o.Memory/2/(uint64(s.o.Workers)*(4+6*s.width)), 1), mostChunk, s.positions)
	most := s.o.Memory / 2 / uint64(6*s.o.Workers) / s.width // positions of a run of groups
	for g := uint32(0); g < s.order.Groups(); {
		run := groupRun{g, g + 1}
		for run.to < s.order.Groups() && s.order.First(run.to+1)-s.order.First(g) <= most {
			run.to++
		}
		s.runs, g = append(s.runs, run), run.to
	}
	if err := s.scatter(ctx); err != nil {
		return err
	}
	return s.merge(ctx)
}

// sorter is the memory of a worker of the first pass.
type sorter struct {
	sorted  []byte
	groups  []uint32
	next    []uint32 // by group: where its next value goes
	raw     []byte
	encoder *zstd.Encoder
}

// scatter is the first pass.
func (s *reordering) scatter(ctx context.Context) error {
	type piece struct {
		values []byte // in the order of the indices
		parts  [][]byte
	}
	workers := make([]*sorter, s.o.Workers)
	var starts []uint64
	for first := uint64(0); first < s.positions; first += s.chunk {
		starts = append(starts, first)
	}
	work := func(worker int, first uint64) (p piece, err error) {
		if err := ctx.Err(); err != nil {
			return p, err
		}
		if workers[worker] == nil {
			w := &sorter{next: make([]uint32, s.order.Groups()+1)}
			if w.encoder, err = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(true), zstd.WithLowerEncoderMem(true)); err != nil {
				return p, err
			}
			workers[worker] = w
		}
		w := workers[worker]
		n := min(s.chunk, s.positions-first)
		p.values = make([]byte, n*s.width)
		if err := s.read(p.values, first); err != nil {
			return p, err
		}
		p.parts = w.split(s, p.values, first)
		return p, nil
	}
	return pool.InOrder(ctx, s.o.Workers, slices.Values(starts), work, func(first uint64, p piece) error {
		s.digest.Write(p.values)
		var list []section
		for _, part := range p.parts {
			if _, err := s.file.Write(part); err != nil {
				return err
			}
			list = append(list, section{s.at, uint32(len(part))})
			s.at += int64(len(part))
		}
		s.sections = append(s.sections, list)
		s.report(uint64(len(p.values)) / s.width)
		return nil
	})
}

// split sorts the values of a chunk by group, and returns the compressed part of each run of groups.
func (w *sorter) split(s *reordering, values []byte, first uint64) (parts [][]byte) {
	n := uint64(len(values)) / s.width
	w.groups = s.order.AppendGroups(w.groups[:0], first, int(n))
	clear(w.next)
	for _, g := range w.groups {
		w.next[g+1]++
	}
	for g := range w.next[1:] {
		w.next[g+1] += w.next[g]
	}
	if uint64(cap(w.sorted)) < uint64(len(values)) {
		w.sorted = make([]byte, len(values))
	}
	w.sorted = w.sorted[:len(values)]
	if s.width == 1 {
		for i, g := range w.groups {
			w.sorted[w.next[g]] = values[i]
			w.next[g]++
		}
	} else {
		for i, g := range w.groups {
			copy(w.sorted[uint64(w.next[g])*s.width:], values[uint64(i)*s.width:uint64(i+1)*s.width])
			w.next[g]++
		}
	}
	// Now next[g] is the end of group g.
	end := uint32(0)
	for _, run := range s.runs {
		start := end
		w.raw = w.raw[:0]
		for _, next := range w.next[run.from:run.to] {
			w.raw = binary.AppendUvarint(w.raw, uint64(next-end))
			end = next
		}
		w.raw = append(w.raw, w.sorted[uint64(start)*s.width:uint64(end)*s.width]...)
		parts = append(parts, w.encoder.EncodeAll(w.raw, nil))
	}
	return parts
}

// merge is the second pass.
func (s *reordering) merge(ctx context.Context) error {
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(s.o.Workers), zstd.WithDecoderLowmem(true))
	if err != nil {
		return err
	}
	defer decoder.Close()
	mergers := make([]merger, s.o.Workers)
	work := func(worker int, number int) ([]byte, error) {
		return mergers[worker].merge(ctx, s, decoder, number)
	}
	numbers := make([]int, len(s.runs))
	for n := range numbers {
		numbers[n] = n
	}
	return pool.InOrder(ctx, s.o.Workers, slices.Values(numbers), work, func(_ int, values []byte) error {
		s.report(uint64(len(values)) / s.width)
		return s.write(values)
	})
}

// merger is the memory of a worker of the second pass.
type merger struct {
	stored, raw []byte
	next        []uint64 // by group: the byte where its next value goes
}

// merge returns the values of a run of groups.
func (m *merger) merge(ctx context.Context, s *reordering, decoder *zstd.Decoder, number int) ([]byte, error) {
	run := s.runs[number]
	start := s.order.First(run.from)
	values := make([]byte, (s.order.First(run.to)-start)*s.width)
	m.next = m.next[:0]
	for g := run.from; g < run.to; g++ {
		m.next = append(m.next, (s.order.First(g)-start)*s.width)
	}
	for _, list := range s.sections {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		at := list[number]
		m.stored = slices.Grow(m.stored[:0], int(at.length))[:at.length]
		if _, err := s.file.ReadAt(m.stored, at.at); err != nil {
			return nil, err
		}
		var err error
		if m.raw, err = decoder.DecodeAll(m.stored, m.raw[:0]); err != nil {
			return nil, kv.Corruptf(s.file.Name(), "a part cannot be decompressed: %v", err)
		}
		counts, total := m.raw, uint64(0)
		for range m.next {
			n, length := binary.Uvarint(counts)
			counts, total = counts[length:], total+n*s.width
		}
		from := uint64(len(m.raw)) - total
		counts = m.raw
		for g := range m.next {
			n, length := binary.Uvarint(counts)
			counts = counts[length:]
			m.next[g] += uint64(copy(values[m.next[g]:], m.raw[from:from+n*s.width]))
			from += n * s.width
		}
	}
	for g, next := range m.next { // a group may not have more values than places, nor less
		if want := s.order.First(run.from+uint32(g)+1) - start; next != want*s.width {
			return nil, fmt.Errorf("group %d of the order %s ends at place %d, want %d", run.from+uint32(g), s.order.Name(), start+next/s.width, start+want)
		}
	}
	return values, nil
}
