package child

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/foregone-db/foregone/engine/foreign"
)

const (
	mostKept  = 4 << 10 // bytes kept of a program's standard error
	mostQuote = 300     // maximum bytes of it in a message

	farewell = time.Second / 2 // time for a program to end by itself
)

// Process is a running program. Only one goroutine at a time may use it, but its group may kill it
// concurrently.
type Process struct {
	In  *bufio.Reader // its output
	Out io.Writer     // its input

	command *exec.Cmd
	mark    string // in the environment of the process and of its children
	group   *Group
	out     io.Closer // of Out
	pipe    io.Closer // of In
	errors  tail
	watch   *watch
	ended   chan struct{} // closed when the process has ended
	once    sync.Once     // starts the wait for its end
	late    bool          // it took too long; set before it is killed
	stopped bool          // the group was closed; set before it is killed
	mu      sync.Mutex    // guards late and stopped
}

// start starts a process.
func start(command *exec.Cmd, o Options) (*Process, error) {
	p := &Process{command: command, ended: make(chan struct{})}
	separate(command)
	p.mark = fmt.Sprintf("FOREGONE_CHILD=%d.%s", os.Getpid(), rand.Text())
	command.Env = append(command.Environ(), p.mark)
	command.WaitDelay = time.Second
	out, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	in, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	command.Stderr = &p.errors
	if o.Merged {
		command.Stderr = command.Stdout
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	limit(command.Process, o.Memory)
	p.In, p.Out, p.out, p.pipe = bufio.NewReaderSize(in, 1<<16), out, out, in
	p.watch = newWatch(o.Patience, func() (time.Duration, bool) { return cpuTime(command.Process) }, func() { p.stop(&p.late) })
	return p, nil
}

// Ask runs a question, which writes to Out and reads In until the answer is complete. After any
// error except a [foreign.Refusal] the caller must close the process.
func (p *Process) Ask(question func() error) error {
	p.watch.begin()
	err := question()
	p.watch.end()
	if err == nil || errors.As(err, new(*foreign.Refusal)) {
		return err
	}
	return p.failure(err)
}

// failure adds to an error the way in which the process ended.
func (p *Process) failure(err error) error {
	p.mu.Lock()
	late, stopped := p.late, p.stopped
	p.mu.Unlock()
	switch {
	case stopped:
		return fmt.Errorf("it was ended: %w", context.Canceled)
	case late:
		return &foreign.Late{Bound: fmt.Sprintf("it did not answer within %v%s", p.watch.patience, p.quoted())}
	case !broken(err):
		return err
	}
	select {
	case <-p.exited():
		state := p.command.ProcessState
		if state == nil {
			break
		}
		return fmt.Errorf("it ended, with %v, while it was asked%s", state, p.quoted())
	case <-time.After(time.Second):
	}
	return fmt.Errorf("it closed its standard input or output while it was asked%s", p.quoted())
}

// broken reports whether an error comes from a broken pipe.
func broken(err error) bool {
	return err == io.EOF || err == io.ErrUnexpectedEOF || errors.Is(err, os.ErrClosed) || errors.As(err, new(*os.PathError))
}

// exited returns a channel that is closed when the process has ended.
func (p *Process) exited() <-chan struct{} {
	p.once.Do(func() {
		go func() {
			p.command.Wait() // closes the pipes
			close(p.ended)
		}()
	})
	return p.ended
}

// stop sets why, late or stopped, and kills the process.
func (p *Process) stop(why *bool) {
	p.mu.Lock()
	*why = true
	p.mu.Unlock()
	end(p.command.Process, p.mark)
	p.out.Close()
	p.pipe.Close()
}

// Close ends the process. It closes the input first and gives the process half a second to end by
// itself.
func (p *Process) Close() error {
	p.group.mu.Lock()
	delete(p.group.all, p)
	p.group.mu.Unlock()
	p.finish(farewell)
	return nil
}

// finish does the work of Close, except that the process stays in the group.
func (p *Process) finish(farewell time.Duration) {
	p.out.Close()
	select {
	case <-p.exited():
	case <-time.After(farewell):
	}
	p.kill()
}

// kill kills the process and its children, and waits for its end.
func (p *Process) kill() {
	end(p.command.Process, p.mark)
	p.out.Close()
	p.pipe.Close()
	<-p.exited()
	endMarked(p.mark)
}

// quoted returns the last line of the process's standard error, for a message.
func (p *Process) quoted() string {
	text := p.errors.last()
	if text == "" {
		return ""
	}
	return ", after it wrote " + fmt.Sprintf("%q", text)
}

// tail keeps the last bytes written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// Write implements [io.Writer].
func (t *tail) Write(text []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, text...)
	if over := len(t.text) - mostKept; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(text), nil
}

// last returns the last line that is not blank.
func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	all := strings.Split(strings.TrimSpace(string(t.text)), "\n")
	return Line(all[len(all)-1])
}

// Line joins the lines of a text into one, and shortens it, for messages.
func Line(text string) string {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }), " ")
	text = strings.ToValidUTF8(strings.TrimSpace(text), "?")
	if len(text) > mostQuote {
		text = strings.ToValidUTF8(text[:mostQuote], "") + "…"
	}
	return text
}
