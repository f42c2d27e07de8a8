package cli

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"
	"github.com/xrash/smetrics"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/solver"
)

// parsed is a command line that the library has parsed. The alias leaves the name Context to its
// field.
type parsed = cli.Context

// Call is a command that is being run: the console, and the arguments and flags as a [cli.Context].
// It belongs to one goroutine. When the command ends, the call closes the databases and the
// progress bars that it opened. Context is done when the command must stop. Args returns the
// arguments. String, Int, Bool and the like return the value of a flag, or its default; every name
// of the flag works. Values are checked before the command runs. A name that the manual does not
// declare panics.
type Call struct {
	*Console
	*parsed
	closers []func()
}

// Arg returns argument i, counted from 0, or "" if there is none.
func (c *Call) Arg(i int) string { return c.Args().Get(i) }

// Size returns a number of bytes, or 0 if the flag is not set.
func (c *Call) Size(name string) uint64 {
	n, _ := parseSize(c.String(name))
	return n
}

// close closes what the call opened, the last first.
func (c *Call) close() {
	for _, end := range slices.Backward(c.closers) {
		end()
	}
}

// run declares the manual's commands to the library, which runs the typed one.
func (p *program) run(ctx context.Context) (err error) {
	defer pool.Catch(&err) // a panic if a game in another language broke its protocol
	words, err := p.arrange(p.args)
	if err != nil {
		return err
	}
	app := &cli.App{
		Name: p.name, Writer: p.stdout, ErrWriter: p.stderr, HideHelp: true, HideVersion: true,
		DisableSliceFlagSeparator: true,                                       // a folder may have a comma in its name
		ExitErrHandler:            func(*cli.Context, error) {},               // Run prints errors
		Flags:                     []cli.Flag{&cli.BoolFlag{Name: "version"}}, // the library's own flag is a global variable, which concurrent runs would share
		Action:                    p.withoutCommand,
		Commands:                  []*cli.Command{{Name: "help", HideHelp: true, SkipFlagParsing: true, Action: p.runHelp}},
	}
	for _, c := range p.commands {
		if app.Command(c.Name) != nil {
			return fmt.Errorf("two commands are called %s: an extra must take another name", c.Name)
		}
		command := &cli.Command{Name: c.Name, HideHelp: true}
		for _, f := range c.Flags {
			command.Flags = append(command.Flags, f.declare())
		}
		command.Action = func(parsed *cli.Context) error {
			app.InvalidFlagAccessHandler = func(_ *cli.Context, name string) {
				panic("the manual declares no flag " + flagText(name) + " of " + c.Name)
			}
			call := &Call{Console: p.Console, parsed: parsed}
			if err := c.check(call); err != nil {
				return err
			}
			p.quiet = call.Bool("quiet")
			p.json = c.flag("json") != nil && call.Bool("json")
			defer call.close()
			if c.flag("disk") != nil && c.flag("output") != nil {
				call.limitDisk(call.String("output"))
			}
			err := c.run(call)
			return cmp.Or(call.overLimit(), err)
		}
		app.Commands = append(app.Commands, command)
	}
	return app.RunContext(ctx, append([]string{p.name}, words...))
}

// withoutCommand runs a command line that names no command of the manual.
func (p *program) withoutCommand(c *cli.Context) error {
	switch {
	case c.Bool("version"):
		fmt.Fprintf(p.stdout, "%s version %s\n", p.name, Version())
		return nil
	case c.Args().Present():
		return p.unknownCommand(c.Args().First())
	}
	return Usagef("no command: \"%s --help\" lists them", p.name)
}

// runHelp prints help on the command that is the first argument, or on all.
func (p *program) runHelp(c *cli.Context) error {
	name := c.Args().First()
	command := p.command(name)
	switch {
	case command != nil:
		return p.print("command", command)
	case c.Args().Present():
		return p.unknownCommand(name)
	}
	return p.print("help", nil)
}

// command finds a command by its name, or returns nil.
func (p *program) command(name string) *Command {
	i := slices.IndexFunc(p.commands, func(c *Command) bool { return c.Name == name })
	if i < 0 {
		return nil
	}
	return p.commands[i]
}

// arrange puts the flags of a command before its arguments, because the library accepts none after
// them, and checks their values. Each flag gets its long name and its value. A flag --help becomes
// the command help. "--" ends the flags.
func (p *program) arrange(words []string) ([]string, error) {
	var flags, arguments []string
	for ; len(words) > 0 && strings.HasPrefix(words[0], "-"); words = words[1:] {
		switch strings.Replace(words[0], "--", "-", 1) {
		case "-q", "-quiet":
			flags = append(flags, "--quiet")
		case "-h", "-help":
			arguments = []string{"help"}
		case "-version":
			return []string{"--version"}, nil
		default:
			return nil, Usagef("flag %s stands before the command: want --version, --help or -q there; a command's flags come after its name", words[0])
		}
	}
	if arguments != nil || len(words) == 0 {
		return append(arguments, words...), nil
	}
	command := p.command(words[0])
	if command == nil {
		return words, nil
	}
	for n := 1; n < len(words); n++ {
		word := words[n]
		if word == "--" {
			arguments = append(arguments, words[n+1:]...)
			break
		}
		if word == "-" || !strings.HasPrefix(word, "-") {
			arguments = append(arguments, word)
			continue
		}
		name, value, hasValue := strings.Cut(strings.TrimLeft(word, "-"), "=")
		f := command.flag(name)
		switch {
		case name == "h" || name == "help":
			return []string{"help", command.Name}, nil
		case f == nil:
			return nil, p.unknownFlag(command, word)
		case hasValue:
		case f.Place == "":
			value = "true"
		case n+1 == len(words):
			return nil, Usagef("flag %s needs a value: see \"%s %s --help\"", word, p.name, command.Name)
		default:
			n++
			value = words[n]
		}
		if err := f.check(value); err != nil {
			return nil, err
		}
		if f.kind == "int" { // the library reads 010 as an octal number
			n, _ := strconv.ParseInt(value, 10, 64)
			value = strconv.FormatInt(n, 10)
		}
		flags = append(flags, "--"+f.Name+"="+value)
	}
	return slices.Concat([]string{command.Name}, flags, []string{"--"}, arguments), nil
}

// check refuses arguments and flags that the command does not accept together.
func (c *Command) check(call *Call) error {
	want := strings.TrimSpace(call.name + " " + c.Name + " " + c.Arguments)
	switch n := call.NArg(); {
	case n < c.least:
		return Usagef("too few arguments: want \"%s\"", want)
	case c.most >= 0 && n > c.most:
		return Usagef("unexpected argument %q: want \"%s\"", call.Arg(c.most), want)
	}
	part := call.Arg(0)
	if choices := c.choices(); choices != nil && !slices.Contains(choices, part) {
		return Usagef("%s %q: want %s", c.Name, part, either(choices))
	}
	for _, f := range c.Flags {
		isSet := call.IsSet(f.Name)
		switch {
		case isSet && f.parts != nil && !slices.Contains(f.parts, part):
			return Usagef("%s %s takes no %s", c.Name, part, f.typed())
		case isSet && f.with != "" && !call.IsSet(f.with):
			return Usagef("%s goes with %s", f.typed(), flagText(f.with))
		case isSet && strings.TrimSpace(call.String(f.Name)) != "" || !f.needed || f.neededFor != nil && !slices.Contains(f.neededFor, part):
		case f.Alias == "o":
			return Usagef("say where to write: -o FILE")
		default:
			name := strings.TrimSpace(c.Name + " " + strings.Repeat(part, min(1, len(f.neededFor))))
			return Usagef("%s needs %s %s: see \"%s %s --help\"", name, f.typed(), f.Place, call.name, c.Name)
		}
	}
	return nil
}

func (p *program) unknownCommand(name string) error {
	var names []string
	meant, least := "", 3 // letters to change, insert or delete
	for _, c := range p.commands {
		names = append(names, c.Name)
		if n := smetrics.WagnerFischer(name, c.Name, 1, 1, 1); n < least && n < len(c.Name) {
			meant, least = "; did you mean "+c.Name+"?", n
		}
	}
	return Usagef("unknown command %q: want one of %s%s", name, strings.Join(names, ", "), meant)
}

func (p *program) unknownFlag(command *Command, word string) error {
	if len(word) > 1 && word[1] >= '0' && word[1] <= '9' {
		return Usagef("%s looks like a flag: put \"--\" before arguments that start with \"-\", as in \"%s %s -- %s\"", word, p.name, command.Name, word)
	}
	var names []string
	for _, f := range command.Flags {
		names = append(names, f.Names()[0])
	}
	return Usagef("%s has no flag %s: want %s", command.Name, word, strings.Join(names, ", "))
}

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
	if _, ok := errors.AsType[usageError](err); ok || engine.IsInput(err) {
		return exitUsage
	}
	return exitFailure
}
