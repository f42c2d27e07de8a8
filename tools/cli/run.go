package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/solver"
)

// Exit statuses.
const (
	exitFine        = 0
	exitFailure     = 1
	exitUsage       = 2
	exitInterrupted = 130
)

// Main runs the command line of the process and exits with its status. The first interrupt
// (Ctrl-C, SIGTERM) stops cleanly, the second at once. Unless GOMEMLIMIT is set, Main sets the
// runtime's memory limit to [solver.DefaultMemory], so that games with positions in memory are
// refused before they fill it.
func Main(registry *games.Registry, extras ...Extra) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	go func() {
		<-ctx.Done()
		stop()
	}()
	if debug.SetMemoryLimit(-1) == math.MaxInt64 { // GOMEMLIMIT is not set
		debug.SetMemoryLimit(int64(solver.DefaultMemory()))
	}
	status := Run(ctx, registry, os.Args, os.Stdin, os.Stdout, os.Stderr, extras...)
	stop()
	os.Exit(status)
}

// Run runs one command line and returns the exit status. args[0] is the name of the program. The
// games are those of the registry; extras add to the program. When ctx is done, Run stops as soon
// as a clean stop is possible.
func Run(ctx context.Context, registry *games.Registry, args []string, stdin io.Reader, stdout, stderr io.Writer, extras ...Extra) (status int) {
	c := &Console{
		name:     "foregone",
		registry: registry,
		stdin:    stdin,
		stdout:   bufio.NewWriter(stdout),
		stderr:   stderr,
		color:    isTerminal(stdout) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb",
	}
	if len(args) > 0 {
		c.name = strings.TrimSuffix(filepath.Base(args[0]), ".exe")
		args = args[1:]
	}
	c.args = args
	for _, e := range extras {
		if e.Begin != nil {
			defer e.Begin(ctx)()
		}
	}
	err := newProgram(c, extras).run(ctx)
	if flushErr := c.stdout.Flush(); err == nil {
		err = flushErr
	}
	return exit(ctx, c, err)
}

// usageError is a wrong command line.
type usageError struct{ msg string }

func (e usageError) Error() string { return e.msg }

// Usagef returns an error about a wrong command line: exit status 2.
func Usagef(format string, args ...any) error { return usageError{fmt.Sprintf(format, args...)} }

// ErrInterrupted ends an interrupted command that has already reported it: exit status 130.
var ErrInterrupted error = statusError(exitInterrupted)

// statusError ends a command with an exit status and prints nothing.
type statusError int

func (e statusError) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// exit prints err, unless it was reported before, and returns its exit status.
func exit(ctx context.Context, c *Console, err error) int {
	var status statusError
	switch {
	case err == nil:
		return exitFine
	case errors.As(err, &status):
		return int(status)
	case interrupted(ctx, err):
		c.Message("%s: interrupted", c.name)
		return exitInterrupted
	}
	fmt.Fprintf(c.stderr, "%s: %v\n", c.name, err)
	return errorStatus(err)
}

// interrupted reports whether cancelling ctx caused err.
func interrupted(ctx context.Context, err error) bool {
	return ctx.Err() != nil && errors.Is(err, ctx.Err())
}

// errorStatus returns the exit status for err.
func errorStatus(err error) int {
	var usage usageError
	if errors.As(err, &usage) || engine.IsInput(err) {
		return exitUsage
	}
	return exitFailure
}
