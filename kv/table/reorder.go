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
	// Derive keeps the order of the indices and the size of the blocks, and leaves out layers whose values follow
	// from those one ply on. It fails with an [engine.InputError] if the game has none, which is so for all kinds but
	// [engine.Byte].
	Derive bool
	// Progress, when set, gets the positions done and in all. Each position counts twice in a table that
	// gets an order. Calls are not concurrent.
	Progress func(done, total uint64)
}

const (
	defaultReorder = 1 << 30
	leastReorder   = 16 << 20
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
	if err := cmp.Or(from.CheckGame(g.Spec()), from.UseGame(g)); err != nil {
		return Summary{}, err
	}
	h := from.Header()
	if h.Derives() {
		return Summary{}, engine.InputErrorf("%s leaves out values already, and only a whole table can be written again", from.Path())
	}
	h.Format, h.Order, h.Compression = 0, "", Zstd
	o.Workers, o.Memory = pool.Workers(o.Workers), max(cmp.Or(o.Memory, defaultReorder), leastReorder)
	s := &reordering{read: from.ReadValues, positions: h.Positions, o: o, width: from.width, digest: sha256.New()}
	// On each worker a position of a chunk takes four bytes for its group, and its value about six times,
	// since results wait for their turn. Garbage takes as much again.
	s.chunk = max(o.Memory/2/(uint64(o.Workers)*(4+6*s.width)), 1)
	h.Block = cmp.Or(o.Block, SiteBlock(h.Positions))
	options := WriterOptions{Workers: o.Workers, Replace: o.Replace, Weight: WeightOf(g)}
	if o.Derive {
		h.Block, h.Slices = cmp.Or(o.Block, from.header.Block), slices.Clone(h.Slices)
		left, err := from.derivable(g, h.Block)
		if err == nil && len(left) == 0 {
			err = engine.InputErrorf("no layer of %v can be left out", g.Spec())
		}
		if err != nil {
			return Summary{}, err
		}
		for _, n := range left {
			h.Slices[n].Derived = true
		}
		known := from.Summary()
		options.summary, options.Weight = &known, nil
	} else if make := g.Parts().Order; make != nil && h.Positions > 0 {
		s.order = make()
		h.Order, h.Block = s.order.Name(), cmp.Or(o.Block, s.order.Block())
		known := from.Summary()
		options.summary, options.Weight = &known, nil
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

	file  *os.File // temporary: for each chunk of the source a frame for each run of groups
	ends  []uint64 // of the frames
	chunk uint64   // positions
	runs  []uint32 // the first groups of runs whose values fit in memory together, with a sentinel at the end
}

// starts yields the first positions of chunks.
func (s *reordering) starts(yield func(first uint64) bool) {
	for first := uint64(0); first < s.positions && yield(first); {
		first += s.chunk
	}
}

func (s *reordering) report(values []byte) {
	if s.done += uint64(len(values)) / s.width; s.o.Progress != nil {
		s.o.Progress(s.done, s.positions*map[bool]uint64{true: 1, false: 2}[s.order == nil])
	}
}

// load returns the values of a chunk by index.
func (s *reordering) load(first uint64) ([]byte, error) {
	values := make([]byte, min(s.chunk, s.positions-first)*s.width)
	return values, s.read(values, first)
}

// copy passes the values on in the order of the indices.
func (s *reordering) copy(ctx context.Context) error {
	work := func(_ int, first uint64) ([]byte, error) { return s.load(first) }
	return pool.InOrder(ctx, s.o.Workers, s.starts, work, func(_ uint64, values []byte) error {
		s.digest.Write(values)
		s.report(values)
		return s.write(values)
	})
}

// sort passes the values on in the order of the game.
func (s *reordering) sort(ctx context.Context, path string) (err error) {
	if s.file, err = durable.Scratch(path); err != nil {
		return err
	}
	defer os.Remove(s.file.Name())
	defer s.file.Close()
	end := uint64(0)
	for g := range s.order.Groups() {
		if s.order.First(g+1) > end {
			s.runs, end = append(s.runs, g), s.order.First(g)+s.chunk*3/2
		}
	}
	s.runs = append(s.runs, s.order.Groups())
	if err := s.scatter(ctx); err != nil {
		return err
	}
	return s.merge(ctx)
}

// scatter is the first pass.
func (s *reordering) scatter(ctx context.Context) error {
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(s.o.Workers), zstd.WithLowerEncoderMem(true))
	if err != nil {
		return err
	}
	type sorted struct {
		values []byte // in the order of the indices
		frames [][]byte
	}
	work := func(_ int, first uint64) (sorted, error) {
		values, err := s.load(first)
		if err != nil {
			return sorted{}, err
		}
		return sorted{values, s.split(encoder, values, first)}, nil
	}
	at := uint64(0)
	return pool.InOrder(ctx, s.o.Workers, s.starts, work, func(_ uint64, c sorted) error {
		s.digest.Write(c.values)
		s.report(c.values)
		for _, frame := range c.frames {
			if _, err := s.file.Write(frame); err != nil {
				return err
			}
			at += uint64(len(frame))
			s.ends = append(s.ends, at)
		}
		return nil
	})
}

// split sorts the values of a chunk by group, and returns a frame for each run of groups: for each group
// the number of its values, as an unsigned varint, and then the values.
func (s *reordering) split(encoder *zstd.Encoder, values []byte, first uint64) (frames [][]byte) {
	n := len(values) / int(s.width)
	groups := s.order.AppendGroups(make([]uint32, 0, n), first, n)
	next := make([]uint32, s.order.Groups()+1) // by group: where its next value goes
	for _, g := range groups {
		next[g+1]++
	}
	for g := range next[1:] {
		next[g+1] += next[g]
	}
	sorted := make([]byte, len(values))
	for i, g := range groups {
		if s.width == 1 {
			sorted[next[g]] = values[i]
		} else {
			copy(sorted[uint64(next[g])*s.width:], values[uint64(i)*s.width:uint64(i+1)*s.width])
		}
		next[g]++ // in the end, the end of the group
	}
	var raw []byte
	end := uint32(0)
	for n, g := range s.runs[1:] {
		start := end
		raw = raw[:0]
		for _, to := range next[s.runs[n]:g] {
			raw = binary.AppendUvarint(raw, uint64(to-end))
			end = to
		}
		raw = append(raw, sorted[uint64(start)*s.width:uint64(end)*s.width]...)
		frames = append(frames, encoder.EncodeAll(raw, nil))
	}
	return frames
}

// merge is the second pass.
func (s *reordering) merge(ctx context.Context) error {
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(s.o.Workers), zstd.WithDecoderLowmem(true))
	if err != nil {
		return err
	}
	defer decoder.Close()
	numbers := func(yield func(int) bool) {
		for n := 0; n < len(s.runs)-1 && yield(n); n++ {
		}
	}
	work := func(_ int, number int) ([]byte, error) { return s.gather(ctx, decoder, number) }
	return pool.InOrder(ctx, s.o.Workers, numbers, work, func(_ int, values []byte) error {
		s.report(values)
		return s.write(values)
	})
}

// gather returns the values of a run of groups.
func (s *reordering) gather(ctx context.Context, decoder *zstd.Decoder, number int) ([]byte, error) {
	from, to := s.runs[number], s.runs[number+1]
	start := s.order.First(from)
	values := make([]byte, (s.order.First(to)-start)*s.width)
	next := make([]uint64, to-from) // by group: the byte where its next value goes
	for g := range next {
		next[g] = (s.order.First(from+uint32(g)) - start) * s.width
	}
	var stored, raw []byte
	for n := number; n < len(s.ends); n += len(s.runs) - 1 {
		at := uint64(0)
		if n > 0 {
			at = s.ends[n-1]
		}
		stored = slices.Grow(stored[:0], int(s.ends[n]-at))[:s.ends[n]-at]
		_, err := s.file.ReadAt(stored, int64(at))
		if err = cmp.Or(ctx.Err(), err); err == nil {
			raw, err = decoder.DecodeAll(stored, raw[:0])
		}
		if err != nil {
			return nil, err
		}
		counts := make([]uint64, len(next))
		rest := raw
		for g := range counts {
			n, length := binary.Uvarint(rest)
			counts[g], rest = n*s.width, rest[length:]
		}
		for g, n := range counts {
			next[g] += uint64(copy(values[next[g]:], rest[:n]))
			rest = rest[n:]
		}
	}
	for g, end := range next {
		if want := (s.order.First(from+uint32(g)+1) - start) * s.width; end != want {
			return nil, fmt.Errorf("group %d of the order %s has the wrong number of positions", from+uint32(g), s.order.Name())
		}
	}
	return values, nil
}
