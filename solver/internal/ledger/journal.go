package ledger

import (
	"fmt"
	"log/slog"
	"sync"

	"github.com/cockroachdb/pebble/v2"

	"github.com/foregone-db/foregone/kv"
)

// journal is Pebble's logger, and the place where its failures come out. Pebble
// calls Fatalf when the write-ahead log cannot be written, from any goroutine and
// with locks taken, and must not go on after that: such a goroutine is parked for
// good, and whoever waits for it is told.
type journal struct {
	log    *slog.Logger
	once   sync.Once
	failed chan struct{} // closed on failure
	err    error         // why; valid once failed is closed
}

func newJournal(log *slog.Logger) *journal {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &journal{log: log, failed: make(chan struct{})}
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

// caused is an error whose cause Pebble has put into its text only.
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

// do runs f, and returns early if the store fails meanwhile; f is left behind
// then, parked in Fatalf or waiting for somebody who is.
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

// events are Pebble's, as far as they matter here. A flush that fails is tried
// for ever while writers wait, so that is a failure, too.
func (j *journal) events() *pebble.EventListener {
	return &pebble.EventListener{
		BackgroundError: j.fail,
		// Whoever reads the damaged block gets an error; that is enough.
		DataCorruption: func(info pebble.DataCorruptionInfo) { j.Errorf("%s", info) },
	}
}
