package child

import (
	"sync"
	"time"
)

// mostPatience is the factor by which the time limit grows for a process that gets no CPU time.
const mostPatience = 10

// watch ends a process that takes too long for an answer. It checks the process after each half of
// the time limit. A process that wants a processor and has had little CPU time since the first
// check is slow because the machine is busy. Such a process gets more time.
type watch struct {
	patience time.Duration
	look     func() (used time.Duration, wants bool) // its CPU time, and whether it wants more
	late     func()                                  // called when the process took too long

	mu    sync.Mutex
	timer *time.Timer
	began time.Time // start of the question; zero between questions
	looks int
	used  time.Duration // CPU time at the first check
}

// newWatch makes a watch that calls late at most once for a question.
func newWatch(patience time.Duration, look func() (time.Duration, bool), late func()) *watch {
	w := &watch{patience: patience, look: look, late: late}
	w.timer = time.AfterFunc(patience, w.check)
	w.timer.Stop()
	return w
}

// begin starts the time of a question.
func (w *watch) begin() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.began, w.looks = time.Now(), 0
	w.timer.Reset(w.patience / 2)
}

// end stops the time of a question.
func (w *watch) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.began = time.Time{}
	w.timer.Stop()
}

// check runs when the timer expires.
func (w *watch) check() {
	if w.over() {
		w.late()
	}
}

// over reports whether the process took too long. Otherwise it restarts the timer during a
// question.
func (w *watch) over() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.began.IsZero() {
		return false
	}
	half := w.patience / 2
	if early := time.Until(w.began.Add(time.Duration(w.looks+1) * half)); early > 0 { // the timer belongs to the previous question
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
