package pool

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// Each unit runs once, and each worker runs one unit at a time.
func TestEach(t *testing.T) {
	for workers := range 6 {
		for _, n := range []int{0, 1, 2, 7, 1000} {
			done := make([]atomic.Int32, n)
			busy := make([]sync.Mutex, Workers(workers))
			err := Each(t.Context(), workers, n, func(_ context.Context, worker, unit int) error {
				if !busy[worker].TryLock() {
					t.Errorf("worker %d of %d does two units at once", worker, workers)
				}
				defer busy[worker].Unlock()
				done[unit].Add(1)
				return nil
			})
			if err != nil {
				t.Errorf("%d workers, %d units: %v", workers, n, err)
			}
			for unit := range done {
				if got := done[unit].Load(); got != 1 {
					t.Errorf("%d workers: unit %d of %d is done %d times", workers, unit, n, got)
				}
			}
		}
	}
}

// After an error or a cancellation no unit starts, and the running units see a done context.
func TestEachStops(t *testing.T) {
	failure := errors.New("no")
	started := 0
	err := Each(t.Context(), 1, 10, func(context.Context, int, int) error {
		if started++; started == 4 {
			return failure
		}
		return nil
	})
	if err != failure || started != 4 {
		t.Errorf("%v after %d units", err, started)
	}
	err = Each(t.Context(), 2, 10, func(ctx context.Context, _, unit int) error {
		if unit == 1 {
			return failure
		}
		<-ctx.Done()
		return nil
	})
	if err != failure {
		t.Errorf("Each returned %v, want %v", err, failure)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(failure)
	err = Each(ctx, 3, 10, func(context.Context, int, int) error {
		t.Error("a unit starts")
		return nil
	})
	if err != failure {
		t.Errorf("cancelled: %v", err)
	}
}

// The line takes all pieces, in the order in which they are sent.
func TestLine(t *testing.T) {
	for workers := 1; workers < 5; workers++ {
		var got []int
		line := NewLine(workers, workers, func(_ int, p *int) { *p *= *p }, func(p *int) { got = append(got, *p) })
		for i := range 100 {
			line.Send(&i)
		}
		line.Close()
		for i, p := range got {
			if p != i*i {
				t.Fatalf("%d workers: piece %d is %d", workers, i, p)
			}
		}
		if len(got) != 100 {
			t.Errorf("%d workers: %d pieces", workers, len(got))
		}
	}
}
