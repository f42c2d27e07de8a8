package ledger

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/cockroachdb/pebble/v2"

	"github.com/foregone-db/foregone/kv/durable"
)

// Change is a set of updates to the ledger.
type Change struct {
	Unite  []Set          // records to unite with those in the ledger; an empty one makes a record, too
	Remove []Key          // records to delete
	Notes  map[string]any // notes to set, as JSON
	Sync   bool           // wait for the disk
}

// Set is a set of offsets from the first index of a chunk. Commit adds the offsets that the ledger
// has for the key, and may change the inner form of the bitmap ([roaring.Bitmap.RunOptimize]), so
// no other goroutine may use it meanwhile.
type Set struct {
	Key  Key
	Bits *roaring.Bitmap
}

// syncEvery is the time between syncs, because small phases would otherwise spend most of their
// time on them.
const syncEvery = time.Second

// Commit makes a change, whole or not at all, and returns the number of positions that each record
// of its Unite then has. A committed change survives the process, and after a second or so a
// failure of the machine; at once if the change has Sync. Commit is safe for concurrent use, except
// for two changes that unite records of one key. After a [kv.ErrFailed] the change may or may not
// be in the ledger.
func (l *Ledger) Commit(c Change) (counts []uint64, err error) {
	if err := l.usable(); err != nil {
		return nil, err
	}
	batch := l.db.NewBatch()
	if counts, err = l.fill(batch, c); err != nil {
		return nil, errors.Join(err, batch.Close())
	}
	durability := pebble.NoSync
	if l.due() || c.Sync {
		durability = pebble.Sync
	}
	err = l.folder.journal.do(func() error { return errors.Join(batch.Commit(durability), batch.Close()) })
	if err != nil {
		return nil, fmt.Errorf("commit to store in %s: %w", l.folder.dir, err)
	}
	return counts, nil
}

// fill puts a change into a batch.
func (l *Ledger) fill(batch *pebble.Batch, c Change) (counts []uint64, err error) {
	for _, set := range c.Unite {
		old, err := l.Get(set.Key)
		if err == nil && old != nil {
			set.Bits.Or(old)
		}
		if err == nil {
			err = l.put(batch, set)
		}
		if err != nil {
			return nil, err
		}
		counts = append(counts, set.Bits.GetCardinality())
	}
	for _, k := range c.Remove {
		if err := l.mayUse(k); err != nil {
			return nil, err
		}
		if err := errors.Join(batch.Delete(k.append(nil), nil), batch.Delete(k.append([]byte{tagPresent}), nil)); err != nil {
			return nil, err
		}
	}
	for name, v := range c.Notes {
		text, err := json.Marshal(v)
		if err == nil {
			err = batch.Set(noteKey(name), text, nil)
		}
		if err != nil {
			return nil, fmt.Errorf("store in %s: note %s: %w", l.folder.dir, name, err)
		}
	}
	return counts, nil
}

// put puts a record and its number of positions into a batch.
func (l *Ledger) put(batch *pebble.Batch, set Set) error {
	if err := l.fits(set.Key, set.Bits); err != nil {
		return fmt.Errorf("store in %s: %v: %w", l.folder.dir, set.Key, err)
	}
	set.Bits.RunOptimize()
	size := int(set.Bits.GetSerializedSizeInBytes())
	op := batch.SetDeferred(keySize, size+durable.ChecksumSize)
	set.Key.append(op.Key[:0])
	value := bytes.NewBuffer(op.Value[:0:size]) // it grows only if the size was wrong
	if _, err := set.Bits.WriteTo(value); err != nil || value.Len() != size {
		return fmt.Errorf("store in %s: %v: serialised to %d bytes, want %d: %w", l.folder.dir, set.Key, value.Len(), size, err)
	}
	binary.LittleEndian.PutUint32(op.Value[size:], durable.Checksum(op.Value[:size]))
	if err := op.Finish(); err != nil {
		return err
	}
	return batch.Set(set.Key.append([]byte{tagPresent}), binary.AppendUvarint(nil, set.Bits.GetCardinality()), nil)
}

// due reports whether it is time to wait for the disk.
func (l *Ledger) due() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if time.Since(l.synced) <= syncEvery {
		return false
	}
	l.synced = time.Now()
	return true
}

// EachOffset calls f for the members of a bitmap.
func EachOffset(b *roaring.Bitmap, f func(offset uint32)) {
	EachRun(b, func(offsets []uint32) {
		for _, o := range offsets {
			f(o)
		}
	})
}

// EachRun calls f for the members of a bitmap, up to 256 at a time. They are valid during
// the call.
func EachRun(b *roaring.Bitmap, f func(offsets []uint32)) {
	buffer := make([]uint32, min(b.GetCardinality(), 256))
	for it := b.ManyIterator(); ; {
		n := it.NextMany(buffer)
		if n == 0 {
			return
		}
		f(buffer[:n])
	}
}
