package policy

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"strings"
	"sync"
	"time"
)

const (
	// DefaultTimeout is the longest time for which a program may neither read nor write.
	DefaultTimeout = time.Minute
	// lingering is the time that a program has to exit after its last answer.
	lingering = 2 * time.Second
	// longestLine is an upper bound on the bytes of a line of output.
	longestLine = 1 << 16
)

// Command is a policy that is a program. It reads positions from its standard input, one a line,
// and writes its turns to its standard output, one a line and in the same order, until its input
// ends. The program may flush each line or read everything before it writes. Each call of Answer
// starts it anew.
type Command struct {
	// Line is the command that the shell runs: sh -c, or cmd /C on Windows.
	Line string
	// Stderr receives the standard error of the program. If it is nil, the output is discarded.
	Stderr io.Writer
	// Timeout is the longest time for which the program may neither read a position nor write a
	// turn while Command waits for it; then Command kills it. Default: [DefaultTimeout]; negative:
	// no limit.
	Timeout time.Duration
}

// String returns the command line.
func (c Command) String() string { return c.Line }

// errLingers is the reason for killing a program that does not exit after its last answer.
var errLingers = errors.New("does not end")

// Answer implements [Policy]. It kills the program and the processes that the program started when
// the caller stops, ctx is done or the timeout expires. The exit status counts only if answers are
// missing.
func (c Command) Answer(ctx context.Context, positions []string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		if err := c.answer(ctx, positions, yield); err != nil {
			yield("", err)
		}
	}
}

// answer yields the turns. It returns nil if the caller stops.
func (c Command) answer(parent context.Context, positions []string, yield func(string, error) bool) error {
	ctx, cancel := context.WithCancelCause(parent)
	defer cancel(nil)
	p := newPatience(c.Timeout, cancel)
	defer p.timer.Stop()
	cmd := shell(ctx, c.Line)
	cmd.Stdin = input{strings.NewReader(strings.Join(positions, "\n") + "\n"), p}
	cmd.Stderr = c.Stderr
	cmd.WaitDelay = time.Second
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	kill := cmd.Cancel
	cmd.Cancel = func() error {
		stdout.Close() // another process may hold the other end open
		return kill()
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start %q: %w", c.Line, err)
	}
	var failure error
	stopped, answers := false, 0
	lines := bufio.NewScanner(output{stdout, p})
	lines.Buffer(nil, longestLine)
	for failure == nil && !stopped && lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if answers < len(positions) {
			if answers++; answers == len(positions) {
				p.expect(lingering, errLingers)
			}
			stopped = !yield(line, nil)
		} else if line != "" {
			failure = fmt.Errorf("wrote %s after it had answered all positions", shorten(line))
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		failure = fmt.Errorf("wrote a line of more than %d bytes", longestLine)
	}
	if failure != nil || stopped {
		cancel(nil)
	}
	p.wait(true) // the program may not exit
	exit := cmd.Wait()
	switch cause := context.Cause(ctx); {
	case stopped:
		return nil
	case failure != nil:
		return fmt.Errorf("%q %w", c.Line, failure)
	case parent.Err() != nil:
		return parent.Err()
	case cause != nil && cause != errLingers:
		return fmt.Errorf("%q %w", c.Line, cause)
	case answers == len(positions):
		return nil
	case exit != nil:
		return fmt.Errorf("%q ended without an answer (%w)", c.Line, exit)
	}
	return fmt.Errorf("%q ended without an answer", c.Line)
}

// patience kills a program that neither reads nor writes for too long while Command waits for it.
// It is safe for concurrent use.
type patience struct {
	mu      sync.Mutex
	timer   *time.Timer // runs while Command waits
	waiting bool
	limit   time.Duration
	cause   error // of the kill
}

func newPatience(limit time.Duration, kill context.CancelCauseFunc) *patience {
	p := &patience{}
	switch {
	case limit == 0:
		limit = DefaultTimeout
	case limit < 0:
		limit = math.MaxInt64
	}
	p.expect(limit, fmt.Errorf("gave no answer for %v", limit))
	p.timer = time.AfterFunc(math.MaxInt64, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		kill(p.cause)
	})
	return p
}

// expect sets the limit of the next wait, and the cause of the kill after it.
func (p *patience) expect(limit time.Duration, cause error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.limit, p.cause = limit, cause
}

// wait records whether Command waits for the program.
func (p *patience) wait(now bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.waiting = now; now {
		p.timer.Reset(p.limit)
	} else {
		p.timer.Stop()
	}
}

// input is the standard input of a program. Each read from it restarts the timeout.
type input struct {
	io.Reader
	*patience
}

func (i input) Read(b []byte) (int, error) {
	i.mu.Lock()
	if i.waiting {
		i.timer.Reset(i.limit)
	}
	i.mu.Unlock()
	return i.Reader.Read(b)
}

// output is the standard output of a program.
type output struct {
	io.Reader
	*patience
}

func (o output) Read(b []byte) (int, error) {
	o.wait(true)
	defer o.wait(false)
	return o.Reader.Read(b)
}

// shorten quotes the output of a program, and cuts a long one.
func shorten(text string) string {
	const most = 100
	if len(text) > most {
		return fmt.Sprintf("%q…", text[:most])
	}
	return fmt.Sprintf("%q", text)
}
