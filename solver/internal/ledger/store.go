package ledger

import (
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/store"
)

// syncEvery is how long a change may wait for the disk: small phases would do little else.
const syncEvery = time.Second

// Store is the ledger in the folder of a database.
type Store struct {
	db     *store.Store
	mu     sync.Mutex
	synced time.Time // when a commit last waited for the disk
}

// Open opens the ledger of a solve of g in the folder dir, or makes one, for chunks of so
// many positions. A ledger that stands may have others ([Store.Chunk]). The limit is the
// last phase that is to be solved in this run, 0: all.
func Open(dir string, g engine.Game, chunk uint64, limit int, disk vfs.FS, log *slog.Logger) (*Store, error) {
	o := store.Options{Log: log, FS: disk}
	db, err := store.Open(dir, o)
	if errors.Is(err, kv.ErrNotFound) {
		db, err = store.Create(dir, store.ManifestOf(g, chunk), o)
	}
	if err != nil {
		return nil, err
	}
	s := &Store{db: db}
	again, err := s.begin(g, limit)
	if err != nil {
		db.Close()
		return nil, err
	}
	if again {
		if err := db.DropLog(); err != nil {
			return nil, err
		}
		return Open(dir, g, chunk, limit, disk, log)
	}
	return s, nil
}

// begin checks that the store belongs to the solve and notes its limit, or says that it
// must be made anew.
func (s *Store) begin(g engine.Game, limit int) (again bool, err error) {
	if err := s.db.CheckGame(g.Spec()); err != nil {
		return false, err
	}
	// Exits into a slice that was solved up to a phase limit were taken for draws
	// where the limit left them undecided: with another limit it all starts anew.
	before := -1
	if _, err := s.Note(LimitNote, &before); err != nil {
		return false, err
	}
	if len(g.Slices()) > 1 && before == 0 && limit > 0 {
		return false, engine.InputErrorf("the solve in %s was begun without a phase limit: go on without one, or solve up to phase %d in another folder", s.db.Dir(), limit)
	}
	if len(g.Slices()) > 1 && before > 0 && before != limit {
		return true, nil
	}
	if before != limit {
		_, err = s.Commit(Change{Notes: map[string]any{LimitNote: limit}, Sync: true})
	}
	return false, err
}

// Chunk returns the positions of a chunk.
func (s *Store) Chunk() uint64 { return s.db.Manifest().Chunk }

// Close ends the use of the ledger.
func (s *Store) Close() error { return s.db.Close() }

// Drop deletes the ledger and the scratch folder.
func (s *Store) Drop() error { return s.db.DropLog() }

func (k Key) stored() store.Key {
	return store.Key{Record: k.Record, Slice: k.Slice, Phase: int(k.Phase), Chunk: k.Chunk}
}

// Get implements [Ledger].
func (s *Store) Get(k Key) (*roaring.Bitmap, error) {
	b, _, err := s.db.Get(k.stored())
	return b, err
}

// Count implements [Ledger].
func (s *Store) Count(k Key) (n uint64, ok bool, err error) { return s.db.Count(k.stored()) }

// Each implements [Ledger].
func (s *Store) Each(r Record, slice int, p phase.Phase, f func(chunk int, b *roaring.Bitmap) error) error {
	return s.db.Each(r, slice, int(p), f)
}

// EachKey implements [Ledger].
func (s *Store) EachKey(r Record, slice int, f func(p phase.Phase, chunk int) error) error {
	return s.db.EachKey(r, slice, func(p, chunk int) error { return f(phase.Phase(p), chunk) })
}

// Note implements [Ledger].
func (s *Store) Note(name string, v any) (bool, error) { return s.db.Note(name, v) }

// Commit implements [Ledger]. Records of one key are not committed from two goroutines at
// once.
func (s *Store) Commit(c Change) (counts []uint64, err error) {
	batch := s.db.NewBatch()
	defer batch.Close()
	for _, set := range c.Unite {
		n, stands, err := s.Count(set.Key)
		if err != nil {
			return nil, err
		}
		if stands && n > 0 {
			old, err := s.Get(set.Key)
			if err != nil {
				return nil, err
			}
			set.Bits.Or(old)
		}
		batch.Set(set.Key.stored(), set.Bits)
		counts = append(counts, set.Bits.GetCardinality())
	}
	for _, k := range c.Remove {
		batch.Delete(k.stored())
	}
	for name, v := range c.Notes {
		batch.SetNote(name, v)
	}
	if s.due() || c.Sync {
		return counts, batch.Commit()
	}
	return counts, batch.CommitSoon()
}

// due reports whether it is time to wait for the disk.
func (s *Store) due() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Since(s.synced) <= syncEvery {
		return false
	}
	s.synced = time.Now()
	return true
}
