package child

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestWatch: a process ends at its time limit, which is longer while it gets no processor.
func TestWatch(t *testing.T) {
	for name, c := range map[string]struct {
		share float64 // of a processor for the process
		wants bool
		want  time.Duration
	}{
		"sleeps":                {0, false, 10 * time.Second},
		"computes":              {1, true, 10 * time.Second},
		"gets half a processor": {0.5, true, 10 * time.Second},
		"gets a third":          {0.3, true, 15 * time.Second},
		"gets a little":         {0.1, true, 30 * time.Second},
		"gets nothing":          {0, true, 100 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			var late []time.Duration
			w := newWatch(10*time.Second, func() (time.Duration, bool) {
				return time.Duration(c.share * float64(time.Since(began))), c.wants
			}, func() { late = append(late, time.Since(began)) })
			w.begin()
			time.Sleep(time.Hour)
			synctest.Wait()
			if len(late) != 1 || late[0] != c.want {
				t.Errorf("%s: late after %v, want %v", name, late, c.want)
			}
			w.end()
		})
	}
}

// TestWatchAnswered: the watch ends nothing between questions, or because of an earlier question.
func TestWatchAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWatch(10*time.Second, func() (time.Duration, bool) { return 0, false }, func() { t.Error("late") })
		for range 20 {
			w.begin()
			time.Sleep(9 * time.Second)
			w.end()
		}
		time.Sleep(time.Hour)
		w.begin()
		w.check() // as a late timer of the previous question does
		time.Sleep(4 * time.Second)
		w.check()
		time.Sleep(4 * time.Second)
		w.end()
		time.Sleep(time.Hour)
	})
}
