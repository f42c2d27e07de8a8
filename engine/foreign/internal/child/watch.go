package child

import (
	"sync"
	"time"
)

// mostPatience is how many times as long as is said a process is waited for that gets no
// processor.
const mostPatience = 10

// watch ends a process that takes too long for an answer. It looks at it after half of its
// patience, and so on: one that wants a processor, and had little of one since the first
// look, is slow because the machine is busy, and is waited for.
type watch struct {
	patience time.Duration
	look     func() (used time.Duration, wants bool) // its processor time, and whether it wants more
	late     func()                                  // ends it

	mu    sync.Mutex
	timer *time.Timer
	began time.Time // of the question; zero: nothing is asked
	looks int
	used  time.Duration // at the first look
}

// newWatch makes a watch that calls late, not more than once for a question.
func newWatch(patience time.Duration, look func() (time.Duration, bool), late func()) *watch {
	w := &watch{patience: patience, look: look, late: late}
	w.timer = time.AfterFunc(patience, w.check)
	w.timer.Stop()
	return w
}

// begin is called before a question.
func (w *watch) begin() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.began, w.looks = time.Now(), 0
	w.timer.Reset(w.patience / 2)
}

// end is called after it.
func (w *watch) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.began = time.Time{}
	w.timer.Stop()
}

// check looks at the process when the timer has run down.
func (w *watch) check() {
	if w.over() {
		w.late()
	}
}

// over reports whether the process took too long. Else the timer runs again, if it is asked.
func (w *watch) over() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.began.IsZero() {
		return false
	}
	half := w.patience / 2
	if early := time.Until(w.began.Add(time.Duration(w.looks+1) * half)); early > 0 { // it ran for the question before
		w.timer.Reset(early)
		return false
	}
	w.looks++
	used, wants := w.look()
	if w.looks == 1 {
		w.used = used
	} else if !wants || used-w.used >= half/2 || w.looks >= 2*mostPatience {
		return true
	}
	w.timer.Reset(half)
	return false
}
