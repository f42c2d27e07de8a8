package ledger

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/solver/internal/files"
	"github.com/foregone-db/foregone/solver/internal/phase"
)

// Sizes of Pebble's buffers, in bytes. A ledger takes up to cacheSize + 3·memTable, and during a
// commit twice the size of the change more.
const (
	cacheSize = 16 << 20
	memTable  = 16 << 20
)

// Options of [Open] and [OpenExisting].
type Options struct {
	FS  vfs.FS       // default: the disk
	Log *slog.Logger // Pebble's messages; default: none
	// Full, if set, is called when the disk is full. It waits for space, while all writes wait, or returns
	// false: then the ledger fails, as it does without Full.
	Full func() bool

	memTable int64 // bytes of a buffer of writes; default: 16 MiB
}

// Ledger is the store of a solve, open in a locked folder. It is safe for concurrent use, except
// that nothing may run during or after [Ledger.Close] and [Ledger.Drop].
type Ledger struct {
	folder   *folder
	manifest manifest
	db       *pebble.DB
	closed   atomic.Bool

	mu     sync.Mutex
	synced time.Time // when a commit last waited for the disk
}

// Open opens the ledger of a solve of g in the folder dir. If there is none, it makes one, and the
// folder too, with chunk positions in a chunk, 1 to 2^32. An existing ledger may have other chunks
// ([Ledger.Chunk]). The limit is the last phase to solve in this run, 0: all.
//
// Open fails with [kv.ErrGameMismatch] if the folder has the ledger of another game, with
// [engine.InputError] if the limit does not suit the ledger, with [kv.ErrForeign] if the folder
// holds files of others, and as [OpenExisting] does. If the process is killed in Open, a later Open
// of the folder succeeds.
func Open(dir string, g engine.Game, chunk uint64, limit int, o Options) (*Ledger, error) {
	m := manifest{
		Format: Format, Game: g.Spec().String(), Files: g.Spec().Files(), Kind: g.Kind().String(),
		Positions: g.Size(), Slices: table.SlicesOf(g), Chunk: chunk,
	}
	l, err := open(dir, &m, o)
	if err != nil {
		return nil, err
	}
	anew, err := l.setLimit(len(g.Slices()) > 1, limit)
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	if !anew {
		return l, nil
	}
	if err := l.Drop(); err != nil {
		return nil, err
	}
	return Open(dir, g, chunk, limit, o)
}

// OpenExisting opens the ledger in the folder dir. It fails with [kv.ErrNotFound] if there is none,
// [kv.ErrLocked] if another process has it open, [kv.ErrForeign] if another program made it,
// [kv.ErrNewer] and [kv.ErrCorrupt]. A failure leaves the folder as it was.
func OpenExisting(dir string) (*Ledger, error) { return open(dir, nil, Options{}) }

// open opens the store in a folder. If there is none it makes one with the manifest m, or fails if
// m is nil. Before it changes a store it reads the manifest, and refuses that of another game.
func open(dir string, m *manifest, o Options) (*Ledger, error) {
	var value []byte
	if m != nil {
		var err error
		if err = m.validate(); err == nil {
			value, err = m.marshal()
		}
		if err != nil {
			return nil, fmt.Errorf("manifest for %s: %w", dir, err)
		}
	}
	f, err := lockStore(dir, m != nil, o)
	if err != nil {
		return nil, err
	}
	exists, err := f.exists()
	if err == nil && !exists && m != nil {
		err = f.create(value, o)
	}
	l := &Ledger{folder: f}
	if err == nil {
		err = f.peek(&l.manifest, o)
	}
	if err == nil && m != nil {
		err = table.CheckGame(f.path(kv.StoreName), l.manifest.Game, l.manifest.Files, m.Game, m.Files)
	}
	if err == nil {
		err = f.journal.do(func() (err error) {
			l.db, err = f.pebble(kv.StoreName, o, false)
			return f.openError(err)
		})
	}
	if err != nil {
		return nil, f.giveUp(err)
	}
	return l, nil
}

// setLimit records the phase limit, or reports that the ledger must be made anew: slices solved up
// to a limit have undecided positions, and exits to these were counted as draws. So a game of
// several slices starts anew with another limit.
func (l *Ledger) setLimit(exits bool, limit int) (anew bool, err error) {
	before := -1
	if _, err := l.Note(LimitNote, &before); err != nil {
		return false, err
	}
	switch {
	case exits && before == 0 && limit > 0:
		return false, engine.InputErrorf("the solve in %s was begun without a phase limit: resume without one, or solve up to phase %d in another folder", l.folder.dir, limit)
	case exits && before > 0 && before != limit:
		return true, nil
	case before != limit:
		_, err = l.Commit(Change{Notes: map[string]any{LimitNote: limit}, Sync: true})
	}
	return false, err
}

// Chunk returns the positions of a chunk.
func (l *Ledger) Chunk() uint64 { return l.manifest.Chunk }

// CheckGame returns a [kv.ErrGameMismatch] unless the ledger is of spec.
func (l *Ledger) CheckGame(spec engine.Spec) error {
	return table.CheckGame(l.folder.path(kv.StoreName), l.manifest.Game, l.manifest.Files, spec.String(), spec.Files())
}

// usable returns why the ledger cannot be used, or nil.
func (l *Ledger) usable() error {
	if l.closed.Load() {
		return fmt.Errorf("store in %s: %w", l.folder.dir, kv.ErrClosed)
	}
	if err := l.folder.journal.failure(); err != nil {
		return fmt.Errorf("store in %s: %w", l.folder.dir, err)
	}
	return nil
}

func (l *Ledger) mayUse(k Key) error {
	if err := l.usable(); err != nil {
		return err
	}
	if err := l.manifest.check(k); err != nil {
		return fmt.Errorf("store in %s: %w", l.folder.dir, err)
	}
	return nil
}

// lookup calls use with the value of a Pebble key, if there is one. The value is valid during
// the call.
func (l *Ledger) lookup(key []byte, use func(value []byte) error) (found bool, err error) {
	value, closer, err := l.db.Get(key)
	if errors.Is(err, pebble.ErrNotFound) {
		return false, nil
	} else if err != nil {
		return false, l.folder.readError(err)
	}
	err = errors.Join(use(value), closer.Close())
	return err == nil, err
}

// Get returns the record of a key, which the caller owns, or nil if there is none.
func (l *Ledger) Get(k Key) (b *roaring.Bitmap, err error) {
	if err := l.mayUse(k); err != nil {
		return nil, err
	}
	_, err = l.lookup(k.append(nil), func(value []byte) (err error) {
		b, err = l.parse(k, value)
		return err
	})
	return b, err
}

// Each calls f with every record of a phase, ascending by chunk, and stops at the first error,
// which it returns. f owns the bitmap.
func (l *Ledger) Each(r Record, slice int, p phase.Phase, f func(chunk int, b *roaring.Bitmap) error) error {
	return l.scan(appendPrefix(nil, r, slice, p), func(key []byte, value func() ([]byte, error)) error {
		if len(key) != keySize {
			return l.folder.corruptf("key %x is malformed", key)
		}
		k := parseKey(key)
		content, err := value()
		if err != nil {
			return l.folder.readError(err)
		}
		b, err := l.parse(k, content)
		if err != nil {
			return err
		}
		return f(k.Chunk, b)
	})
}

// EachKey calls f for every record of a slice, ascending by phase, then chunk, and stops at
// the first error, which it returns. It does not read the records.
func (l *Ledger) EachKey(r Record, slice int, f func(p phase.Phase, chunk int) error) error {
	prefix := binary.BigEndian.AppendUint16([]byte{tagPresent, byte(r)}, uint16(slice))
	return l.scan(prefix, func(key []byte, _ func() ([]byte, error)) error {
		if len(key) != 1+keySize {
			return l.folder.corruptf("key %x is malformed", key)
		}
		k := parseKey(key[1:])
		if err := l.manifest.check(k); err != nil {
			return l.folder.corruptf("%v", err)
		}
		return f(k.Phase, k.Chunk)
	})
}

// Note reads the note of that name into v, or returns false if there is none.
func (l *Ledger) Note(name string, v any) (bool, error) {
	if err := l.usable(); err != nil {
		return false, err
	}
	return l.lookup(noteKey(name), func(value []byte) error {
		if err := json.Unmarshal(value, v); err != nil {
			return l.folder.corruptf("note %s: %v", name, err)
		}
		return nil
	})
}

// scan calls f with the Pebble keys that begin with prefix, in order. Keys and values are
// valid during the call only.
func (l *Ledger) scan(prefix []byte, f func(key []byte, value func() ([]byte, error)) error) error {
	if err := l.usable(); err != nil {
		return err
	}
	iterator, err := l.db.NewIter(&pebble.IterOptions{LowerBound: prefix, UpperBound: successor(prefix)})
	if err != nil {
		return l.folder.readError(err)
	}
	for ok := iterator.First(); ok; ok = iterator.Next() {
		if err := f(iterator.Key(), iterator.ValueAndErr); err != nil {
			return errors.Join(err, iterator.Close())
		}
	}
	if err := iterator.Close(); err != nil {
		return l.folder.readError(err)
	}
	return nil
}

// parse makes a bitmap, with memory of its own, from the value of a record. The checksum proves
// that this package wrote the bitmap. Validation by roaring would take as long as solving a small
// game: its time grows with the square of the runs.
func (l *Ledger) parse(k Key, value []byte) (*roaring.Bitmap, error) {
	size := len(value) - durable.ChecksumSize
	if size < 0 || binary.LittleEndian.Uint32(value[size:]) != durable.Checksum(value[:size]) {
		return nil, l.folder.corruptf("the %v: its checksum is wrong", k)
	}
	value = value[:size]
	b := roaring.New()
	n, err := b.ReadFrom(bytes.NewReader(value))
	if err == nil && n != int64(size) {
		err = fmt.Errorf("%d bytes too many", int64(size)-n)
	}
	if err == nil {
		err = l.fits(k, b)
	}
	if err != nil {
		return nil, l.folder.corruptf("the %v: %v", k, err)
	}
	return b, nil
}

// fits returns an error if the ledger cannot have a record with that key, or an offset of b is not
// in the chunk.
func (l *Ledger) fits(k Key, b *roaring.Bitmap) error {
	if err := l.manifest.check(k); err != nil || b.IsEmpty() {
		return err
	}
	if _, n := l.manifest.chunkRange(k.Slice, k.Chunk); uint64(b.Maximum()) >= n {
		return fmt.Errorf("offset %d in a chunk of %d positions", b.Maximum(), n)
	}
	return nil
}

// Close closes the ledger. After a failure it returns the [kv.ErrFailed] and leaves the
// folder locked until the process ends.
func (l *Ledger) Close() error {
	if l.closed.Swap(true) {
		return nil
	}
	if err := l.folder.journal.do(l.db.Close); err != nil {
		if l.folder.journal.failure() == nil {
			err = errors.Join(err, l.folder.lock.Close())
		}
		return fmt.Errorf("close store in %s: %w", l.folder.dir, err)
	}
	return l.folder.lock.Close()
}

// Drop closes the ledger and deletes it and the scratch folder. The rest of the database stays.
func (l *Ledger) Drop() error {
	if err := l.usable(); err != nil {
		return err
	}
	l.closed.Store(true)
	err := l.folder.journal.do(l.db.Close)
	if failure := l.folder.journal.failure(); failure != nil {
		return fmt.Errorf("close store in %s: %w", l.folder.dir, failure)
	}
	if err == nil {
		// In one step: a reader would report half a store as damaged.
		err = l.folder.fs.Rename(l.folder.path(kv.StoreName), l.folder.path(kv.OldStoreName))
	}
	if err == nil {
		err = files.SyncFolder(l.folder.fs, l.folder.dir)
	}
	for _, name := range []string{kv.OldStoreName, kv.ScratchName} {
		if err == nil {
			err = l.folder.fs.RemoveAll(l.folder.path(name))
		}
	}
	if err = errors.Join(err, l.folder.lock.Close()); err != nil {
		return fmt.Errorf("delete store in %s: %w", l.folder.dir, err)
	}
	return nil
}
