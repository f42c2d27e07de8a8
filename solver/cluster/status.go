package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// Status is the progress of a solve on several machines.
type Status struct {
	Game    string         `json:"game"`
	Job     string         `json:"job"`
	Store   string         `json:"store"`
	Stage   string         `json:"stage"`
	Step    string         `json:"step"`
	Done    int            `json:"done"` // units of the step
	Total   int            `json:"total"`
	Retries int            `json:"retries"` // units of the step that were handed out again
	ETA     float64        `json:"eta"`     // seconds until the step is done; 0: unknown
	Alarms  []string       `json:"alarms,omitempty"`
	Workers []WorkerStatus `json:"workers"`
}

// WorkerStatus is the state of a worker.
type WorkerStatus struct {
	Worker  string  `json:"worker"`
	Host    string  `json:"host"`
	Stage   string  `json:"stage"`
	Unit    string  `json:"unit,omitempty"`
	Seconds float64 `json:"seconds"` // at that unit
	Units   uint64  `json:"units"`   // done
	Rate    float64 `json:"rate"`    // units in a second of work
	Written uint64  `json:"written"` // bytes
	Read    uint64  `json:"read"`
	Retries uint64  `json:"retries"` // calls to the store that failed
	Trouble string  `json:"trouble,omitempty"`
	Silent  float64 `json:"silent,omitempty"` // seconds since its last heartbeat, if one is overdue
	Refuted bool    `json:"refuted,omitempty"`
}

// status returns the progress of the solve.
func (l *leader) status() Status {
	l.mu.Lock()
	s, started := l.board, l.started
	s.Alarms = slices.Clone(s.Alarms)
	l.mu.Unlock()
	s.Game, s.Job, s.Store = l.self.job.Game, l.self.id, l.self.store.String()
	s.Workers = append([]WorkerStatus{}, l.roster.status()...)
	if s.Done > 0 {
		s.ETA = time.Since(started).Seconds() / float64(s.Done) * float64(s.Total-s.Done)
	}
	if !l.idle {
		s.Workers = append(s.Workers, l.self.status())
	}
	slices.SortFunc(s.Workers, func(a, b WorkerStatus) int { return strings.Compare(a.Worker, b.Worker) })
	return s
}

// ErrNobody is returned when no coordinator answers.
var ErrNobody = errors.New("no coordinator answers")

// AskStatus asks the coordinator, through NATS servers, for its progress.
func AskStatus(ctx context.Context, servers string, a Access) (s Status, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, 10*time.Second, ErrNobody)
	defer cancel()
	conn, err := connect(ctx, servers, a, "foregone status", discard(), nil)
	if err != nil {
		return s, err
	}
	defer conn.Close()
	m, err := conn.RequestWithContext(ctx, statusSubject, nil)
	switch {
	case errors.Is(err, nats.ErrNoResponders), errors.Is(err, context.DeadlineExceeded):
		return s, ErrNobody
	case err != nil:
		return s, fmt.Errorf("ask for the status: %w", err)
	}
	return s, json.Unmarshal(m.Data, &s)
}
