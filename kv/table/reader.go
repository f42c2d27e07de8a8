package table

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
)

// Access is the way a reader reads the bytes of a table.
type Access uint8

const (
	// Mapped maps the file into memory. It is like OnFile if the system cannot map files. Mapped
	// pages that were read count as memory of the process.
	Mapped Access = iota
	// OnFile reads blocks from the file; only the index and the cache are in memory.
	OnFile
)

// DefaultCache is the size, in bytes, of a reader's cache of decoded blocks.
const DefaultCache = 16 << 20

// ReaderOptions of [Open]. The zero value of every field means its default.
type ReaderOptions struct {
	Access Access // default: Mapped
	// Cache is the size of the cache of decoded blocks in bytes; default:
	// [DefaultCache], below zero: none.
	Cache int64
	// Index is the size in bytes of the largest block index, 16 bytes a block, that the reader
	// keeps in memory; default: [DefaultIndex], below zero: none. The reader reads a larger
	// index in groups of entries, when lookups need them.
	Index int64
}

// Reader reads the values of a table. It is safe for concurrent use, except that nothing may run
// during or after [Reader.Close]. In addition to its cache it keeps 16 bytes per block in memory,
// up to [ReaderOptions].Index.
type Reader struct {
	layout
	closer io.Closer

	decoder     *zstd.Decoder // nil if the table is not compressed
	cache       *Cache        // may be nil
	order       fast.Order    // nil: the order of the indices
	game        engine.Game   // nil: before UseGame
	scratch     sync.Pool     // of *scratch
	derivations sync.Pool     // of *derivation
	closed      atomic.Bool
}

// scratch has the buffers for reading a block.
type scratch struct{ stored, values []byte }

// Open opens the table at path and checks it, except the blocks and a large index, which lookups
// check. It fails with [kv.ErrNotFound], [kv.ErrNewer] or [kv.ErrCorrupt].
func Open(path string, o ReaderOptions) (*Reader, error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("table %s %w", path, kv.ErrNotFound)
	} else if err != nil {
		return nil, fmt.Errorf("open table: %w", err)
	}
	info, err := file.Stat()
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("open table: %w", err)
	}
	if !info.Mode().IsRegular() {
		file.Close()
		return nil, kv.Corruptf(path, "it is not a regular file")
	}
	r, err := open(path, file, info.Size(), o.index())
	if err != nil {
		file.Close()
		return nil, err
	}
	r.closer = file
	if o.Access == Mapped {
		r.data = mapFile(file, info.Size())
	}
	r.prepare(o)
	return r, nil
}

// OpenAt opens a table of length bytes that is a part of a file, or that arrives over a network if
// file is a [kv.Remote]. path names it in messages. The caller closes the file after the reader.
func OpenAt(path string, file io.ReaderAt, length int64, o ReaderOptions) (*Reader, error) {
	if _, remote := file.(kv.Remote); remote {
		o.Index = cmp.Or(o.Index, DefaultRemoteIndex)
	}
	r, err := open(path, file, length, o.index())
	if err != nil {
		return nil, err
	}
	r.prepare(o)
	return r, nil
}

// index returns the size, in bytes, of the largest index that is kept in memory.
func (o ReaderOptions) index() uint64 {
	return uint64(max(cmp.Or(o.Index, DefaultIndex), 0))
}

// open reads and checks the table, except the blocks and an index of more than index bytes.
func open(path string, file io.ReaderAt, length int64, index uint64) (*Reader, error) {
	r := &Reader{layout: layout{source: source{path: path, file: file, length: length}}}
	r.remote, _ = file.(kv.Remote)
	if length < prefixSize+trailerSize { // every version is longer
		start := make([]byte, min(length, int64(len(magic))))
		if err := r.readAt(start, 0); err != nil {
			return nil, err
		}
		if string(start) != magic[:len(start)] {
			return nil, kv.Corruptf(path, "it is not a table (wrong magic bytes)")
		}
		return nil, kv.Corruptf(path, "it is cut short (%d bytes)", length)
	}
	var fixed [prefixSize]byte
	if err := r.readAt(fixed[:], 0); err != nil {
		return nil, err
	}
	start, fault := parsePrefix(fixed[:])
	if fault != "" {
		return nil, kv.Corruptf(path, "%s", fault)
	}
	if err := kv.CheckFormat(path, int(start.format), Format); err != nil {
		return nil, err
	}
	return r, readers[start.format](&r.layout, start, index)
}

// prepare makes the decoder, the cache and the buffers.
func (r *Reader) prepare(o ReaderOptions) {
	// A block larger than the whole table takes no more memory than the table.
	full := min(r.block, r.header.Positions) * r.width
	r.scratch.New = func() any {
		return &scratch{make([]byte, full), make([]byte, full)}
	}
	r.derivations.New = func() any { return &derivation{Scratch: r.game.NewScratch()} }
	if r.header.Compression == Zstd {
		var err error
		if r.decoder, err = newDecoder(full); err != nil {
			panic("kv/table: " + err.Error()) // the options are constants within range
		}
	}
	if r.index.whole == nil {
		r.prepareIndex()
	}
	r.cache = NewCache(cmp.Or(o.Cache, DefaultCache), max(full, 1))
}

// Path returns the path given to Open.
func (r *Reader) Path() string { return r.path }

// Header returns the header. Do not change its maps and slices.
func (r *Reader) Header() Header { return r.header }

// Kind returns how the values are coded.
func (r *Reader) Kind() engine.Kind {
	kind, _ := engine.ParseKind(r.header.Kind) // validated
	return kind
}

// Summary returns the counts and the digest. Do not change its slice.
func (r *Reader) Summary() Summary { return r.summary }

// CheckGame returns [kv.ErrGameMismatch] unless the table belongs to spec.
func (r *Reader) CheckGame(spec engine.Spec) error {
	return CheckGame(r.path, r.header.Game, r.header.Files, spec.String(), spec.Files())
}

// Get returns the value of index i. It fails with an [engine.InputError] if i is out of range, and
// with [kv.ErrCorrupt], every time, if the block is damaged.
func (r *Reader) Get(i uint64) (engine.Value, error) {
	if i >= r.header.Positions {
		return 0, engine.InputErrorf("index %d is out of range: the table has %d positions", i, r.header.Positions)
	}
	if r.closed.Load() {
		return 0, fmt.Errorf("read %s: %w", r.path, kv.ErrClosed)
	}
	i, err := r.place(i)
	if err != nil {
		return 0, err
	}
	var b [8]byte
	block := i / r.block
	at := (i - block*r.block) * r.width
	if r.cache.Copy(b[:r.width], block, at) {
		return engine.Value(le.Uint64(b[:])), nil
	}
	return r.decoded(block, at)
}

// decoded returns a value of a block that has to be read or decompressed.
func (r *Reader) decoded(block, at uint64) (engine.Value, error) {
	var b [8]byte
	if err := r.part(b[:r.width], block, at); err != nil {
		return 0, err
	}
	return engine.Value(le.Uint64(b[:])), nil
}

// ReadValues fills dst with the values of the indices from first on, each in the
// bytes of its kind, low byte first. Long runs bypass the cache. In a table with an order, runs of
// millions of values are much faster than short ones.
func (r *Reader) ReadValues(dst []byte, first uint64) error {
	if r.closed.Load() {
		return fmt.Errorf("read %s: %w", r.path, kv.ErrClosed)
	}
	n := uint64(len(dst)) / r.width
	if n*r.width != uint64(len(dst)) {
		return fmt.Errorf("read %s: %d bytes are not a whole number of values", r.path, len(dst))
	}
	if first > r.header.Positions || n > r.header.Positions-first {
		return engine.InputErrorf("indices %d to %d are out of range: the table has %d positions", first, first+n-1, r.header.Positions)
	}
	if r.header.Order != "" {
		return r.gather(dst, first)
	}
	ahead := uint64(0) // the first index not read ahead yet
	for len(dst) > 0 {
		if first >= ahead {
			n := min(uint64(len(dst))/r.width, remoteRun*r.block)
			if err := r.expectRun(first, n); err != nil {
				return err
			}
			ahead = first + n
		}
		block := first / r.block
		at := (first - block*r.block) * r.width
		run := min(uint64(len(dst)), r.blockBytes(block)-at)
		if err := r.part(dst[:run], block, at); err != nil {
			return err
		}
		dst = dst[run:]
		first += run / r.width
	}
	return nil
}

// part copies bytes of a block through the cache. A whole block bypasses the cache.
func (r *Reader) part(dst []byte, block, at uint64) error {
	if r.cache.Copy(dst, block, at) {
		return nil
	}
	if r.header.leftOut(block) {
		return r.derive(dst, block*r.block+at/r.width)
	}
	s := r.scratch.Get().(*scratch)
	defer r.scratch.Put(s)
	full := r.blockBytes(block)
	if uint64(len(dst)) == full {
		return r.load(dst, s.stored, block)
	}
	values := s.values[:full]
	if err := r.load(values, s.stored, block); err != nil {
		return err
	}
	copy(dst, values[at:])
	if values = r.cache.Put(block, values); values == nil {
		values = make([]byte, len(s.stored))
	}
	s.values = values[:cap(values)]
	return nil
}

// load reads and checks a block, and fills dst with its values. dst has the size of the block,
// buffer that of a full block.
func (r *Reader) load(dst, buffer []byte, block uint64) error {
	e, err := r.entry(block)
	if err != nil {
		return err
	}
	raw := uint64(e.length) == uint64(len(dst))
	stored := buffer[:e.length]
	if raw {
		stored = dst
	}
	// Copy the bytes before the check: the file may change meanwhile.
	err = r.checked(stored, e.offset, func() error {
		if durable.Checksum(stored) != e.crc {
			return r.badBlock(block)
		}
		return nil
	})
	if err != nil || raw {
		return err
	}
	if err := decode(r.decoder, dst, stored, r.header.narrow()); err != nil {
		return kv.Corruptf(r.path, "block %d: %v", block, err)
	}
	return nil
}

func hasBit(set []uint64, i uint64) bool { return atomic.LoadUint64(&set[i/64])>>(i%64)&1 != 0 }

func setBit(set []uint64, i uint64) { atomic.OrUint64(&set[i/64], 1<<(i%64)) }

func (r *Reader) badBlock(block uint64) error {
	return kv.Corruptf(r.path, "block %d (%s %d and up) has the wrong checksum", block, map[bool]string{true: "index", false: "place"}[r.header.Order == ""], block*r.block)
}

// Close closes the file and frees the memory.
func (r *Reader) Close() error {
	if r.closed.Swap(true) {
		return nil
	}
	data := r.data
	r.data, r.cache = nil, nil
	if r.decoder != nil {
		r.decoder.Close()
	}
	if r.closer == nil {
		return nil
	}
	return errors.Join(unmapFile(data), r.closer.Close())
}
