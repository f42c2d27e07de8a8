package ledger

import (
	"sync"

	"github.com/cockroachdb/pebble/v2"
)

// scheduler lets Pebble compact once its store is open, and not before: where opening
// fails, Pebble would pull the files from under a compaction that it has begun, and
// panic. Nor does it once the store has failed, when Pebble would try the same compaction
// for ever. Apart from that it does what Pebble's own scheduler does: as many compactions
// go on at a time as Pebble allows itself.
type scheduler struct {
	journal *journal
	db      pebble.DBForCompaction // set by Register, before all else
	poke    chan struct{}
	stop    chan struct{}
	granter sync.WaitGroup

	mu      sync.Mutex // taken while Pebble has its locks, and so never the other way round
	open    bool
	running int
}

func newScheduler(j *journal) *scheduler {
	return &scheduler{journal: j, poke: make(chan struct{}, 1), stop: make(chan struct{})}
}

// Register implements [pebble.CompactionScheduler].
func (s *scheduler) Register(_ int, db pebble.DBForCompaction) { s.db = db }

// opened says that the store is open. Until then nothing is granted.
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

// grant lets a compaction that waits begin, and reports whether more may wait.
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
	return true // also after a refusal: another may have been turned away meanwhile
}

// UpdateGetAllowedWithoutPermission implements [pebble.CompactionScheduler]. What waits
// is looked at again.
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
