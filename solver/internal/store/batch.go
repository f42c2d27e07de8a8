package store

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/cockroachdb/pebble/v2"

	"github.com/foregone-db/foregone/kv/durable"
)

// Batch collects changes that become durable together or not at all. It belongs
// to one goroutine and ends with [Batch.Commit] or [Batch.Close]. The first error
// stays, and Commit returns it.
type Batch struct {
	store *Store
	batch *pebble.Batch
	err   error
}

// NewBatch returns an empty batch. Reads do not see what is in it.
func (s *Store) NewBatch() *Batch {
	b := &Batch{store: s}
	if b.err = s.usable(); b.err == nil {
		b.batch = s.db.NewBatch()
	}
	return b
}

// fail remembers the first error.
func (b *Batch) fail(err error) {
	if b.err == nil {
		b.err = fmt.Errorf("store in %s: %w", b.store.dir, err)
	}
}

// Set stores the record of a key, in place of one that may be there. The bits are
// offsets from the chunk's first index. The bitmap is copied; its inner form may change
// ([roaring.Bitmap.RunOptimize]), so nobody may use it meanwhile.
func (b *Batch) Set(k Key, bits *roaring.Bitmap) {
	if b.err != nil {
		return
	}
	if err := b.store.manifest.check(k); err != nil {
		b.fail(err)
		return
	}
	if err := b.store.fits(k, bits); err != nil {
		b.fail(fmt.Errorf("%v: %w", k, err))
		return
	}
	bits.RunOptimize()
	size := int(bits.GetSerializedSizeInBytes())
	op := b.batch.SetDeferred(keySize, size+durable.ChecksumSize)
	k.append(op.Key[:0])
	value := fixed{op.Value[:0:size]}
	if _, err := bits.WriteTo(&value); err != nil || len(value.bytes) != size {
		b.fail(fmt.Errorf("%v: cannot be serialised (%d of %d bytes): %w", k, len(value.bytes), size, err))
		return
	}
	binary.LittleEndian.PutUint32(op.Value[size:], durable.Checksum(op.Value[:size]))
	if err := op.Finish(); err != nil {
		b.fail(err)
		return
	}
	b.set(k.append([]byte{tagPresent}), binary.AppendUvarint(nil, bits.GetCardinality()))
}

// fixed is a writer into a slice that never grows.
type fixed struct{ bytes []byte }

func (f *fixed) Write(p []byte) (int, error) {
	if len(p) > cap(f.bytes)-len(f.bytes) {
		return 0, errors.New("larger than its size says")
	}
	f.bytes = append(f.bytes, p...)
	return len(p), nil
}

// SetNote stores v as JSON under a name.
func (b *Batch) SetNote(name string, v any) {
	if b.err != nil {
		return
	}
	text, err := json.Marshal(v)
	if err != nil {
		b.fail(fmt.Errorf("note %s: %w", name, err))
		return
	}
	b.set(noteKey(name), text)
}

func (b *Batch) set(key, value []byte) {
	if err := b.batch.Set(key, value, nil); err != nil {
		b.fail(err)
	}
}

// Delete removes the record of a key, if there is one.
func (b *Batch) Delete(k Key) {
	if b.err != nil {
		return
	}
	if err := b.store.manifest.check(k); err != nil {
		b.fail(err)
		return
	}
	b.delete(k.append(nil))
	b.delete(k.append([]byte{tagPresent}))
}

func (b *Batch) delete(key []byte) {
	if err := b.batch.Delete(key, nil); err != nil {
		b.fail(err)
	}
}

// Commit makes the changes, all of them durably or none, and ends the batch.
// After a [kv.ErrFailed] it is open whether they are there; a store that is opened
// again shows all of them or none.
func (b *Batch) Commit() error { return b.commit(pebble.Sync) }

// CommitSoon is [Batch.Commit] without waiting for the disk: the changes are there
// for readers at once, all of them or none, and durable with the next Commit or
// Close. A crash before that loses the last batches, never one before another that
// stays.
func (b *Batch) CommitSoon() error { return b.commit(pebble.NoSync) }

func (b *Batch) commit(durability *pebble.WriteOptions) error {
	err := b.err
	if err == nil {
		err = b.store.usable()
	}
	if err != nil {
		b.Close()
		return err
	}
	batch := b.batch
	err = b.store.journal.do(func() error {
		return errors.Join(batch.Commit(durability), batch.Close())
	})
	b.batch, b.err = nil, errors.New("the batch has ended")
	if err != nil {
		return fmt.Errorf("commit to store in %s: %w", b.store.dir, err)
	}
	return nil
}

// Close ends the batch without making its changes. After [Batch.Commit] it does
// nothing.
func (b *Batch) Close() {
	if b.batch != nil {
		b.batch.Close()
	}
	b.batch, b.err = nil, errors.New("the batch has ended")
}
