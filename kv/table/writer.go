package table

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"math"
	"slices"
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
)

// jobBytes is about the number of bytes of values that a worker compresses at a time.
const jobBytes = 256 << 10

// WriterOptions of [Create]. The zero value of every field means its default.
type WriterOptions struct {
	// Workers is the number of goroutines that compress; default: one per core.
	// Each needs about 2 MiB, or 8 MiB in a table of 2^18 positions or more, where the
	// memory limit of the process bounds their number. The file does not depend on it.
	Workers int
	// Weight returns the number of positions that share each index i ≤ index < end by symmetry.
	// Any end above i is allowed; a longer run is faster. It must be safe for concurrent use.
	// [WeightOf] returns that of a game. Default: 1 for all.
	Weight func(i uint64) (weight, end uint64)
	// summary, in a table with an order or without some values, has the counts and the digest of all values.
	summary *Summary
	// Replace allows the finished table to replace an existing file.
	Replace bool
}

// one is the weight of positions without symmetric twins.
func one(uint64) (weight, end uint64) { return 1, math.MaxUint64 }

// Writer writes a table. It belongs to one goroutine. End it by [Writer.Finish] or [Writer.Abort];
// until then the table is a temporary file in the same folder. It keeps 16 bytes per block in
// memory.
type Writer struct {
	path    string
	options WriterOptions
	header  Header
	kind    engine.Kind
	width   uint64
	block   uint64 // bytes of values in a full block
	file    *durable.File
	ended   bool

	current  *job
	appended uint64 // bytes of values taken so far

	free    chan *job        // empty jobs; their number bounds the memory
	line    *pool.Line[*job] // compresses, and writes in index order
	tallies []*tally         // of the workers, until they have ended

	// The goroutine that writes the file owns the fields below, until it ends.
	failed bool
	digest hash.Hash
	offset uint64
	index  []byte
	blocks uint64

	mu  sync.Mutex
	err error // the first failure of that goroutine
}

// job is a run of whole blocks; only the last of a table may be shorter.
type job struct {
	first   uint64 // the first position
	values  []byte
	narrow  []byte  // low bytes of a narrow block
	out     []byte  // the stored blocks
	entries []entry // without offsets
	err     error   // of the weights, or nil
}

// Create starts a table at path. The folder must exist. It fails with [kv.ErrExists] if the file
// exists and Replace is not set.
func Create(path string, h Header, o WriterOptions) (*Writer, error) {
	h.Block = cmp.Or(h.Block, DefaultBlock)
	h.Compression = cmp.Or(h.Compression, Zstd)
	h.Format = cmp.Or(h.Format, h.earliest())
	o.Workers = pool.Workers(o.Workers)
	if o.Weight == nil {
		o.Weight = one
	}
	if h.Format < 1 || h.Format > Format {
		return nil, fmt.Errorf("header of %s: format %d, want 1 to %d", path, h.Format, Format)
	}
	if _, encoders := h.level(); h.Compression == Zstd {
		o.Workers = min(o.Workers, encoders)
	}
	width, err := h.validate()
	kind, _ := engine.ParseKind(h.Kind)
	if err != nil {
		return nil, fmt.Errorf("header of %s: %w", path, err)
	}
	text, err := kv.MarshalCanonical(h)
	if err != nil {
		return nil, fmt.Errorf("header of %s: %w", path, err)
	}
	if !o.Replace {
		if err := kv.Exists(path, durable.MustBeFree(path)); err != nil {
			return nil, err
		}
	}
	durable.RemoveLeftovers(path)
	file, err := durable.Create(path)
	if err != nil {
		return nil, fmt.Errorf("create table %s: %w", path, err)
	}
	w := &Writer{
		path: path, options: o, header: h, kind: kind, width: width, block: h.Block * width, file: file,
		digest: sha256.New(),
		free:   make(chan *job, 2*o.Workers+1),
	}
	start := prefix{uint32(h.Format), uint32(len(text)), durable.Checksum(text)}.append(nil)
	start = append(start, text...)
	if err := w.begin(start); err != nil {
		w.discard()
		return nil, fmt.Errorf("create table %s: %w", path, err)
	}
	return w, nil
}

// begin writes the start of the file and starts the goroutines.
func (w *Writer) begin(start []byte) error {
	if _, err := w.file.Write(start); err != nil {
		return err
	}
	w.offset = uint64(len(start))
	encoders := make([]*zstd.Encoder, w.options.Workers)
	if w.header.Compression == Zstd {
		level, _ := w.header.level()
		for i := range encoders {
			var err error
			if encoders[i], err = newEncoder(level, w.block); err != nil {
				return err
			}
		}
	}
	size := max(jobBytes/w.block, 1) * w.block
	for range cap(w.free) {
		w.free <- &job{values: make([]byte, 0, size)}
	}
	for range encoders {
		w.tallies = append(w.tallies, newTally(w.kind, w.options.Weight))
	}
	w.line = pool.NewLine(len(encoders), cap(w.free), func(worker int, j *job) {
		defer pool.Catch(&j.err) // of a game's weights
		w.tallies[worker].add(j.values, j.first)
		j.compress(encoders[worker], w.block, &w.header)
	}, w.write)
	return nil
}

// compress fills out and entries. A nil encoder stores the values uncompressed. The entry of a block that is left out
// has no bytes.
func (j *job) compress(encoder *zstd.Encoder, block uint64, h *Header) {
	narrow, number := h.narrow(), j.first/h.Block
	j.out, j.entries = j.out[:0], j.entries[:0]
	for values := j.values; len(values) > 0; {
		n := min(uint64(len(values)), block)
		start := len(j.out)
		leftOut := h.leftOut(number + uint64(len(j.entries)))
		if encoder != nil && !leftOut {
			part := values[:n]
			if narrow {
				if low, ok := appendNarrow(j.narrow[:0], part); ok {
					part, j.narrow = low, low
				}
			}
			j.out = encoder.EncodeAll(part, j.out)
		}
		if size := len(j.out) - start; !leftOut && (encoder == nil || uint64(size) >= n) {
			j.out = append(j.out[:start], values[:n]...)
		}
		stored := j.out[start:]
		j.entries = append(j.entries, entry{length: uint32(len(stored)), crc: durable.Checksum(stored)})
		values = values[n:]
	}
}

// write writes the next job in order. After a failure it only recycles jobs.
func (w *Writer) write(j *job) {
	if !w.failed {
		for n, e := range j.entries {
			if at := uint64(n) * w.block; e.length > 0 {
				w.digest.Write(j.values[at:min(at+w.block, uint64(len(j.values)))])
			}
			e.offset = w.offset
			w.index = e.append(w.index)
			w.offset += uint64(e.length)
			w.blocks++
		}
		err := j.err
		if err == nil {
			_, err = w.file.Write(j.out)
		}
		if err != nil {
			w.failed = true
			w.mu.Lock()
			w.err = err
			w.mu.Unlock()
		}
	}
	w.free <- j
}

func (w *Writer) failure() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return fmt.Errorf("write table %s: %w", w.path, w.err)
	}
	return nil
}

// Append adds values in index order, any number of bytes at a time: one byte per position, or two,
// low byte first, in the wide kind. It copies the bytes. After an error, call Abort.
func (w *Writer) Append(values []byte) error {
	if w.ended {
		return fmt.Errorf("write table %s: %w", w.path, kv.ErrClosed)
	}
	if due := w.header.Positions*w.width - w.appended; uint64(len(values)) > due {
		return fmt.Errorf("write table %s: more values than its %d positions", w.path, w.header.Positions)
	}
	for len(values) > 0 {
		if w.current == nil {
			w.current = <-w.free
			w.current.values = w.current.values[:0]
			w.current.first = w.appended / w.width
		}
		j := w.current
		n := min(len(values), cap(j.values)-len(j.values))
		j.values = append(j.values, values[:n]...)
		values = values[n:]
		w.appended += uint64(n)
		if len(j.values) == cap(j.values) {
			w.send()
		}
	}
	return w.failure()
}

// send passes the current job to the workers.
func (w *Writer) send() {
	w.line.Send(w.current)
	w.current = nil
}

// stop waits until all jobs are written.
func (w *Writer) stop() {
	w.ended = true
	w.line.Close()
}

// Finish completes the table, makes it durable and renames it to its path. It fails if values are
// missing, if a file exists at the path and Replace is not set, or if a write failed. After a
// failure it leaves no file.
func (w *Writer) Finish() (Summary, error) {
	if w.ended {
		return Summary{}, fmt.Errorf("finish table %s: %w", w.path, kv.ErrClosed)
	}
	if w.current != nil {
		w.send()
	}
	w.stop()
	summary, err := w.finish()
	if err != nil {
		w.discard()
		return Summary{}, fmt.Errorf("finish table %s: %w", w.path, err)
	}
	return summary, nil
}

func (w *Writer) finish() (Summary, error) {
	if w.err != nil {
		return Summary{}, w.err
	}
	if w.appended != w.header.Positions*w.width {
		return Summary{}, fmt.Errorf("%d of %d values", w.appended/w.width, w.header.Positions)
	}
	all := w.tallies[0]
	for _, t := range w.tallies[1:] {
		all.merge(t)
	}
	counts, err := all.counts()
	if err != nil {
		return Summary{}, err
	}
	summary := Summary{Counts: counts, SHA256: hex.EncodeToString(w.digest.Sum(nil))}
	if known := w.options.summary; known != nil {
		same := func(a, b Count) bool { return a.Value == b.Value && a.Positions == b.Positions }
		if !slices.EqualFunc(counts, known.Counts, same) {
			return Summary{}, fmt.Errorf("the order loses values: the counts differ from those of the source")
		}
		summary = Summary{known.Counts, known.SHA256, summary.SHA256}
	}
	text, err := kv.MarshalCanonical(summary)
	if err != nil {
		return Summary{}, err
	}
	end := trailer{
		indexAt: w.offset, blocks: w.blocks, indexCRC: durable.Checksum(w.index),
		summaryLen: uint32(len(text)), summaryCRC: durable.Checksum(text),
		length: w.offset + uint64(len(w.index)+len(text)+trailerSize),
	}
	if _, err := w.file.Write(w.index); err != nil {
		return Summary{}, err
	}
	if _, err := w.file.Write(end.append(text)); err != nil {
		return Summary{}, err
	}
	if w.options.Replace {
		return summary, w.file.Replace()
	}
	return summary, kv.Exists(w.path, w.file.Place())
}

// Abort removes the unfinished table. After [Writer.Finish] it does nothing.
func (w *Writer) Abort() {
	if w.ended {
		return
	}
	w.stop()
	w.discard()
}

func (w *Writer) discard() {
	w.ended = true
	w.file.Discard()
}
