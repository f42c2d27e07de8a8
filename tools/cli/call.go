package cli

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/query"
)

// Call is a command that is being run: the console, the arguments and the flags. It belongs to one goroutine.
//
// Each name of a flag finds it. The parser checks values before the command runs; a name that the manual does not
// declare panics.
type Call struct {
	*Console
	Context context.Context // done when the command has to stop
	Args    []string
	command *Command
	given   map[*flag][]string
}

// Arg returns the argument of a number, from 0, or "".
func (c *Call) Arg(n int) string {
	if n < len(c.Args) {
		return c.Args[n]
	}
	return ""
}

// IsSet reports whether a flag was given.
func (c *Call) IsSet(name string) bool { return c.given[c.flag(name)] != nil }

// Strings returns all values given for a flag.
func (c *Call) Strings(name string) []string { return c.given[c.flag(name)] }

// String returns the last value given for a flag, or its default.
func (c *Call) String(name string) string {
	f := c.flag(name)
	if values := c.given[f]; values != nil {
		return values[len(values)-1]
	}
	return f.initial
}

// Bool reports whether a switch is on.
func (c *Call) Bool(name string) bool {
	on, _ := strconv.ParseBool(c.String(name))
	return on
}

// Int64 returns a whole number, 0 where there is none.
func (c *Call) Int64(name string) int64 {
	n, _ := strconv.ParseInt(c.String(name), 10, 64)
	return n
}

// Int is Int64 as an int.
func (c *Call) Int(name string) int { return int(c.Int64(name)) }

// Uint64 returns a whole number from 0, 0 where there is none.
func (c *Call) Uint64(name string) uint64 {
	n, _ := strconv.ParseUint(c.String(name), 10, 64)
	return n
}

// Size returns a number of bytes, 0 where there is none.
func (c *Call) Size(name string) uint64 {
	n, _ := parseSize(c.String(name))
	return n
}

// Duration returns a time, 0 where there is none.
func (c *Call) Duration(name string) time.Duration {
	d, _ := time.ParseDuration(c.String(name))
	return d
}

// Show prints the result as JSON where --json asks for that, and else calls print.
func (c *Call) Show(result any, print func()) error {
	if c.Bool("json") {
		return c.PrintJSON(result)
	}
	print()
	return nil
}

// printAnswer prints a position with its value, as JSON where --json asks for that.
func (c *Call) printAnswer(a query.Answer) error {
	if c.Bool("json") {
		return c.PrintJSON(a)
	}
	return c.PrintAnswer(a)
}

func (c *Call) flag(name string) *flag {
	if f := c.command.flag(name); f != nil {
		return f
	}
	panic("the manual declares no flag " + flagText(name) + " of " + c.command.Name)
}

// run runs the command that is typed.
func (p *program) run(ctx context.Context) (err error) {
	defer pool.Catch(&err) // of a game in another language that broke its protocol
	if err := checkUniqueNames(p.commands); err != nil {
		return err
	}
	command, words, err := p.split(p.args)
	switch {
	case err != nil:
		return err
	case words == nil && command == nil:
		p.help()
		return nil
	case words == nil:
		p.commandHelp(command)
		return nil
	case command == nil:
		fmt.Fprintf(p.stdout, "%s version %s\n", p.name, Version())
		return nil
	}
	call, err := p.parse(ctx, command, words)
	if err != nil {
		return err
	}
	p.quiet = call.Bool("quiet")
	return call.command.run(call)
}

// split returns the command of a command line and the words that follow it. Without words help on the command, or on
// all of them, is wanted; with words and without a command the version is.
func (p *program) split(args []string) (command *Command, words []string, err error) {
	words = []string{}
	help := false
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		switch strings.Replace(args[0], "--", "-", 1) {
		case "-q", "-quiet":
			words = append(words, args[0])
		case "-h", "-help":
			help = true
		case "-version":
			return nil, words, nil
		default:
			return nil, nil, Usagef("flag %s stands before the command: want --version, --help or -q there; a command's flags come after its name", args[0])
		}
		args = args[1:]
	}
	if len(args) > 0 && args[0] == "help" {
		help, args = true, args[1:]
	}
	switch {
	case len(args) > 0:
	case help:
		return nil, nil, nil
	default:
		return nil, nil, Usagef("no command: \"%s --help\" lists them", p.name)
	}
	at := slices.IndexFunc(p.commands, func(c *Command) bool { return c.Name == args[0] })
	if at < 0 {
		return nil, nil, p.unknownCommand(args[0])
	}
	command = p.commands[at]
	if help {
		words = nil
	} else {
		words = append(words, args[1:]...)
	}
	return command, words, nil
}

// parse reads the flags and arguments of a command, in any order. "--" ends the flags. With --help the
// call prints the help.
func (p *program) parse(ctx context.Context, command *Command, words []string) (*Call, error) {
	c := &Call{Console: p.Console, Context: ctx, command: command, given: map[*flag][]string{}}
	for n := 0; n < len(words); n++ {
		word := words[n]
		if word == "--" {
			c.Args = append(c.Args, words[n+1:]...)
			break
		}
		if word == "-" || !strings.HasPrefix(word, "-") {
			c.Args = append(c.Args, word)
			continue
		}
		name, value, hasValue := strings.Cut(strings.TrimLeft(word, "-"), "=")
		f := command.flag(name)
		switch {
		case name == "h" || name == "help":
			shows := *command
			shows.run = func(*Call) error { p.commandHelp(command); return nil }
			c.command = &shows
			return c, nil
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
		if _, err := strconv.ParseBool(value); f.Place == "" && err != nil {
			return nil, Usagef("invalid value %q for flag %s: want true or false", value, f.typed())
		}
		c.given[f] = append(c.given[f], value)
	}
	return c, c.check()
}

// check refuses arguments and flags that the command does not take.
func (c *Call) check() error {
	want := strings.TrimSpace(c.name + " " + c.command.Name + " " + c.command.Arguments)
	switch n := len(c.Args); {
	case n < c.command.least:
		return Usagef("too few arguments: want \"%s\"", want)
	case c.command.most >= 0 && n > c.command.most:
		return Usagef("unexpected argument %q: want \"%s\"", c.Args[c.command.most], want)
	}
	part := c.Arg(0)
	if choices := c.command.choices(); choices != nil && !slices.Contains(choices, part) {
		return Usagef("%s %q: want %s", c.command.Name, part, either(choices))
	}
	for _, f := range c.command.Flags {
		values := c.given[f]
		switch {
		case values != nil && f.parts != nil && !slices.Contains(f.parts, part):
			return Usagef("%s %s takes no %s", c.command.Name, part, f.typed())
		case values != nil && strings.TrimSpace(values[0]) != "" || !f.needed || f.neededFor != nil && !slices.Contains(f.neededFor, part):
		case f.Alias == "o":
			return Usagef("say where to write: -o FILE")
		default:
			name := strings.TrimSpace(c.command.Name + " " + strings.Repeat(part, min(1, len(f.neededFor))))
			return Usagef("%s needs %s %s: see \"%s %s --help\"", name, f.typed(), f.Place, c.name, c.command.Name)
		}
		for _, value := range values {
			if err := f.check(value); err != nil {
				return err
			}
		}
		for _, r := range f.rules {
			if r.what == "with" && values != nil && !c.IsSet(r.words[0]) {
				return Usagef("%s goes with %s", f.typed(), flagText(r.words[0]))
			}
		}
	}
	return nil
}

func (p *program) unknownCommand(name string) error {
	var names []string
	for _, c := range p.commands {
		names = append(names, c.Name)
	}
	meant := ""
	if near := nearest(name, names); near != "" {
		meant = "; did you mean " + near + "?"
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

// nearest returns the name with the smallest distance to the typed one, at most two letters, or "".
func nearest(typed string, names []string) (found string) {
	least := 3
	for _, name := range names {
		if n := distance(typed, name); n < least && n < len(name) {
			found, least = name, n
		}
	}
	return found
}

// distance counts the letters to change, insert or delete to make one word of another.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := before
			if a[i] != b[j] {
				change++
			}
			before = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
