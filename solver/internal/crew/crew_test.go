package crew

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/foregone-db/foregone/solver/internal/task"
)

// Each task is done or left, as often as it is listed, and the first is always done.
func TestRunUntil(t *testing.T) {
	for _, limit := range []int32{0, 1, 7, 100} {
		c := &Crew{Workers: []*Worker{{}, {ID: 1}, {ID: 2}}}
		c.order = func(tasks []task.Task) []task.Task { return append(slices.Clone(tasks), tasks...) }
		var done atomic.Int32
		var mu sync.Mutex
		times := map[task.Task]int{}
		left, err := c.RunUntil(t.Context(), task.Of(task.Send, 2, 5, 20, nil), func() bool { return done.Load() >= limit }, func(_ context.Context, _ *Worker, k task.Task) error {
			done.Add(1)
			mu.Lock()
			defer mu.Unlock()
			times[k]++
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range left {
			times[k]++
		}
		for k, n := range times {
			if n != 2 {
				t.Errorf("limit %d: %v was done or left %d times", limit, k, n)
			}
		}
		if d := done.Load(); len(times) != 20 || d < 1 || d < min(limit, 40) || limit == 100 && len(left) > 0 {
			t.Errorf("limit %d: %d tasks done, %d left", limit, d, len(left))
		}
	}
}
