package ledger

import (
	"sync"

	"github.com/cockroachdb/pebble/v2"
)

// scheduler allows compactions only while the store is open and has not failed. If opening
// fails, Pebble closes files under a running compaction, and panics; after a failure it repeats
// the same compaction for ever. Otherwise the scheduler behaves as Pebble's own: it runs as many
// compactions at a time as Pebble allows.
type scheduler struct {
	journal *journal
	db      pebble.DBForCompaction // set by Register, before all else
	poke    chan struct{}
	stop    chan struct{}
	granter sync.WaitGroup

	mu      sync.Mutex // taken while Pebble holds its locks, so Pebble must not be called with it
	open    bool
	running int
}

func newScheduler(j *journal) *scheduler {
	return &scheduler{journal: j, poke: make(chan struct{}, 1), stop: make(chan struct{})}
}

// Register implements [pebble.CompactionScheduler].
func (s *scheduler) Register(_ int, db pebble.DBForCompaction) { s.db = db }

// opened allows compactions: the store is open.
func (s *scheduler) opened() {
	s.mu.Lock()
	s.open = true
	s.mu.Unlock()
	s.granter.Go(func() {
		for {
			select {
			case <-s.stop:
				return
			case <-s.poke:
				for s.grant() {
				}
			}
		}
	})
	s.UpdateGetAllowedWithoutPermission()
}

// Unregister implements [pebble.CompactionScheduler].
func (s *scheduler) Unregister() {
	s.mu.Lock()
	s.open = false
	s.mu.Unlock()
	close(s.stop)
	s.granter.Wait()
}

// TrySchedule implements [pebble.CompactionScheduler].
func (s *scheduler) TrySchedule() (bool, pebble.CompactionGrantHandle) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.open || s.journal.failure() != nil || s.running >= s.db.GetAllowedWithoutPermission() {
		return false, nil
	}
	s.running++
	return true, s
}

// grant starts a waiting compaction, and reports whether more may wait.
func (s *scheduler) grant() bool {
	if ok, _ := s.db.GetWaitingCompaction(); !ok {
		return false
	}
	ok, handle := s.TrySchedule()
	if !ok {
		return false
	}
	if !s.db.Schedule(handle) {
		s.mu.Lock()
		s.running--
		s.mu.Unlock()
	}
	return true // also after a refusal: another compaction may wait meanwhile
}

// UpdateGetAllowedWithoutPermission implements [pebble.CompactionScheduler]. It checks waiting
// compactions again.
func (s *scheduler) UpdateGetAllowedWithoutPermission() {
	select {
	case s.poke <- struct{}{}:
	default:
	}
}

// Started implements [pebble.CompactionGrantHandle].
func (s *scheduler) Started() {}

// MeasureCPU implements [pebble.CompactionGrantHandle].
func (s *scheduler) MeasureCPU(pebble.CompactionGoroutineKind) {}

// CumulativeStats implements [pebble.CompactionGrantHandle].
func (s *scheduler) CumulativeStats(pebble.CompactionGrantHandleStats) {}

// Done implements [pebble.CompactionGrantHandle].
func (s *scheduler) Done() {
	s.mu.Lock()
	s.running--
	s.mu.Unlock()
	s.UpdateGetAllowedWithoutPermission()
}
