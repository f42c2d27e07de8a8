package policy

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os/exec"
	"strings"
	"sync"
	"time"
)

const (
	// DefaultTimeout is the longest time for which a program may neither read nor write.
	DefaultTimeout = time.Minute
	// lingering is the time that a program has to exit after its last answer.
	lingering = 2 * time.Second
	// longestLine is more than the bytes of any turn.
	longestLine = 1 << 16
)

// Command is a policy that is a program. It reads positions from its standard input, one
// a line, and writes its turns to its standard output, one a line
// and in the same order, until its input ends. Command sends positions without waiting for
// answers and reads answers all the time, so the program may flush each line or
// read everything before it writes. Command may start the program several
// times, each time with other positions.
type Command struct {
	// Line is the command that the shell runs: sh -c, or cmd /C on Windows.
	Line string
	// Stderr gets the standard error of the program; nil: it is discarded.
	Stderr io.Writer
	// Timeout is the longest time for which the program may neither read a position nor write a turn
	// while Command waits for it; then Command kills it. Default: [DefaultTimeout]; negative: no
	// limit.
	Timeout time.Duration
}

// String returns the command line.
func (c Command) String() string { return c.Line }

// Answer implements [Policy]. It kills the program and the processes that the program started when the
// caller stops, ctx is done or the timeout expires. The exit status counts only
// if answers are missing.
func (c Command) Answer(ctx context.Context, positions iter.Seq[string]) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		r := &running{timeout: c.Timeout, last: time.Now()}
		if r.timeout == 0 {
			r.timeout = DefaultTimeout
		}
		parent := ctx
		ctx, cancel := context.WithCancelCause(ctx)
		cmd := shell(ctx, c.Line)
		cmd.Stderr = c.Stderr
		cmd.WaitDelay = time.Second
		stdin, stdout, err := start(cmd)
		if err != nil {
			cancel(nil)
			yield("", fmt.Errorf("start %q: %w", c.Line, err))
			return
		}
		var group sync.WaitGroup
		defer group.Wait()
		defer cancel(nil)
		group.Go(func() { r.watch(ctx, cancel) })
		asked := make(chan struct{})
		group.Go(func() {
			defer close(asked)
			r.send(ctx, stdin, positions)
		})
		more := r.receive(stdout, yield)
		if more != nil {
			cancel(nil)
		}
		r.wait(&r.reading, true) // for the exit, which may need a kill, too
		exit := cmd.Wait()
		if more != nil {
			if !errors.Is(more, errStopped) {
				yield("", fmt.Errorf("%q %w", c.Line, more))
			}
			return
		}
		switch cause := context.Cause(ctx); {
		case parent.Err() != nil:
			yield("", parent.Err())
			return
		case errors.Is(cause, errLingers):
			return
		case cause != nil:
			yield("", fmt.Errorf("%q %w", c.Line, cause))
			return
		}
		<-asked // the sender soon gets an error from the closed pipe
		if !r.answered() {
			err := fmt.Errorf("%q ended without an answer", c.Line)
			if exit != nil {
				err = fmt.Errorf("%w (%w)", err, exit)
			}
			yield("", err)
		}
	}
}

// start starts a program and returns its standard input and output.
func start(cmd *exec.Cmd) (stdin io.WriteCloser, stdout io.ReadCloser, err error) {
	if stdin, err = cmd.StdinPipe(); err != nil {
		return nil, nil, err
	}
	if stdout, err = cmd.StdoutPipe(); err != nil {
		return nil, nil, err
	}
	kill := cmd.Cancel
	cmd.Cancel = func() error {
		stdout.Close() // another process may hold the other end open
		return kill()
	}
	return stdin, stdout, cmd.Start()
}

var (
	// errStopped is returned when the caller stops the iteration.
	errStopped = errors.New("stopped")
	// errLingers is the cause of killing a program that has given all answers and does not exit.
	errLingers = errors.New("does not end")
)

// running is the state of the exchange with a program. It is safe for concurrent use.
type running struct {
	timeout time.Duration

	mu               sync.Mutex
	last             time.Time // of the last activity
	reading, writing bool      // Command waits for the program in a read or a write
	sent, received   uint64    // positions and turns
	complete         bool      // all positions were sent
}

// send writes the positions and closes the pipe.
func (r *running) send(ctx context.Context, stdin io.WriteCloser, positions iter.Seq[string]) {
	defer stdin.Close()
	w := bufio.NewWriterSize(waitingWriter{r, stdin}, 1<<15)
	for p := range positions {
		r.mu.Lock()
		r.sent++
		r.mu.Unlock()
		w.WriteString(p)
		if w.WriteByte('\n') != nil || ctx.Err() != nil {
			return // the program has closed its input; its answers tell whether it needed more
		}
	}
	if w.Flush() == nil {
		r.mu.Lock()
		r.complete = true
		r.mu.Unlock()
	}
}

// receive yields the lines that the program writes, until its output ends. Its
// errors continue a message that begins with the name of the program.
func (r *running) receive(stdout io.Reader, yield func(string, error) bool) error {
	scanner := bufio.NewScanner(waitingReader{r, stdout})
	scanner.Buffer(nil, longestLine)
	for scanner.Scan() {
		line := strings.TrimSpace(scanner.Text())
		r.mu.Lock()
		more := r.complete && r.received == r.sent
		if !more {
			r.received++
		}
		r.mu.Unlock()
		switch {
		case more && line != "":
			return fmt.Errorf("wrote %s after it had answered all positions", shorten(line))
		case more:
		case !yield(line, nil):
			return errStopped
		}
	}
	if errors.Is(scanner.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("wrote a line of more than %d bytes", longestLine)
	}
	return nil // any other error means that the program has ended
}

// answered reports whether every position has a turn.
func (r *running) answered() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.complete && r.received == r.sent
}

// watch kills a program that exceeds the timeout.
func (r *running) watch(ctx context.Context, cancel context.CancelCauseFunc) {
	every := lingering / 8
	if r.timeout > 0 {
		every = min(every, max(r.timeout/8, time.Millisecond))
	}
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		r.mu.Lock()
		idle := time.Since(r.last)
		done := r.complete && r.received == r.sent
		waiting := r.reading && (r.writing || r.complete)
		r.mu.Unlock()
		switch {
		case done && waiting && idle > lingering:
			cancel(errLingers)
		case !done && waiting && r.timeout > 0 && idle > r.timeout:
			cancel(fmt.Errorf("gave no answer for %v", r.timeout))
		}
	}
}

// wait records that Command begins or ceases to wait for the program.
func (r *running) wait(what *bool, now bool) {
	r.mu.Lock()
	*what, r.last = now, time.Now()
	r.mu.Unlock()
}

// waitingWriter and waitingReader record when a pipe blocks.
type waitingWriter struct {
	*running
	w io.Writer
}

func (w waitingWriter) Write(p []byte) (int, error) {
	w.wait(&w.writing, true)
	defer w.wait(&w.writing, false)
	return w.w.Write(p)
}

type waitingReader struct {
	*running
	r io.Reader
}

func (r waitingReader) Read(p []byte) (int, error) {
	r.wait(&r.reading, true)
	defer r.wait(&r.reading, false)
	return r.r.Read(p)
}

// shorten quotes the output of a program, and cuts a long one.
func shorten(text string) string {
	const most = 100
	if len(text) > most {
		return fmt.Sprintf("%q…", text[:most])
	}
	return fmt.Sprintf("%q", text)
}
