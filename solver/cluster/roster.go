package cluster

import (
	"log/slog"
	"sync"
	"time"
)

// roster owns what the coordinator knows about workers: their last beats, and which of them are
// refuted. It is safe for concurrent use.
type roster struct {
	beat time.Duration // between two beats of a worker
	log  *slog.Logger
	stay time.Duration // after which a worker has come to stay
	met  chan struct{} // closed when the first worker has come to stay

	mu      sync.Mutex // guards the fields below
	meeting sync.Once
	members map[string]*member
	wrong   map[string]bool // workers that are refuted
}

// member is a worker as the coordinator knows it.
type member struct {
	beat beat
	came time.Time // by this machine's steady clock
	seen time.Time

	// ready says that the worker was at a stage together with the coordinator. Until then it
	// catches up, and gets no units.
	ready bool
}

func newRoster(t timing, log *slog.Logger) *roster {
	return &roster{beat: t.beat, stay: t.stay, log: log, met: make(chan struct{}), members: map[string]*member{}, wrong: map[string]bool{}}
}

// meet notes the beat of a worker. The coordinator is at a stage, or "".
func (r *roster) meet(b beat, stage string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	m := r.members[b.Worker]
	if m == nil {
		m = &member{came: time.Now()}
		r.members[b.Worker] = m
		r.log.Info("a worker joins", "worker", b.Worker, "host", b.Host, "threads", b.Threads)
	}
	if b.Trouble != "" && b.Trouble != m.beat.Trouble {
		r.log.Warn("a worker is in trouble", "worker", b.Worker, "host", b.Host, "trouble", b.Trouble)
	}
	m.beat, m.seen = b, time.Now()
	m.ready = m.ready || stage != "" && b.Stage == stage
	if b.Leaves {
		r.log.Info("a worker leaves", "worker", b.Worker, "host", b.Host, "trouble", b.Trouble)
		delete(r.members, b.Worker)
		return
	}
	if m.seen.Sub(m.came) >= r.stay {
		r.meeting.Do(func() { close(r.met) })
	}
}

// present returns the workers that are alive and not refuted. It forgets those that have been
// silent for twenty beats.
func (r *roster) present() (list []member) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for name, m := range r.members {
		switch since := time.Since(m.seen); {
		case since > 20*r.beat:
			delete(r.members, name)
			r.log.Warn("a worker is not heard of any more", "worker", name, "host", m.beat.Host, "unit", m.beat.Unit)
		case since <= 4*r.beat && !r.wrong[name]:
			list = append(list, *m)
		}
	}
	return list
}

// refute notes that the results of a worker are wrong.
func (r *roster) refute(worker string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.wrong[worker] = true
}

func (r *roster) isRefuted(worker string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.wrong[worker]
}

// status returns the state of each worker.
func (r *roster) status() (list []WorkerStatus) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range r.members {
		w := m.beat.WorkerStatus
		w.Refuted, w.Silent = r.wrong[w.Worker], 0
		if silent := time.Since(m.seen); silent >= 2*r.beat {
			w.Silent = silent.Seconds()
		}
		list = append(list, w)
	}
	return list
}
