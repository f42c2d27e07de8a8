package pool

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

func TestInOrder(t *testing.T) {
	inputs := slices.Values([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
	failure := errors.New("no")
	for workers := 1; workers <= 5; workers++ {
		var got []int
		work := func(w, in int) (int, error) {
			if w < 0 || w >= workers {
				t.Errorf("worker %d of %d", w, workers)
			}
			time.Sleep(time.Duration(rand.IntN(300)) * time.Microsecond)
			return in * in, nil
		}
		use := func(in, out int) error {
			if out != in*in {
				t.Errorf("%d makes %d", in, out)
			}
			got = append(got, in)
			return nil
		}
		if err := InOrder(t.Context(), workers, inputs, work, use); err != nil || len(got) != 13 || !slices.IsSorted(got) {
			t.Errorf("%d workers: %v, %v", workers, got, err)
		}
		got = nil
		bad := func(w, in int) (int, error) {
			if in == 4 {
				return 0, failure
			}
			return work(w, in)
		}
		if err := InOrder(t.Context(), workers, inputs, bad, use); err != failure || len(got) != 4 {
			t.Errorf("%d workers, failing: %v, %v", workers, got, err)
		}
		if err := InOrder(t.Context(), workers, inputs, work, func(int, int) error { return failure }); err != failure {
			t.Errorf("%d workers, nobody takes it: %v", workers, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		stop := func(in, _ int) error {
			if in == 2 {
				cancel()
			}
			return nil
		}
		if err := InOrder(ctx, workers, inputs, work, stop); !errors.Is(err, context.Canceled) {
			t.Errorf("%d workers, cancelled: %v", workers, err)
		}
		cancel()
	}
}
