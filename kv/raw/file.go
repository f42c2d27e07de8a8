package raw

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync/atomic"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
)

// Encoding is the encoding of a file of values.
type Encoding string

const (
	Plain Encoding = "raw" // as they are
	XZ    Encoding = "xz"  // compressed in independent blocks
)

// DefaultCache is the size, in bytes, of the cache of decoded blocks of a
// compressed file.
const DefaultCache = 16 << 20

// Options of [OpenFile] and [Open]. The zero value of every field means its
// default.
type Options struct {
	// Cache is the size in bytes of the cache of decoded blocks; default:
	// [DefaultCache]. At least one block is kept.
	Cache int64
}

// File is an open file of values. It is safe for concurrent use, except that nothing may run during
// or after [File.Close].
type File struct {
	path     string
	file     *os.File
	bytes    int64 // of the file
	modified time.Time
	blocks   *blockReader // nil for a plain file
	closed   atomic.Bool
}

// OpenFile opens a file of values, plain or .xz, and reads and checks the index of an .xz file. It
// fails with [kv.ErrNotFound], with [kv.ErrCorrupt] if an .xz file is damaged, and with an
// [engine.InputError] if the way it was compressed does not allow lookups.
func OpenFile(path string, o Options) (*File, error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("file %s %w", path, kv.ErrNotFound)
	} else if err != nil {
		return nil, fmt.Errorf("open values: %w", err)
	}
	f := &File{path: path, file: file}
	if err := f.open(o); err != nil {
		file.Close()
		return nil, err
	}
	return f, nil
}

func (f *File) open(o Options) error {
	info, err := f.file.Stat()
	if err != nil {
		return fmt.Errorf("open values: %w", err)
	}
	if !info.Mode().IsRegular() {
		return engine.InputErrorf("%s is not a regular file", f.path)
	}
	f.bytes, f.modified = info.Size(), info.ModTime().UTC()
	start := make([]byte, min(int64(len(streamMagic)), f.bytes))
	if err := kv.ReadAt(f.path, f.file, start, 0); err != nil {
		return err
	}
	if string(start) != streamMagic {
		return nil
	}
	if o.Cache <= 0 {
		o.Cache = DefaultCache
	}
	f.blocks, err = openBlocks(f.path, f.file, f.bytes, o.Cache)
	return err
}

// Path returns the path given to OpenFile.
func (f *File) Path() string { return f.path }

// Encoding returns the encoding of the file.
func (f *File) Encoding() Encoding {
	if f.blocks != nil {
		return XZ
	}
	return Plain
}

// Bytes returns the size of the file.
func (f *File) Bytes() int64 { return f.bytes }

// Length returns the number of values: the bytes of the file, decompressed.
func (f *File) Length() uint64 {
	if f.blocks != nil {
		return f.blocks.index.size
	}
	return uint64(f.bytes)
}

// ReadValues fills dst with the values from index first on. It fails with an [engine.InputError] if
// an index is not below Length, and with [kv.ErrCorrupt] if a block is damaged. Whole blocks of a
// compressed file bypass the cache.
func (f *File) ReadValues(dst []byte, first uint64) error {
	if f.closed.Load() {
		return fmt.Errorf("read %s: %w", f.path, kv.ErrClosed)
	}
	if length := f.Length(); first > length || uint64(len(dst)) > length-first {
		return engine.InputErrorf("indices %d to %d are out of range: %s has %d values", first, first+uint64(len(dst))-1, f.path, length)
	}
	if f.blocks != nil {
		return f.blocks.read(dst, first)
	}
	return kv.ReadAt(f.path, f.file, dst, int64(first))
}

// Close closes the file and frees the memory.
func (f *File) Close() error {
	if f.closed.Swap(true) {
		return nil
	}
	return f.file.Close()
}

// Samples of a plain file for its fingerprint.
const (
	samples     = 64
	sampleBytes = 4096
)

// fingerprint returns a digest that identifies the file, in hexadecimal: of samples of the known
// values of a plain file, or of the checksums of the indices of a compressed file.
func (f *File) fingerprint(known Ranges) (string, error) {
	if f.blocks != nil {
		return f.blocks.fingerprint, nil
	}
	digest := sha256.New()
	total := known.Count()
	buffer := make([]byte, sampleBytes)
	for s := range uint64(samples) {
		if total == 0 {
			break
		}
		// The samples are evenly spread and include the first and the last known index. A
		// sample ends with its range.
		at := known.Nth((total - 1) / (samples - 1) * s)
		if s == samples-1 {
			at = known.Nth(total - 1)
		}
		piece := buffer
		if run := known[known.from(at)].Last - at + 1; run < sampleBytes {
			piece = buffer[:run]
		}
		if err := f.ReadValues(piece, at); err != nil {
			return "", err
		}
		digest.Write(piece)
	}
	return hex.EncodeToString(digest.Sum(nil)), nil
}

var _ io.Closer = (*File)(nil)
