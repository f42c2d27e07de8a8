package store

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/solver/internal/files"
)

// Sizes, in bytes, that stand for 0 in [Options].
const (
	DefaultCache    = 16 << 20
	DefaultMemTable = 16 << 20
)

// formatMajorVersion pins what Pebble writes, whatever its default becomes.
const formatMajorVersion = pebble.FormatTableFormatV6

// Options of [Create] and [Open]. The zero value of every field means its
// default.
type Options struct {
	FS  vfs.FS       // default: the disk
	Log *slog.Logger // Pebble's messages; default: none
	// Cache is the size of the block cache and MemTable that of one buffer of
	// writes, in bytes. A store takes up to Cache + 3·MemTable, and for a moment
	// twice the size of a batch.
	Cache    int64
	MemTable int64
}

// Store is what a solve has found out so far. It is safe for concurrent use,
// except that nothing may run beside or after [Store.Close] and [Store.DropLog].
type Store struct {
	folder
	manifest Manifest
	db       *pebble.DB
	closed   atomic.Bool
}

// Create makes a store in the folder dir, which is made, too, and opens it. A
// Create that was killed half-way may be repeated. It fails with
// [kv.ErrExists] where there is a store, unless that is of another game
// ([kv.ErrGameMismatch]), with [kv.ErrForeign] where the folder holds something
// else, and as [Open] does.
func Create(dir string, m Manifest, o Options) (*Store, error) {
	if m.Format == 0 {
		m.Format = Format
	}
	if m.Format != Format {
		return nil, fmt.Errorf("manifest for %s: format %d, want %d", dir, m.Format, Format)
	}
	if err := m.validate(); err != nil {
		return nil, fmt.Errorf("manifest for %s: %w", dir, err)
	}
	value, err := m.marshal()
	if err != nil {
		return nil, fmt.Errorf("manifest for %s: %w", dir, err)
	}
	f, err := begin(dir, o, true)
	if err != nil {
		return nil, err
	}
	s := &Store{folder: *f}
	if err := s.create(&m, value, o); err != nil {
		return nil, s.giveUp(err)
	}
	if err := s.open(o); err != nil {
		return nil, s.giveUp(err)
	}
	return s, nil
}

// Open opens the store in the folder dir. It fails with [kv.ErrNotFound] where
// there is none, [kv.ErrLocked] where somebody has it open, [kv.ErrForeign] where it is
// not of this program, [kv.ErrNewer] and [kv.ErrCorrupt].
func Open(dir string, o Options) (*Store, error) {
	f, err := begin(dir, o, false)
	if err != nil {
		return nil, err
	}
	s := &Store{folder: *f}
	if err := s.open(o); err != nil {
		return nil, s.giveUp(err)
	}
	return s, nil
}

// open opens a store that is there. It looks first without changing anything.
func (s *Store) open(o Options) error {
	m, err := s.peek(o)
	if err != nil {
		return err
	}
	s.manifest = *m
	return s.journal.do(func() (err error) {
		s.db, err = s.pebble(kv.StoreName, o, false)
		return s.openError(err)
	})
}

// Dir returns the folder of the database.
func (s *Store) Dir() string { return s.dir }

// Manifest returns what the store is about. Its maps and slices must not be
// changed.
func (s *Store) Manifest() Manifest { return s.manifest }

// CheckGame returns a [kv.ErrGameMismatch] unless the store belongs to spec.
func (s *Store) CheckGame(spec engine.Spec) error {
	return table.CheckGame(s.path(kv.StoreName), s.manifest.Game, s.manifest.Files, spec.String(), spec.Files())
}

// usable returns why the store cannot be used, or nil.
func (s *Store) usable() error {
	if s.closed.Load() {
		return fmt.Errorf("store in %s: %w", s.dir, kv.ErrClosed)
	}
	if err := s.journal.failure(); err != nil {
		return fmt.Errorf("store in %s: %w", s.dir, err)
	}
	return nil
}

// Get returns the record of a key, which the caller owns, or false where there is
// none.
func (s *Store) Get(k Key) (*roaring.Bitmap, bool, error) {
	if err := s.mayUse(k); err != nil {
		return nil, false, err
	}
	value, closer, err := s.db.Get(k.append(nil))
	if errors.Is(err, pebble.ErrNotFound) {
		return nil, false, nil
	} else if err != nil {
		return nil, false, s.readError(k, err)
	}
	defer closer.Close()
	b, err := s.parse(k, value)
	return b, err == nil, err
}

// Count returns how many positions the record of a key has, without reading it,
// or false where there is none.
func (s *Store) Count(k Key) (n uint64, ok bool, err error) {
	if err := s.mayUse(k); err != nil {
		return 0, false, err
	}
	value, closer, err := s.db.Get(k.append([]byte{tagPresent}))
	if errors.Is(err, pebble.ErrNotFound) {
		return 0, false, nil
	} else if err != nil {
		return 0, false, s.readError(k, err)
	}
	defer closer.Close()
	n, size := binary.Uvarint(value)
	if size != len(value) {
		return 0, false, corruptf(s.path(kv.StoreName), "the count of the %v is malformed", k)
	}
	return n, true, nil
}

func (s *Store) mayUse(k Key) error {
	if err := s.usable(); err != nil {
		return err
	}
	if err := s.manifest.check(k); err != nil {
		return fmt.Errorf("store in %s: %w", s.dir, err)
	}
	return nil
}

// Each calls f with every record of a phase, ascending by chunk, and stops at the
// first error, which it returns. The bitmap is f's own.
func (s *Store) Each(r Record, slice, phase int, f func(chunk int, b *roaring.Bitmap) error) error {
	return s.scan(appendPrefix(nil, r, slice, phase), func(key []byte, value func() ([]byte, error)) error {
		if len(key) != keySize {
			return corruptf(s.path(kv.StoreName), "key %x is malformed", key)
		}
		k := parseKey(key)
		content, err := value()
		if err != nil {
			return s.readError(k, err)
		}
		b, err := s.parse(k, content)
		if err != nil {
			return err
		}
		return f(k.Chunk, b)
	})
}

// EachKey calls f for every record of a slice, ascending by phase, then chunk, and
// stops at the first error, which it returns. It does not read the records.
func (s *Store) EachKey(r Record, slice int, f func(phase, chunk int) error) error {
	prefix := binary.BigEndian.AppendUint16([]byte{tagPresent, byte(r)}, uint16(slice))
	return s.scan(prefix, func(key []byte, _ func() ([]byte, error)) error {
		if len(key) != 1+keySize {
			return corruptf(s.path(kv.StoreName), "key %x is malformed", key)
		}
		k := parseKey(key[1:])
		return f(k.Phase, k.Chunk)
	})
}

// Note reads the note of that name into v, or returns false where there is none.
func (s *Store) Note(name string, v any) (bool, error) {
	if err := s.usable(); err != nil {
		return false, err
	}
	value, closer, err := s.db.Get(noteKey(name))
	if errors.Is(err, pebble.ErrNotFound) {
		return false, nil
	} else if err != nil {
		return false, fmt.Errorf("read note %s of store in %s: %w", name, s.dir, err)
	}
	defer closer.Close()
	if err := json.Unmarshal(value, v); err != nil {
		return false, corruptf(s.path(kv.StoreName), "note %s: %v", name, err)
	}
	return true, nil
}

func noteKey(name string) []byte { return append([]byte{tagNote}, name...) }

// scan calls f with the keys that begin with prefix, in order. Keys and values
// are valid during the call only.
func (s *Store) scan(prefix []byte, f func(key []byte, value func() ([]byte, error)) error) (err error) {
	if err := s.usable(); err != nil {
		return err
	}
	iterator, err := s.db.NewIter(&pebble.IterOptions{LowerBound: prefix, UpperBound: successor(prefix)})
	if err != nil {
		return fmt.Errorf("read store in %s: %w", s.dir, err)
	}
	for ok := iterator.First(); ok; ok = iterator.Next() {
		if err := f(iterator.Key(), iterator.ValueAndErr); err != nil {
			return errors.Join(err, iterator.Close())
		}
	}
	if err := iterator.Close(); err != nil {
		if pebble.IsCorruptionError(err) {
			return corruptf(s.path(kv.StoreName), "%s", firstLine(err))
		}
		return fmt.Errorf("read store in %s: %w", s.dir, err)
	}
	return nil
}

// parse makes a bitmap, with memory of its own, of the value of a record. Behind the
// checksum is what this package wrote: to have roaring validate it would take as
// long as solving small games, its time grows with the square of the runs.
func (s *Store) parse(k Key, value []byte) (*roaring.Bitmap, error) {
	size := len(value) - durable.ChecksumSize
	if size < 0 || binary.LittleEndian.Uint32(value[size:]) != durable.Checksum(value[:size]) {
		return nil, corruptf(s.path(kv.StoreName), "the %v: its checksum is wrong", k)
	}
	value = value[:size]
	b := roaring.New()
	n, err := b.ReadFrom(bytes.NewReader(value))
	if err == nil && n != int64(size) {
		err = fmt.Errorf("%d bytes too many", int64(size)-n)
	}
	if err == nil {
		err = s.fits(k, b)
	}
	if err != nil {
		return nil, corruptf(s.path(kv.StoreName), "the %v: %v", k, err)
	}
	return b, nil
}

// fits returns an error when b has an offset that the chunk has not.
func (s *Store) fits(k Key, b *roaring.Bitmap) error {
	if b.IsEmpty() {
		return nil
	}
	if _, n := s.manifest.ChunkRange(k.Slice, k.Chunk); uint64(b.Maximum()) >= n {
		return fmt.Errorf("offset %d in a chunk of %d positions", b.Maximum(), n)
	}
	return nil
}

func (s *Store) readError(k Key, err error) error {
	if pebble.IsCorruptionError(err) {
		return corruptf(s.path(kv.StoreName), "the %v: %s", k, firstLine(err))
	}
	return fmt.Errorf("read %v of store in %s: %w", k, s.dir, err)
}

// Close closes the store. What was committed is safe with or without it. After a
// failure it returns the [kv.ErrFailed] and leaves the folder locked until the
// process ends.
func (s *Store) Close() error {
	if s.closed.Swap(true) {
		return nil
	}
	if err := s.journal.do(s.db.Close); err != nil {
		if s.journal.failure() == nil {
			err = errors.Join(err, s.lock.release())
		}
		return fmt.Errorf("close store in %s: %w", s.dir, err)
	}
	return s.lock.release()
}

// DropLog closes the store and deletes it, and the scratch folder with it; the
// rest of the database stays.
func (s *Store) DropLog() error {
	if err := s.usable(); err != nil {
		return err
	}
	s.closed.Store(true)
	err := s.journal.do(s.db.Close)
	if failure := s.journal.failure(); failure != nil {
		return fmt.Errorf("close store in %s: %w", s.dir, failure)
	}
	if err == nil {
		// In one step; half a store would be taken for a damaged one.
		err = s.fs.Rename(s.path(kv.StoreName), s.path(kv.OldStoreName))
	}
	if err == nil {
		err = files.SyncFolder(s.fs, s.dir)
	}
	for _, name := range []string{kv.OldStoreName, kv.ScratchName} {
		if err == nil {
			err = s.fs.RemoveAll(s.path(name))
		}
	}
	if err = errors.Join(err, s.lock.release()); err != nil {
		return fmt.Errorf("delete store in %s: %w", s.dir, err)
	}
	return nil
}
