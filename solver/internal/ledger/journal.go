package ledger

import (
	"cmp"
	"fmt"
	"log/slog"
	"sync"

	"github.com/foregone-db/foregone/kv"
)

// journal is Pebble's logger, and receives its failures. Pebble calls Fatalf when it cannot
// write the write-ahead log, from any goroutine and with locks held, and must not continue after
// that. The journal parks that goroutine for good, and returns the error to callers that wait
// for it.
type journal struct {
	log    *slog.Logger
	once   sync.Once
	failed chan struct{} // closed on failure
	err    error         // why; valid once failed is closed
}

func newJournal(log *slog.Logger) *journal {
	return &journal{log: cmp.Or(log, slog.New(slog.DiscardHandler)), failed: make(chan struct{})}
}

// Infof implements [pebble.Logger].
func (j *journal) Infof(format string, args ...any) {
	j.log.Debug("pebble", "message", fmt.Sprintf(format, args...))
}

// Errorf implements [pebble.Logger].
func (j *journal) Errorf(format string, args ...any) {
	j.log.Warn("pebble", "message", fmt.Sprintf(format, args...))
}

// Fatalf implements [pebble.Logger]. It does not return.
func (j *journal) Fatalf(format string, args ...any) {
	err := fmt.Errorf(format, args...)
	for _, arg := range args {
		if cause, ok := arg.(error); ok {
			err = caused{err, cause}
		}
	}
	j.fail(err)
	select {}
}

// caused adds a cause to an error that has it only as text.
type caused struct {
	error
	cause error
}

func (c caused) Unwrap() error { return c.cause }

// fail remembers the first failure.
func (j *journal) fail(err error) {
	j.once.Do(func() {
		j.log.Error("the store failed", "error", err)
		j.err = fmt.Errorf("%w: %w", kv.ErrFailed, err)
		close(j.failed)
	})
}

// failure returns why the store failed, or nil.
func (j *journal) failure() error {
	select {
	case <-j.failed:
		return j.err
	default:
		return nil
	}
}

// do runs f, and returns early if the store fails meanwhile. Then f is left behind, parked in
// Fatalf or waiting for a parked goroutine.
func (j *journal) do(f func() error) error {
	if err := j.failure(); err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- f() }()
	select {
	case err := <-done:
		return err
	case <-j.failed:
		return j.err
	}
}
