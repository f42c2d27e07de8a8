package child

import (
	"cmp"
	"context"
	"fmt"
	"os/exec"
	"sync"
	"time"
)

// grace is the time for answers after an interrupt.
const grace = time.Second / 4

// Options of a [Group].
type Options struct {
	// Patience is the time limit for an answer; default: 30 s.
	Patience time.Duration
	// Memory bounds the private memory of a process, in bytes; default: 4 GiB. Only Linux enforces
	// it.
	Memory uint64
	// Merged merges the standard error of processes into their answers, in order. Otherwise
	// messages quote it when a process fails.
	Merged bool
}

// Group holds all processes of a command. It is safe for concurrent use.
type Group struct {
	options Options
	mu      sync.Mutex
	all     map[*Process]bool // running processes
	closed  bool
}

// NewGroup makes a group without processes.
func NewGroup(o Options) *Group {
	o.Patience = cmp.Or(o.Patience, 30*time.Second)
	o.Memory = cmp.Or(o.Memory, 4<<30)
	return &Group{options: o, all: map[*Process]bool{}}
}

// Begin prepares for a command: soon after ctx is done, all processes are killed. The caller calls
// end when the command has ended.
func (g *Group) Begin(ctx context.Context) (end func()) {
	stop := context.AfterFunc(ctx, func() {
		time.Sleep(grace)
		g.close(0)
	})
	return func() {
		stop()
		if ctx.Err() != nil {
			g.close(0)
		}
		g.Close()
	}
}

// Close ends all processes and prevents new ones. It gives them half a second to end by themselves.
func (g *Group) Close() error {
	g.close(farewell)
	return nil
}

func (g *Group) close(farewell time.Duration) {
	g.mu.Lock()
	g.closed = true
	var group sync.WaitGroup
	for p := range g.all {
		p.mu.Lock()
		p.stopped = true
		p.mu.Unlock()
		group.Go(func() { p.finish(farewell) })
	}
	g.all = map[*Process]bool{}
	g.mu.Unlock()
	group.Wait()
}

// Closed reports whether the group was closed.
func (g *Group) Closed() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.closed
}

// Start starts a process and calls greet for the first questions, which together have the time
// limit of one. The caller closes the process.
func (g *Group) Start(command *exec.Cmd, greet func(*Process) error) (*Process, error) {
	p, err := start(command, g.options)
	if err != nil {
		return nil, err
	}
	p.group = g
	g.mu.Lock()
	closed := g.closed
	if !closed {
		g.all[p] = true // before it greets, which can take long
	}
	g.mu.Unlock()
	if closed {
		p.kill()
		return nil, fmt.Errorf("it was ended: %w", context.Canceled)
	}
	if err := p.Ask(func() error { return greet(p) }); err != nil {
		g.mu.Lock()
		delete(g.all, p)
		g.mu.Unlock()
		p.kill()
		return nil, err
	}
	return p, nil
}

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
