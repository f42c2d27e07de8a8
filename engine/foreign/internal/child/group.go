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
